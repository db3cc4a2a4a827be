/**
 * What is sent to the API server: the kubelet's status over the server's, in which a terminal phase
 * is held back for as long as a container may still run.
 *
 * Models: kubernetes/pkg/kubelet/status/status_manager.go mergePodStatus.
 */
import type { KubePod } from "../../model/kube-pod.ts";
import type { PodApiStatus, PodCondition } from "../../model/kube-status.ts";
import {
  generateTerminalReadyCondition,
  isPodConditionByKubelet,
  isPodConditionSharedByKubelet,
  replaceOrAppendPodCondition,
  updateLastTransitionTime,
} from "./conditions.ts";
import type { KubeletFeatures } from "./features.ts";
import { isTerminalPhase } from "./get-phase.ts";

export interface MergeContext {
  readonly pod: KubePod;
  /** As the pod workers know it; true also of a pod that no worker has heard of yet. */
  readonly couldHaveRunningContainers: boolean;
  readonly nowMs: number;
  readonly features: KubeletFeatures;
}

/** `old` is what the API server has, `fresh` what the status manager holds. */
export function mergePodStatus(
  old: PodApiStatus,
  fresh: PodApiStatus,
  context: MergeContext,
): PodApiStatus {
  const { couldHaveRunningContainers } = context;
  const isEnding = !isTerminalPhase(old.phase) && isTerminalPhase(fresh.phase);
  const isPublished = isEnding && !couldHaveRunningContainers;
  const conditions = mergeConditions(old, fresh, isPublished, context);
  const told = { ...fresh, conditions };
  const merged = isEnding && !isPublished ? withOutcomeOf(old, told) : told;
  return isTerminalPhase(merged.phase) ? withoutReady(merged, old, context) : merged;
}

type Outcome = Pick<PodApiStatus, "phase" | "reason" | "message">;

type Draft = { -readonly [Field in keyof Outcome]: Outcome[Field] };

/** A status with the phase, reason and message of another; in the API's shape or a trace's. */
export function withOutcomeOf<Status extends Outcome>(old: Outcome, status: Status): Status {
  const { phase, reason, message } = old;
  const held: Status & Draft = { ...status, phase };
  delete held.reason;
  delete held.message;
  if (reason !== undefined) held.reason = reason;
  if (message !== undefined) held.message = message;
  return held;
}

/** Other owners' as the server has them, then the kubelet's; DisruptionTarget with the end only. */
function mergeConditions(
  old: PodApiStatus,
  fresh: PodApiStatus,
  isPublished: boolean,
  { nowMs, features }: MergeContext,
): readonly PodCondition[] {
  let merged: readonly PodCondition[] = old.conditions.filter(
    ({ type }) => !isPodConditionByKubelet(type, features),
  );
  for (const condition of fresh.conditions) {
    if (isPodConditionByKubelet(condition.type, features)) merged = [...merged, condition];
    else if (isPublished && isPodConditionSharedByKubelet(condition.type)) {
      // It waited for the last container, so the time at which it was made is stale.
      const timed = updateLastTransitionTime(condition, old.conditions, nowMs);
      merged = replaceOrAppendPodCondition(merged, timed);
    }
  }
  return merged;
}

/** A phase may be over before the conditions follow: no pod is sent as ended and ready. */
function withoutReady(
  status: PodApiStatus,
  oldStatus: PodApiStatus,
  { pod, nowMs, features }: MergeContext,
): PodApiStatus {
  const isReady = status.conditions.some(
    (known) => isReadiness(known.type) && known.status === "True",
  );
  if (!isReady) return status;
  const input = { pod, oldStatus, phase: status.phase, features };
  let { conditions } = status;
  for (const type of ["ContainersReady", "Ready"] as const) {
    const fresh = generateTerminalReadyCondition(input, type);
    const timed = updateLastTransitionTime(fresh, status.conditions, nowMs);
    conditions = replaceOrAppendPodCondition(conditions, timed);
  }
  return { ...status, conditions };
}

function isReadiness(type: string): boolean {
  return type === "Ready" || type === "ContainersReady";
}
