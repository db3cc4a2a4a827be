/**
 * What a relist makes of two lists: which containers of which pods changed, and what is told of it.
 *
 * A container that lived and died between two lists shows as dead alone; one that was also removed
 * between them is never seen. That is why pods are synced from time to time without any event.
 *
 * Models: kubernetes/pkg/kubelet/pleg/generic.go generateEvents, computeEvents, reconcilePodRecord;
 * kubernetes/pkg/kubelet/kubelet.go isSyncPodWorthy.
 */
import type { RuntimePodStatus, RuntimeState } from "../../model/kube-runtime.ts";
import type { KubeletFeatures } from "./features.ts";
import { goDuration } from "./go-duration.ts";

export type PlegState = "running" | "exited" | "unknown" | "non-existent";

/** Of one pod, by the id of a container or a sandbox: containers first, each in list order. */
export type PodRecord = ReadonlyMap<string, Exclude<PlegState, "non-existent">>;

export type PlegEventType =
  | "ContainerStarted"
  | "ContainerDied"
  | "ContainerRemoved"
  /** Never sent: nobody knows what to make of it. */
  | "ContainerChanged"
  /** Of a pod that was inspected again. */
  | "PodSync";

export interface PodLifecycleEvent {
  readonly uid: string;
  readonly type: PlegEventType;
  /** The container or sandbox. */
  readonly id?: string;
}

/** Sandboxes count as containers; a container that was created and not started is unknown. */
export function podRecord({
  containers,
  sandboxes,
}: Pick<RuntimePodStatus, "containers" | "sandboxes">): PodRecord {
  const states = containers.map(({ id, state }) => [id, plegState(state)] as const);
  const ofSandboxes = sandboxes.map(
    ({ id, state }) => [id, state === "SANDBOX_READY" ? "running" : "exited"] as const,
  );
  return new Map([...states, ...ofSandboxes]);
}

function plegState(state: RuntimeState): Exclude<PlegState, "non-existent"> {
  return state === "created" ? "unknown" : state;
}

export function generateEvents(before: PlegState, now: PlegState): readonly PlegEventType[] {
  if (now === before) return [];
  switch (now) {
    case "running":
      return ["ContainerStarted"];
    case "exited":
      return ["ContainerDied"];
    case "unknown":
      return ["ContainerChanged"];
    case "non-existent":
      return before === "exited" ? ["ContainerRemoved"] : ["ContainerDied", "ContainerRemoved"];
  }
}

/** In the order of the old list, then of what is new. Absent: the list does not have the pod. */
export function computeEvents(
  uid: string,
  old: PodRecord | undefined,
  current: PodRecord | undefined,
): readonly PodLifecycleEvent[] {
  const ids = new Set([...(old?.keys() ?? []), ...(current?.keys() ?? [])]);
  return [...ids].flatMap((id) =>
    generateEvents(old?.get(id) ?? "non-existent", current?.get(id) ?? "non-existent").map(
      (type) => ({ uid, type, id }),
    ),
  );
}

/**
 * Whether the pod's status is read, to be put into the cache; the events go out only once that has
 * worked. If it fails the old record stays, so the next relist finds the same again.
 */
export function needsInspection(
  events: readonly PodLifecycleEvent[],
  failedBefore: boolean,
): boolean {
  return events.length > 0 || failedBefore;
}

/** What goes out after the pod was inspected. */
export function eventsToSend(
  uid: string,
  events: readonly PodLifecycleEvent[],
  features: Pick<KubeletFeatures, "syncReinspectedPods">,
): readonly PodLifecycleEvent[] {
  if (events.length === 0 && features.syncReinspectedPods) return [{ uid, type: "PodSync" }];
  return events.filter(({ type }) => type !== "ContainerChanged");
}

/** Whether the sync loop syncs the pod for it; a death also has it clear away old records. */
export function syncsPod({ type }: PodLifecycleEvent): boolean {
  return type !== "ContainerRemoved";
}

export const relistPeriodMs = 1_000;
export const relistThresholdMs = 180_000;

/**
 * Absent: healthy. A relist that takes longer than the threshold makes the node not ready.
 * Models: kubernetes/pkg/kubelet/pleg/generic.go Healthy.
 */
export function plegHealth(
  lastRelistMs: number | undefined,
  nowMs: number,
  thresholdMs = relistThresholdMs,
): string | undefined {
  if (lastRelistMs === undefined) return "pleg has yet to be successful";
  const elapsedMs = nowMs - lastRelistMs;
  if (elapsedMs <= thresholdMs) return undefined;
  const [ago, threshold] = [elapsedMs, thresholdMs].map(goDuration);
  return `pleg was last seen active ${ago} ago; threshold is ${threshold}`;
}
