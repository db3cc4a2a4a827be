/**
 * What the control plane writes to the pods of a node that is not well, and what it tells of it.
 *
 * Models: kubernetes/pkg/controller/util/node/controller_utils.go MarkPodsNotReady;
 * kubernetes/pkg/controller/tainteviction/taint_eviction.go addConditionAndDeletePod,
 * emitPodDeletionEvent, emitCancelPodDeletionEvent.
 */
import type { KubePod } from "../model/kube-pod.ts";
import type { PodCondition } from "../model/kube-status.ts";
import { updateLastTransitionTime } from "./kubelet/conditions.ts";
import type { KubeletEvent } from "./kubelet/event-texts.ts";

export const nodeIsNotReady: KubeletEvent = {
  eventType: "Warning",
  reason: "NodeNotReady",
  message: "Node is not ready",
};

/** Its reason and message stay the kubelet's. Undefined: it has no Ready, or is not ready. */
export function markedNotReady({ status }: KubePod, atMs: number): PodCondition | undefined {
  const ready = status.conditions.find(({ type }) => type === "Ready");
  if (ready === undefined || ready.status === "False") return undefined;
  return updateLastTransitionTime({ ...ready, status: "False" }, status.conditions, atMs);
}

/** Undefined: it has it already. */
export function deletionByTaintManager(
  { status, generation }: KubePod,
  atMs: number,
): PodCondition | undefined {
  const condition: PodCondition = {
    type: "DisruptionTarget",
    // Who writes it says for which generation only where the kubelet does.
    ...(status.observedGeneration === undefined || generation === undefined
      ? {}
      : { observedGeneration: generation }),
    status: "True",
    reason: "DeletionByTaintManager",
    message: "Taint manager: deleting due to NoExecute taint",
  };
  const known = status.conditions.find(({ type }) => type === condition.type);
  const isKnown = known?.status === "True" && known.reason === condition.reason;
  return isKnown ? undefined : updateLastTransitionTime(condition, status.conditions, atMs);
}

/** Of a pod by namespace and name; upstream names no UID. */
export function markingForDeletion(pod: string): KubeletEvent {
  return taintManagerEviction(`Marking for deletion Pod ${pod}`);
}

export function cancellingDeletion(pod: string): KubeletEvent {
  return taintManagerEviction(`Cancelling deletion of Pod ${pod}`);
}

function taintManagerEviction(message: string): KubeletEvent {
  return { eventType: "Normal", reason: "TaintManagerEviction", message };
}
