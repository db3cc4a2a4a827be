/**
 * The Node object of the API and the Lease beside it. Times are virtual milliseconds; those of the
 * conditions and taints are cut to whole seconds of the wall clock, as the API does.
 * Models: kubernetes/staging/src/k8s.io/api/core/v1/types.go NodeStatus, Taint;
 * kubernetes/staging/src/k8s.io/api/coordination/v1/types.go LeaseSpec.
 */
import type { ConditionStatus } from "./kube-status.ts";

export interface NodeCondition {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly reason: string;
  readonly message: string;
  /** When the kubelet last said so; a condition that the control plane wrote keeps the last one. */
  readonly lastHeartbeatTimeMs: number;
  readonly lastTransitionTimeMs: number;
}

/** What a patch sets of the condition of that type; what it leaves out stays. */
export type NodeConditionPatch = Pick<NodeCondition, "type"> & Partial<NodeCondition>;

export interface Taint {
  readonly key: string;
  readonly effect: "NoSchedule" | "NoExecute";
  readonly timeAddedMs: number;
}

/** Taints are told apart by these. */
export type TaintName = Pick<Taint, "key" | "effect">;

export interface NodeObject {
  readonly name: string;
  readonly resourceVersion: string;
  readonly conditions: readonly NodeCondition[];
  readonly taints: readonly Taint[];
}

export interface NodeLease {
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  readonly renewTimeMs: number;
}

export interface NodeWatch {
  readonly type: "api.node";
  readonly node: NodeObject;
}

export interface LeaseWatch {
  readonly type: "api.lease";
  readonly lease: NodeLease;
}
