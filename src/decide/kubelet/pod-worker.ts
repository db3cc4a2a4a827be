/**
 * What a pod's worker is told, and how far the pod has come: set up, terminating, terminated.
 *
 * A worker serves one pod UID, one sync at a time, and the three stages are passed in this order
 * alone. One update waits for it: a later one replaces it, but the wish to kill accumulates.
 *
 * Models: kubernetes/pkg/kubelet/pod_workers.go podSyncStatus, UpdatePod.
 */
import type { KubePod } from "../../model/kube-pod.ts";
import type { PodCondition, PodPhase } from "../../model/kube-status.ts";
import { type GracePeriodPod, calculateEffectiveGracePeriod } from "./grace-period.ts";

/** A pod that the runtime has and no source declares: it has no spec, and can only be killed. */
export interface RunningPod {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
}

/** What a status is overwritten with when the kubelet itself ends a pod. */
export interface PodStatusOverride {
  readonly phase: PodPhase;
  readonly reason: string;
  readonly message: string;
  /** DisruptionTarget, of a pod that had to go for the node's sake. */
  readonly condition?: PodCondition;
}

export interface KillPodOptions {
  readonly evict?: boolean;
  readonly gracePeriodSecondsOverride?: number;
  readonly statusOverride?: PodStatusOverride;
  /** Who is to be told when no container runs any more. */
  readonly waiter?: string;
}

/** One of `pod` and `runningPod` is set. */
export interface PodUpdate {
  readonly updateType: "create" | "update" | "sync" | "kill";
  readonly pod?: KubePod;
  readonly mirrorPod?: KubePod;
  readonly runningPod?: RunningPod;
  readonly killPodOptions?: KillPodOptions;
}

export type PodWorkType = "SyncPod" | "TerminatingPod" | "TerminatedPod";

export interface PodSyncStatus {
  readonly fullName: string;
  /** An update waits for the worker or is being worked on. */
  readonly isWorking: boolean;
  readonly pendingUpdate?: PodUpdate;
  /** What the worker last began with, and what the rest of the kubelet takes the pod to be. */
  readonly activeUpdate?: PodUpdate;
  /** Absent until the worker let the pod start. */
  readonly startedAtMs?: number;
  /** From here on no sync sets anything up, though one may still be running. */
  readonly terminatingAtMs?: number;
  /** From here on no container of the pod runs. */
  readonly terminatedAtMs?: number;
  /** 0 until the pod is to be killed, at least 1 from then on. */
  readonly gracePeriodSeconds: number;
  /** The worker has seen the wish to kill: no container will be started any more. */
  readonly startedTerminating: boolean;
  /** Deleted in the API, or gone from its source. */
  readonly deleted: boolean;
  readonly evicted: boolean;
  /** The last stage is done; the UID is remembered until housekeeping forgets it. */
  readonly finished: boolean;
  /** The UID was declared again while it was ending. */
  readonly restartRequested: boolean;
  readonly observedRuntime: boolean;
  /** The last one is in force. */
  readonly statusOverrides: readonly PodStatusOverride[];
  readonly waiters: readonly string[];
}

export interface UpdateOutcome {
  readonly status: PodSyncStatus;
  /** Absent: the worker is to look. */
  readonly ignored?: "restartLater" | "finished" | "alreadyTerminated";
  /** The sync that is running is given up, so that the worker comes to the new update. */
  readonly cancelsSync: boolean;
  /** Waiters that need not wait: the pod does not run. */
  readonly released: readonly string[];
}

export interface UpdateMoment {
  readonly nowMs: number;
  /** Whether the runtime's cache shows neither a running container nor a ready sandbox. */
  readonly runsNothing: boolean;
}

/** Models: kubernetes/pkg/kubelet/container/helpers.go BuildPodFullName. */
export function podFullName({ name, namespace }: { name: string; namespace: string }): string {
  return `${name}_${namespace}`;
}

export function workTypeOf(status: PodSyncStatus): PodWorkType {
  if (status.terminatedAtMs !== undefined) return "TerminatedPod";
  return status.terminatingAtMs === undefined ? "SyncPod" : "TerminatingPod";
}

/**
 * `known` is absent for a UID that no worker serves. Nothing is remembered, and nothing returned,
 * of an update that would set up a pod which only the runtime knows.
 */
