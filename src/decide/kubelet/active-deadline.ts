/**
 * When a pod has been on the node for longer than it may.
 *
 * Models: kubernetes/pkg/kubelet/active_deadline.go activeDeadlineHandler.
 */
import type { KubePod } from "../../model/kube-pod.ts";
import type { KubeletEvent } from "./event-texts.ts";
import type { PodStatusOverride } from "./pod-worker.ts";

const message = "Pod was active on the node longer than the specified deadline";

/** Put over the status at each generation of it from then on. */
export const deadlineExceeded: PodStatusOverride = {
  phase: "Failed",
  reason: "DeadlineExceeded",
  message,
};

/** Written at each generation of the status too: several times while the pod ends. */
export const deadlineExceededEvent: KubeletEvent = {
  eventType: "Normal",
  reason: deadlineExceeded.reason,
  message,
};

/**
 * `startTimeMs` is the status manager's, else the source's. It was cut to whole seconds, so a pod
 * may be up to a second short of its time.
 */
export function isPastActiveDeadline(
  { spec }: Pick<KubePod, "spec">,
  startTimeMs: number | undefined,
  nowMs: number,
): boolean {
  if (spec.activeDeadlineSeconds === undefined || startTimeMs === undefined) return false;
  return nowMs - startTimeMs >= spec.activeDeadlineSeconds * 1000;
}
