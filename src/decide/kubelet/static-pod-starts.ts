/**
 * Of several static pods with one name only one runs: the others wait in the order they came.
 *
 * Models: kubernetes/pkg/kubelet/pod_workers.go allowPodStart, allowStaticPodStart.
 */
import type { StartPermission } from "./pod-worker-steps.ts";
import { type PodSyncStatus, podFullName } from "./pod-worker.ts";
import type { KubePod } from "../../model/kube-pod.ts";

export interface StaticPodStarts {
  /** The UID that runs, by full name. */
  readonly started: ReadonlyMap<string, string>;
  /** UIDs in the order in which their workers were made, by full name. */
  readonly waiting: ReadonlyMap<string, readonly string[]>;
}

export const noStaticPodStarts: StaticPodStarts = { started: new Map(), waiting: new Map() };

/** To be called when the worker of a static pod is made. */
export function awaitStaticPodStart(
  starts: StaticPodStarts,
  { uid, ...name }: Pick<KubePod, "uid" | "name" | "namespace">,
): StaticPodStarts {
  const fullName = podFullName(name);
  const waiting = new Map(starts.waiting);
  waiting.set(fullName, [...(starts.waiting.get(fullName) ?? []), uid]);
  return { ...starts, waiting };
}

export interface StartDecision {
  readonly permission: StartPermission;
  readonly starts: StaticPodStarts;
}

/** `statusOf` gives the worker's status, if there is a worker. */
export function startPermission(
  starts: StaticPodStarts,
  pod: KubePod,
  statusOf: (uid: string) => PodSyncStatus | undefined,
): StartDecision {
  if (pod.source !== "file") return { permission: "start", starts };
  if (isOver(statusOf(pod.uid))) return { permission: "never", starts };
  return allowStaticPodStart(starts, pod, statusOf);
}

function allowStaticPodStart(
  starts: StaticPodStarts,
  pod: KubePod,
  statusOf: (uid: string) => PodSyncStatus | undefined,
): StartDecision {
  const fullName = podFullName(pod);
  const running = starts.started.get(fullName);
  if (running !== undefined) {
    return { permission: running === pod.uid ? "start" : "wait", starts };
  }
  const queue = starts.waiting.get(fullName) ?? [];
  // One that came to its end while it waited is passed over; the first other one is next.
  const at = queue.findIndex((uid) => !isOver(statusOf(uid)));
  const mayStart = at === -1 || queue[at] === pod.uid;
  const left = at === -1 ? queue : queue.slice(mayStart ? at + 1 : at);
  const waiting = new Map(starts.waiting);
  if (left.length === 0) waiting.delete(fullName);
  else waiting.set(fullName, left);
  if (!mayStart) return { permission: "wait", starts: { ...starts, waiting } };
  const started = new Map(starts.started).set(fullName, pod.uid);
  return { permission: "start", starts: { started, waiting } };
}

/** When a worker has ended or was forgotten: the name is free. Nobody is woken by that. */
export function releaseStaticPodStart(
  starts: StaticPodStarts,
  fullName: string,
  uid: string,
): StaticPodStarts {
  if (starts.started.get(fullName) !== uid) return starts;
  const started = new Map(starts.started);
  started.delete(fullName);
  return { ...starts, started };
}

function isOver(status: PodSyncStatus | undefined): boolean {
  return status === undefined || status.terminatingAtMs !== undefined;
}
