/**
 * What the control plane makes of a node: whether it is silent, and how it is tainted.
 *
 * The node is taken to be one of several, the others being well. Of a cluster whose nodes are all
 * not ready upstream takes the taints of all away and evicts nothing (handleDisruption).
 *
 * Models: kubernetes/pkg/controller/nodelifecycle/node_lifecycle_controller.go monitorNodeHealth,
 * tryUpdateNodeHealth, processTaintBaseEviction, doNoScheduleTaintingPass,
 * doNoExecuteTaintingPass.
 */
import type { ConditionStatus } from "../model/kube-status.ts";
import type { NodeCondition, NodeLease, NodeObject, TaintName } from "../model/node.ts";

export const nodeMonitorPeriodMs = 5_000;
/** Since 1.32; 40 s before. */
export const nodeMonitorGracePeriodMs = 50_000;
/** How often the queue of nodes that are to be tainted is looked at. */
export const nodeEvictionPeriodMs = 100;

/** What the controller noticed last of a node, and when: it looks only now and then. */
export interface NodeHealth {
  readonly probeMs: number;
  readonly heartbeatMs: number;
  readonly renewTimeMs: number;
}

/** What a round does about the node, in this order. */
export type NodeStep =
  | { readonly step: "setConditions"; readonly conditions: readonly NodeCondition[] }
  | SwapTaints
  /** The next look into the queue sets it, if the node is not ready then. */
  | { readonly step: "queueTaint" }
  | { readonly step: "markPodsNotReady" };

export interface SwapTaints {
  readonly step: "swapTaints";
  readonly add: readonly TaintName[];
  readonly remove: readonly TaintName[];
}

export interface NodeView {
  readonly node: NodeObject;
  readonly lease: NodeLease;
}

export interface NodeMoment {
  readonly nowMs: number;
  readonly toApiTime: (ms: number) => number;
  /** Whether a node that was just found silent is queued in the same round (1.34 and later). */
  readonly taintsAtOnce: boolean;
}

export interface NodeRound {
  readonly health: NodeHealth;
  readonly steps: readonly NodeStep[];
}

const notReady = "node.kubernetes.io/not-ready";
const unreachable = "node.kubernetes.io/unreachable";

/** Of the condition Ready. */
const taintKeys: Readonly<Record<ConditionStatus, string | undefined>> = {
  True: undefined,
  False: notReady,
  Unknown: unreachable,
};

/** One round of the monitor. */
export function monitorNodeHealth(
  { node, lease }: NodeView,
  before: NodeHealth,
  { nowMs, toApiTime, taintsAtOnce }: NodeMoment,
): NodeRound {
  const ready = readyOf(node);
  const heartbeatMs = ready?.lastHeartbeatTimeMs ?? before.heartbeatMs;
  const isNews = heartbeatMs !== before.heartbeatMs || lease.renewTimeMs > before.renewTimeMs;
  const probeMs = isNews ? nowMs : before.probeMs;
  const health = { probeMs, heartbeatMs, renewTimeMs: lease.renewTimeMs };
  if (ready === undefined) return { health, steps: [] };
  const isSilent = nowMs - probeMs > nodeMonitorGracePeriodMs;
  if (!isSilent || ready.status === "Unknown") {
    return { health, steps: taintSteps(node, ready.status) };
  }
  const atMs = toApiTime(nowMs);
  const conditions = node.conditions.map((one) => toUnknown(one, atMs));
  const taints = taintSteps(node, taintsAtOnce ? "Unknown" : ready.status);
  const marks: readonly NodeStep[] = ready.status === "True" ? [{ step: "markPodsNotReady" }] : [];
  return { health, steps: [{ step: "setConditions", conditions }, ...taints, ...marks] };
}

function toUnknown(condition: NodeCondition, atMs: number): NodeCondition {
  if (condition.status === "Unknown") return condition;
  return {
    ...condition,
    status: "Unknown",
    reason: "NodeStatusUnknown",
    message: "Kubelet stopped posting node status.",
    lastTransitionTimeMs: atMs,
  };
}

/** A taint that is there is swapped at once; the first one waits for its turn. */
function taintSteps(node: NodeObject, status: ConditionStatus): readonly NodeStep[] {
  const key = taintKeys[status];
  const set = [notReady, unreachable].filter((one) => hasTaint(node, noExecute(one)));
  if (key !== undefined && set.includes(key)) return [];
  if (set.length > 0) {
    const add = key === undefined ? [] : [noExecute(key)];
    return [{ step: "swapTaints", add, remove: set.map(noExecute) }];
  }
  return key === undefined ? [] : [{ step: "queueTaint" }];
}

/** What comes of a node whose turn in the queue it is. */
export function noExecuteTaintingPass(node: NodeObject): readonly NodeStep[] {
  const key = taintKeys[readyOf(node)?.status ?? "True"];
  if (key === undefined) return [];
  const opposite = key === notReady ? unreachable : notReady;
  return [{ step: "swapTaints", add: [noExecute(key)], remove: [noExecute(opposite)] }];
}

/** At each change of a node: what keeps new pods away follows its conditions at once. */
export function noScheduleTaintingPass(node: NodeObject): readonly NodeStep[] {
  const key = taintKeys[readyOf(node)?.status ?? "True"];
  const noSchedule = (one: string): TaintName => ({ key: one, effect: "NoSchedule" });
  const add = [key]
    .flatMap((one) => (one === undefined ? [] : noSchedule(one)))
    .filter((taint) => !hasTaint(node, taint));
  const remove = [notReady, unreachable]
    .filter((one) => one !== key)
    .map(noSchedule)
    .filter((taint) => hasTaint(node, taint));
  return add.length + remove.length === 0 ? [] : [{ step: "swapTaints", add, remove }];
}

function readyOf({ conditions }: NodeObject): NodeCondition | undefined {
  return conditions.find(({ type }) => type === "Ready");
}

function noExecute(key: string): TaintName {
  return { key, effect: "NoExecute" };
}

export function hasTaint(
  { taints }: { readonly taints: readonly TaintName[] },
  { key, effect }: TaintName,
): boolean {
  return taints.some((taint) => taint.key === key && taint.effect === effect);
}