export function updatePod(
  known: PodSyncStatus | undefined,
  given: PodUpdate,
  moment: UpdateMoment,
): UpdateOutcome | undefined {
  const isRuntimePod = given.pod === undefined;
  const subject = given.pod ?? given.runningPod;
  if (subject === undefined) return undefined;
  if (isRuntimePod && given.updateType !== "kill") return undefined;
  const first = known ?? firstStatus(subject, given.pod, moment);
  const seen = isRuntimePod ? { ...first, observedRuntime: true } : first;
  const update = isRuntimePod ? withKnownPod(seen, given) : withoutRunningPod(given);

  if (known?.terminatingAtMs !== undefined && update.updateType === "create") {
    return ignore({ ...seen, restartRequested: true }, "restartLater");
  }
  if (seen.finished) return ignore(seen, "finished");
  const status =
    seen.terminatingAtMs === undefined ? terminate(seen, update, isRuntimePod, moment) : seen;
  const becameTerminating = status !== seen;
  switch (workTypeOf(status)) {
    case "TerminatedPod":
      if (isRuntimePod) return ignore(status, "alreadyTerminated");
      return notify(status, withoutKill(update), becameTerminating, waiterOf(update));
    case "TerminatingPod":
      return notifyKill(status, update, becameTerminating);
    case "SyncPod":
      return notify(status, withoutKill(update), becameTerminating, waiterOf(update));
  }
}

function firstStatus(
  subject: RunningPod,
  pod: KubePod | undefined,
  { nowMs, runsNothing }: UpdateMoment,
): PodSyncStatus {
  const status: PodSyncStatus = {
    fullName: podFullName(subject),
    isWorking: false,
    gracePeriodSeconds: 0,
    startedTerminating: false,
    deleted: false,
    evicted: false,
    finished: false,
    restartRequested: false,
    observedRuntime: false,
    statusOverrides: [],
    waiters: [],
  };
  // After a restart of the kubelet: it ended before, and only the last stage is to be run again.
  if (pod === undefined || !isTerminal(pod) || !runsNothing) return status;
  return { ...status, terminatingAtMs: nowMs, terminatedAtMs: nowMs, startedTerminating: true };
}

/** A spec that was known is better than none: its hooks and its grace are then obeyed. */
function withKnownPod(status: PodSyncStatus, update: PodUpdate): PodUpdate {
  const pod = status.pendingUpdate?.pod ?? status.activeUpdate?.pod;
  return pod === undefined ? update : { ...withoutRunningPod(update), pod };
}

function withoutRunningPod({ runningPod: _, ...update }: PodUpdate): PodUpdate {
  return update;
}

function withoutKill({ killPodOptions: _, ...update }: PodUpdate): PodUpdate {
  return update;
}

function waiterOf({ killPodOptions }: PodUpdate): readonly string[] {
  return killPodOptions?.waiter === undefined ? [] : [killPodOptions.waiter];
}

/** Returns the same status where there is no reason to end the pod. */
function terminate(
  status: PodSyncStatus,
  { updateType, pod, killPodOptions }: PodUpdate,
  isRuntimePod: boolean,
  { nowMs }: UpdateMoment,
): PodSyncStatus {
  const terminating = { ...status, terminatingAtMs: nowMs };
  if (isRuntimePod || pod?.deletionTimestampMs !== undefined) {
    return { ...terminating, deleted: true };
  }
  if (pod !== undefined && isTerminal(pod)) return terminating;
  if (updateType !== "kill") return status;
  return killPodOptions?.evict === true ? { ...terminating, evicted: true } : terminating;
}

function isTerminal({ status }: KubePod): boolean {
  return status.phase === "Failed" || status.phase === "Succeeded";
}

/** Every update of a pod that ends is a kill, and carries the grace that is in force. */
function notifyKill(
  before: PodSyncStatus,
  update: PodUpdate,
  becameTerminating: boolean,
): UpdateOutcome {
  const options = update.killPodOptions ?? {};
  const gracePod: GracePeriodPod = update.pod ?? {};
  const { gracePeriodSeconds, isShortened } = calculateEffectiveGracePeriod(
    before.gracePeriodSeconds,
    gracePod,
    options.gracePeriodSecondsOverride,
  );
  const { statusOverride } = options;
  const status: PodSyncStatus = {
    ...before,
    gracePeriodSeconds,
    statusOverrides: [...before.statusOverrides, ...(statusOverride ? [statusOverride] : [])],
    waiters: [...before.waiters, ...waiterOf(update)],
  };
  const killPodOptions = { ...options, gracePeriodSecondsOverride: gracePeriodSeconds };
  return notify(status, { ...update, killPodOptions }, becameTerminating || isShortened, []);
}

function notify(
  status: PodSyncStatus,
  pendingUpdate: PodUpdate,
  cancelsSync: boolean,
  released: readonly string[],
): UpdateOutcome {
  return { status: { ...status, pendingUpdate, isWorking: true }, cancelsSync, released };
}

function ignore(
  status: PodSyncStatus,
  ignored: NonNullable<UpdateOutcome["ignored"]>,
): UpdateOutcome {
  return { status, ignored, cancelsSync: false, released: [] };
}
