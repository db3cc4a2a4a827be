/**
 * What the worker of a pod does with an update that waits, and what each finished sync changes.
 *
 * Models: kubernetes/pkg/kubelet/pod_workers.go startPodSync, acknowledgeTerminating, completeSync,
 * completeTerminating, completeTerminated, mergeLastUpdate, requeueLastPodUpdate.
 */
import {
  type PodStatusOverride,
  type PodSyncStatus,
  type PodUpdate,
  type PodWorkType,
  workTypeOf,
} from "./pod-worker.ts";

export interface PodWork {
  readonly workType: PodWorkType;
  readonly update: PodUpdate;
}

export type StartPermission = "start" | "wait" | "never";

export interface BegunWork {
  readonly status: PodSyncStatus;
  /** Absent: there is nothing to do, or the pod may not start yet, or it never will. */
  readonly work?: PodWork;
  /** Asks for a retry after the error back-off. */
  readonly startsLater: boolean;
}

/** Whether the rules of starting have to be asked: only for a pod that has not been let in yet. */
export function needsPermission(status: PodSyncStatus): boolean {
  const { pendingUpdate, startedAtMs } = status;
  if (pendingUpdate === undefined || startedAtMs !== undefined) return false;
  return pendingUpdate.runningPod === undefined || workTypeOf(status) !== "TerminatingPod";
}

/** `permission` is `startPermission`'s answer where `needsPermission`, else of no account. */
export function beginWork(
  status: PodSyncStatus,
  permission: StartPermission,
  nowMs: number,
): BegunWork {
  const { pendingUpdate, ...idle } = status;
  if (pendingUpdate === undefined) {
    return { status: { ...status, isWorking: false }, startsLater: false };
  }
  const work: PodWork = { workType: workTypeOf(status), update: pendingUpdate };
  const begun: PodSyncStatus = { ...idle, activeUpdate: mergeLastUpdate(status, pendingUpdate) };
  if (!needsPermission(status)) return { status: begun, work, startsLater: false };
  switch (permission) {
    case "start":
      return { status: { ...begun, startedAtMs: nowMs }, work, startsLater: false };
    case "wait":
      return { status: { ...status, isWorking: false }, startsLater: true };
    case "never":
      return {
        status: { ...idle, isWorking: false, finished: true, terminatedAtMs: nowMs },
        startsLater: false,
      };
  }
}

/** A pod once known is kept over updates that do not carry it, and so is the wish to kill. */
function mergeLastUpdate({ activeUpdate }: PodSyncStatus, next: PodUpdate): PodUpdate {
  const keepsPod = activeUpdate?.pod !== undefined && next.runningPod !== undefined;
  const pod = keepsPod ? activeUpdate.pod : next.pod;
  const mirrorPod = next.mirrorPod ?? activeUpdate?.mirrorPod;
  const { evict, gracePeriodSecondsOverride } = next.killPodOptions ?? {};
  const kill =
    next.killPodOptions === undefined
      ? activeUpdate?.killPodOptions
      : {
          ...(evict === true ? { evict } : {}),
          ...(gracePeriodSecondsOverride === undefined ? {} : { gracePeriodSecondsOverride }),
        };
  return {
    updateType: next.updateType,
    ...(pod === undefined ? {} : { pod }),
    ...(mirrorPod === undefined ? {} : { mirrorPod }),
    ...(next.runningPod === undefined ? {} : { runningPod: next.runningPod }),
    ...(kill === undefined ? {} : { killPodOptions: kill }),
  };
}

/** The worker has come to a termination: from here on others may rely on it. */
export function acknowledgeTerminating(status: PodSyncStatus): {
  readonly status: PodSyncStatus;
  readonly override?: PodStatusOverride;
} {
  const override = status.statusOverrides.at(-1);
  return {
    status: { ...status, startedTerminating: true },
    ...(override === undefined ? {} : { override }),
  };
}

/** A sync found that the pod has run to its end. */
export function completeSync(status: PodSyncStatus, nowMs: number): PodSyncStatus {
  const terminatingAtMs = status.terminatingAtMs ?? nowMs;
  return requeueLastPodUpdate({ ...status, terminatingAtMs, startedTerminating: true });
}

/** No container runs any more. The waiters are told, and then there are none. */
export function completeTerminating(
  status: PodSyncStatus,
  nowMs: number,
): { readonly status: PodSyncStatus; readonly released: readonly string[] } {
  const terminated = { ...status, terminatedAtMs: nowMs, statusOverrides: [], waiters: [] };
  return { status: requeueLastPodUpdate(terminated), released: status.waiters };
}

/**
 * The last stage is done and the worker ends. A pod that only the runtime knows comes here from
 * terminating, and its status is then forgotten at once.
 */
export function completeTerminated({ pendingUpdate: _, ...rest }: PodSyncStatus): PodSyncStatus {
  return { ...rest, finished: true, isWorking: false };
}

/** What comes next is due at once: if nobody has sent an update, the last one again. */
export function requeueLastPodUpdate(status: PodSyncStatus): PodSyncStatus {
  const { pendingUpdate, activeUpdate } = status;
  if (pendingUpdate !== undefined || activeUpdate === undefined) return status;
  return { ...status, pendingUpdate: activeUpdate, isWorking: true };
}

/** After every sync: on with what waits, else idle. */
export function finishWork(status: PodSyncStatus): PodSyncStatus {
  return { ...status, isWorking: status.pendingUpdate !== undefined };
}
