/** What a trace says of a pod's status: the whole of it, and the conditions that changed. */
import type { PodName } from "../../model/api.ts";
import type { PodApiStatus } from "../../model/kube-status.ts";
import type { ConditionTrace, StatusTrace } from "../../model/trace.ts";

/** `stored`: by the API server; absent: the kubelet only holds it. */
export function statusTrace(
  { namespace, name, uid }: PodName,
  status: PodApiStatus,
  stored?: { readonly resourceVersion: string | undefined },
): StatusTrace {
  const { phase, reason, message, conditions, containerStatuses } = status;
  const { podIP, qosClass, observedGeneration } = status;
  const { resourceVersion } = stored ?? {};
  const { initContainerStatuses, startTimeMs, ephemeralContainerStatuses: ephemeral } = status;
  return {
    type: "status",
    namespace,
    pod: name,
    uid,
    phase,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
    ...(startTimeMs === undefined ? {} : { startTime: startTimeMs / 1000 }),
    conditions,
    ...(initContainerStatuses.length === 0 ? {} : { initContainerStatuses }),
    containerStatuses,
    ...(ephemeral.length === 0 ? {} : { ephemeralContainerStatuses: ephemeral }),
    ...(podIP === undefined ? {} : { podIP }),
    ...(qosClass === undefined ? {} : { qosClass }),
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
    sent: stored !== undefined,
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
}

export function conditionTraces(
  { namespace, name, uid }: PodName,
  before: PodApiStatus | undefined,
  after: PodApiStatus,
): readonly ConditionTrace[] {
  return after.conditions.flatMap(({ type: condition, status: to, reason }) => {
    const from = before?.conditions.find(({ type }) => type === condition)?.status;
    if (from === to) return [];
    return {
      type: "condition" as const,
      namespace,
      pod: name,
      uid,
      condition,
      ...(from === undefined ? {} : { from }),
      to,
      ...(reason === undefined ? {} : { reason }),
    };
  });
}
