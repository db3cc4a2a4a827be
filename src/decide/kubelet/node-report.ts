/**
 * What a kubelet says of its node, and when it says it again though nothing has changed.
 *
 * Models: kubernetes/pkg/kubelet/kubelet_node_status.go tryUpdateNodeStatus, updateNode,
 * isUpdateStatusPeriodExpired, calculateDelay; kubernetes/pkg/kubelet/nodestatus/setters.go
 * ReadyCondition.
 */
import type { NodeCondition, NodeConditionPatch } from "../../model/node.ts";
import type { KubeletFeatures } from "./features.ts";

export const nodeStatusUpdateFrequencyMs = 10_000;
export const nodeStatusReportFrequencyMs = 300_000;

/** When it was patched last; absent: not by this kubelet. */
export interface NodeReport {
  readonly lastMs?: number;
  /** By how much later or sooner than after the usual time the next one is due. */
  readonly delayMs: number;
}

/** `known` is the condition as the kubelet has it from the API; `errors`: why it is not ready. */
export function readyCondition(
  known: NodeCondition | undefined,
  errors: string | undefined,
  nowMs: number,
): NodeCondition {
  const said =
    errors === undefined
      ? {
          status: "True" as const,
          reason: "KubeletReady",
          message: "kubelet is posting ready status",
        }
      : { status: "False" as const, reason: "KubeletNotReady", message: errors };
  const isSame = known?.status === said.status;
  return {
    type: "Ready",
    ...said,
    lastHeartbeatTimeMs: nowMs,
    lastTransitionTimeMs: isSame ? known.lastTransitionTimeMs : nowMs,
  };
}

/** The heartbeat alone is no change. */
export function conditionHasChanged(
  known: NodeCondition | undefined,
  said: NodeCondition,
): boolean {
  return Object.keys(conditionPatch(known, said)).some(
    (field) => field !== "type" && field !== "lastHeartbeatTimeMs",
  );
}

/** What differs from what the kubelet knows: the API may have something else by now. */
export function conditionPatch(
  known: NodeCondition | undefined,
  said: NodeCondition,
): NodeConditionPatch {
  const fields = Object.entries(said).filter(
    ([field, value]) => known?.[field as keyof NodeCondition] !== value,
  );
  return { ...Object.fromEntries(fields), type: said.type };
}

export function isReportDue({ lastMs, delayMs }: NodeReport, nowMs: number): boolean {
  return lastMs === undefined || nowMs - lastMs >= nodeStatusReportFrequencyMs + delayMs;
}

/** The delay that a patch sets; `draw` is in [0, 1). */
export function reportDelayMs(
  { lastMs }: NodeReport,
  hasChanged: boolean,
  draw: number,
  { nodeReportIsSpread }: Pick<KubeletFeatures, "nodeReportIsSpread">,
): number {
  const isFirst = hasChanged || lastMs === undefined;
  return nodeReportIsSpread && isFirst ? Math.floor(nodeStatusReportFrequencyMs * (draw - 0.5)) : 0;
}
