/**
 * What the kubelet puts in order every two seconds, once all of its sources have spoken.
 *
 * No update reaches a worker while this goes on, so what it sees of them stays true. It follows on
 * `syncKnownPods`, and on a fresh list from the runtime: without one it ends there.
 *
 * Models: kubernetes/pkg/kubelet/kubelet_pods.go HandlePodCleanups, filterTerminalPodsToDelete.
 */
import type { KubePod } from "../../model/kube-pod.ts";
import type { KnownPod } from "./known-pods.ts";
import { type PodSyncStatus, type PodUpdate, type RunningPod, podFullName } from "./pod-worker.ts";

export const housekeepingPeriodMs = 2_000;

export interface HousekeepingView {
  /** What the sources declare, without mirror pods. */
  readonly pods: readonly KubePod[];
  readonly mirrorPods: readonly KubePod[];
  /** Full names of mirror pods whose static pod is not declared. */
  readonly orphanedMirrors: readonly string[];
  readonly known: ReadonlyMap<string, KnownPod>;
  /** Pods of which the runtime has a running container or a ready sandbox. */
  readonly running: readonly RunningPod[];
  readonly isActive: (pod: KubePod) => boolean;
  /** Of a static pod by its full name: the mirror pod of one that ends still shows its end. */
  readonly isTerminating: (fullName: string) => boolean;
}

/** In the order in which they are done. */
export type HousekeepingStep =
  /** All probe workers of other pods are stopped. */
  | { readonly step: "keepProbes"; readonly uids: ReadonlySet<string> }
  /** The statuses of other pods are dropped. */
  | { readonly step: "keepStatuses"; readonly uids: ReadonlySet<string> }
  | { readonly step: "deleteMirrorPod"; readonly fullName: string }
  | {
      readonly step: "updatePod";
      readonly uid: string;
      /** `restart`: its worker was forgotten; `finish`: it never had one; `orphan`: nobody's. */
      readonly why: "restart" | "finish" | "orphan";
      readonly update: PodUpdate;
    }
  /** Crash back-offs that nobody can still be in. */
  | { readonly step: "collectBackoffs" };

const orphanGraceSeconds = 1;

export function planHousekeeping(view: HousekeepingView): readonly HousekeepingStep[] {
  const { pods, mirrorPods, orphanedMirrors, known, isTerminating } = view;
  const mayRun = [...known].filter(([, { state }]) => state !== "TerminatedPod");
  const declared = [...pods, ...mirrorPods].map(({ uid }) => uid);
  return [
    { step: "keepProbes", uids: new Set(mayRun.map(([uid]) => uid)) },
    { step: "keepStatuses", uids: new Set(declared) },
    ...orphanedMirrors
      .filter((fullName) => !isTerminating(fullName))
      .map((fullName) => ({ step: "deleteMirrorPod", fullName }) as const),
    ...updates(view),
    { step: "collectBackoffs" },
  ];
}

function updates({ pods, mirrorPods, known, running, isActive }: HousekeepingView) {
  const restarts = pods.filter((pod) => !known.has(pod.uid) && isActive(pod));
  const runningUids = new Set(running.map(({ uid }) => uid));
  const served = new Set([...known.keys(), ...restarts.map(({ uid }) => uid)]);
  // Refused when they came, so they never had a worker, and now nobody else lets them go.
  const ended = pods.filter(
    (pod) =>
      pod.deletionTimestampMs !== undefined &&
      isTerminal(pod) &&
      !served.has(pod.uid) &&
      !runningUids.has(pod.uid),
  );
  const orphans = running.filter(({ uid }) => !served.has(uid));
  const killPodOptions = { gracePeriodSecondsOverride: orphanGraceSeconds };
  return [
    ...restarts.map((pod) => {
      const mirrorPod = mirrorPods.find((mirror) => podFullName(mirror) === podFullName(pod));
      const mirrored = mirrorPod === undefined ? {} : { mirrorPod };
      return updateOf(pod.uid, "restart", { updateType: "create", pod, ...mirrored });
    }),
    ...ended.map((pod) => updateOf(pod.uid, "finish", { updateType: "kill", pod })),
    ...orphans.map((runningPod) =>
      updateOf(runningPod.uid, "orphan", { updateType: "kill", runningPod, killPodOptions }),
    ),
  ];
}

function updateOf(
  uid: string,
  why: "restart" | "finish" | "orphan",
  update: PodUpdate,
): HousekeepingStep {
  return { step: "updatePod", uid, why, update };
}

function isTerminal({ status }: KubePod): boolean {
  return status.phase === "Failed" || status.phase === "Succeeded";
}

/**
 * Whether what a pod left behind may be removed. A pod that no worker knows counts as gone once
 * housekeeping has run for the first time, which takes ready sources.
 * Models: kubernetes/pkg/kubelet/pod_workers.go ShouldPodContentBeRemoved.
 */
export function shouldPodContentBeRemoved(
  worker: PodSyncStatus | undefined,
  podsSynced: boolean,
): boolean {
  if (worker === undefined) return podsSynced;
  return worker.evicted || (worker.deleted && worker.terminatedAtMs !== undefined);
}

/** Models: kubernetes/pkg/kubelet/pod_workers.go CouldHaveRunningContainers. */
export function couldHaveRunningContainers(
  worker: PodSyncStatus | undefined,
  podsSynced: boolean,
): boolean {
  return worker === undefined ? !podsSynced : worker.terminatedAtMs === undefined;
}

/** Models: kubernetes/pkg/kubelet/pod_workers.go IsPodForMirrorPodTerminatingByFullName. */
export function isPodTerminating(worker: PodSyncStatus | undefined): boolean {
  return worker?.terminatingAtMs !== undefined && worker.terminatedAtMs === undefined;
}
