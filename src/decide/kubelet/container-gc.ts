/**
 * Which dead containers and sandboxes are removed, at once and by the collector that comes by.
 *
 * The last dead record of a container is what its last state is shown from, so one is kept.
 *
 * Models: kubernetes/pkg/kubelet/pod_container_deletor.go getContainersToDeleteInPod;
 * kubernetes/pkg/kubelet/kuberuntime/kuberuntime_gc.go evictContainers, evictSandboxes.
 */
import type {
  RuntimeContainerStatus,
  RuntimePodStatus,
  RuntimeState,
} from "../../model/kube-runtime.ts";

export const containerGcPeriodMs = 60_000;

const recordsKept = 1;

/**
 * After a death: the older exited records of the container of that id, newest first. `removesAll`
 * is for a pod that is gone or was evicted: everything that has exited, of every container.
 */
export function containersToDelete(
  { containers }: Pick<RuntimePodStatus, "containers">,
  diedId: string,
  removesAll: boolean,
): readonly RuntimeContainerStatus[] {
  const exited = containers.filter(({ state }) => state === "exited").toSorted(newestFirst);
  if (removesAll) return exited;
  // The cache may not show it any more, and then nothing is known to delete.
  const died = containers.find(({ id }) => id === diedId);
  if (died === undefined) return [];
  return exited.filter(({ name }) => name === died.name).slice(recordsKept);
}

/** What the runtime lists, of every pod. */
export interface GcContainer {
  readonly id: string;
  readonly podUid: string;
  readonly name: string;
  readonly state: RuntimeState;
  readonly createdAtMs: number;
  readonly sandboxId: string;
}

export interface GcSandbox {
  readonly id: string;
  readonly podUid: string;
  readonly state: "SANDBOX_READY" | "SANDBOX_NOTREADY";
  readonly createdAtMs: number;
}

export interface GcPolicy {
  readonly minAgeMs: number;
  /** Of one container name of one pod; below 0: no limit. */
  readonly maxPerPodContainer: number;
  /** Of the node; below 0: no limit. */
  readonly maxContainers: number;
}

export const defaultGcPolicy: GcPolicy = { minAgeMs: 0, maxPerPodContainer: 1, maxContainers: -1 };

export interface GcView {
  readonly nowMs: number;
  /** Until then nobody is known to be gone. */
  readonly allSourcesReady: boolean;
  /** The pod was evicted, or is deleted and has ended, or no worker knows it. */
  readonly isGone: (podUid: string) => boolean;
}

/**
 * What is removed, in this order; one that is in no known state is stopped first. Upstream goes
 * through the pods in any order, here they come as they are listed.
 */
export function evictableContainers(
  containers: readonly GcContainer[],
  { minAgeMs, maxPerPodContainer, maxContainers }: GcPolicy,
  { nowMs, allSourcesReady, isGone }: GcView,
): readonly GcContainer[] {
  const removed: GcContainer[] = [];
  const units = new Map<string, readonly GcContainer[]>();
  for (const container of containers) {
    if (container.state === "running" || container.createdAtMs > nowMs - minAgeMs) continue;
    const unit = JSON.stringify([container.podUid, container.name]);
    units.set(unit, [...(units.get(unit) ?? []), container]);
  }
  const keepNewest = (unit: string, kept: number): void => {
    const sorted = (units.get(unit) ?? []).toSorted(newestFirst);
    removed.push(...sorted.slice(kept).toReversed());
    units.set(unit, sorted.slice(0, kept));
  };
  for (const [unit, members] of units) {
    const [{ podUid } = { podUid: "" }] = members;
    if (allSourcesReady && isGone(podUid)) keepNewest(unit, 0);
    else if (maxPerPodContainer >= 0) keepNewest(unit, maxPerPodContainer);
  }
  for (const [unit, members] of units) if (members.length === 0) units.delete(unit);
  const countLeft = () => [...units.values()].reduce((total, { length }) => total + length, 0);
  if (maxContainers < 0 || countLeft() <= maxContainers) return removed;
  const share = Math.max(Math.floor(maxContainers / units.size), 1);
  for (const unit of units.keys()) keepNewest(unit, share);
  const left = [...units.values()].flat().toSorted(newestFirst);
  return [...removed, ...left.slice(maxContainers).toReversed()];
}

/**
 * What is not ready, holds no container, and is not the newest of its pod, unless the pod is gone.
 * Each is stopped once more and removed, oldest first.
 */
export function evictableSandboxes(
  sandboxes: readonly GcSandbox[],
  containers: readonly Pick<GcContainer, "sandboxId">[],
  isGone: GcView["isGone"],
): readonly GcSandbox[] {
  const inUse = new Set(containers.map(({ sandboxId }) => sandboxId));
  const pods = new Map<string, readonly GcSandbox[]>();
  for (const sandbox of sandboxes) {
    pods.set(sandbox.podUid, [...(pods.get(sandbox.podUid) ?? []), sandbox]);
  }
  return [...pods].flatMap(([podUid, ofPod]) =>
    ofPod
      .toSorted(newestFirst)
      .slice(isGone(podUid) ? 0 : 1)
      .toReversed()
      .filter(({ id, state }) => state !== "SANDBOX_READY" && !inUse.has(id)),
  );
}

function newestFirst(a: { createdAtMs: number }, b: { createdAtMs: number }): number {
  return b.createdAtMs - a.createdAtMs;
}
