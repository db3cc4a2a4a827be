/**
 * What housekeeping does with the workers: it forgets those that are done and no longer asked for,
 * and ends those that nobody else will end.
 *
 * Models: kubernetes/pkg/kubelet/pod_workers.go SyncKnownPods, removeTerminatedWorker.
 */
import { calculateEffectiveGracePeriod } from "./grace-period.ts";
import { requeueLastPodUpdate } from "./pod-worker-steps.ts";
import { type PodSyncStatus, type PodWorkType, workTypeOf } from "./pod-worker.ts";

export interface KnownPod {
  readonly state: PodWorkType;
  /** No source declares it. */
  readonly isOrphan: boolean;
}

export interface KnownPods {
  /** Of all that are remembered, by UID; only those that changed are other objects. */
  readonly workers: ReadonlyMap<string, PodSyncStatus>;
  readonly known: ReadonlyMap<string, KnownPod>;
  /** Their names are free, and their UIDs as good as new. */
  readonly forgotten: readonly string[];
  /** Workers that have something to do now. */
  readonly notified: readonly string[];
}

/** `desired` are the UIDs that the sources declare. */
export function syncKnownPods(
  workers: ReadonlyMap<string, PodSyncStatus>,
  desired: ReadonlySet<string>,
  nowMs: number,
): KnownPods {
  const left = new Map<string, PodSyncStatus>();
  const known = new Map<string, KnownPod>();
  const forgotten: string[] = [];
  const notified: string[] = [];
  for (const [uid, before] of workers) {
    const isOrphan = !desired.has(uid);
    const isAsked = before.restartRequested || isOrphan;
    const after = isAsked ? removeTerminatedWorker(before, isOrphan, nowMs) : before;
    if (after === undefined) {
      forgotten.push(uid);
      continue;
    }
    if (after.pendingUpdate !== before.pendingUpdate) notified.push(uid);
    left.set(uid, after);
    known.set(uid, { state: workTypeOf(after), isOrphan });
  }
  return { workers: left, known, forgotten, notified };
}

/** Undefined: it is forgotten. */
function removeTerminatedWorker(
  status: PodSyncStatus,
  isOrphan: boolean,
  nowMs: number,
): PodSyncStatus | undefined {
  if (status.finished) return undefined;
  // The UID is to come back, which has to wait for the end of what has it.
  if (!isOrphan) return status;
  const deleted: PodSyncStatus = { ...status, deleted: true };
  // A pod that was never let in has nothing that could run.
  if (status.startedAtMs === undefined && !status.observedRuntime) return undefined;
  if (status.terminatingAtMs !== undefined) return requeueLastPodUpdate(deleted);
  const pod = status.activeUpdate?.pod;
  const grace = pod && calculateEffectiveGracePeriod(status.gracePeriodSeconds, pod);
  return requeueLastPodUpdate({
    ...deleted,
    terminatingAtMs: nowMs,
    gracePeriodSeconds: grace?.gracePeriodSeconds ?? 1,
  });
}
