/**
 * Whether a pod may run on this node. It is asked once, when the pod is added; a pod that was
 * refused has failed, and is never asked about again.
 *
 * Models: kubernetes/pkg/kubelet/lifecycle/predicate.go Admit, generalFilter;
 * kubernetes/pkg/scheduler/framework/plugins/noderesources/fit.go fitsRequest;
 * kubernetes/pkg/kubelet/kubelet.go HandlePodAdditions, rejectPod.
 */
import type { KubePod } from "../../model/kube-pod.ts";
import { type PodApiStatus, type PodPhase, emptyPodStatus } from "../../model/kube-status.ts";
import { type Amounts, amountsOf, podRequests } from "./pod-requests.ts";
import type { PodSyncStatus } from "./pod-worker.ts";
import { type Requirement, isCriticalPod, podsToPreempt } from "./preemption.ts";
import { getPodQos } from "./qos.ts";

export interface AdmissionNode {
  readonly name: string;
  /** A resource that is left out is not compared; `pods` is 110 then. */
  readonly allocatable: Readonly<Record<string, string>>;
}

export interface Refusal {
  /** Of the status and of the event; the event has the message as it is. */
  readonly reason: string;
  readonly message: string;
}

export type Admission =
  | { readonly kind: "admitted"; readonly preempts: readonly KubePod[] }
  | ({ readonly kind: "refused" } & Refusal);

interface Shortage {
  readonly resource: string;
  readonly requested: bigint;
  readonly used: bigint;
  readonly capacity: bigint;
}

const podsMaxDefault = "110";

/** `active` are the pods that count, see `isActivePod`; the pod itself among them is left out. */
export function admitPod(pod: KubePod, active: readonly KubePod[], node: AdmissionNode): Admission {
  const others = active.filter(({ uid }) => uid !== pod.uid);
  const shortages = shortagesOf(pod, others, node);
  const misfit = misfitOf(pod, node);
  if (shortages.length > 0 && misfit === undefined && isCriticalPod(pod)) {
    return makeRoom(pod, others, shortages);
  }
  // A critical pod is not told of what others would have to give up for it.
  const [first] = isCriticalPod(pod) ? [] : shortages;
  const refusal = first === undefined ? misfit : refusalOf(first);
  if (refusal !== undefined) return { kind: "refused", ...refusal };
  return { kind: "admitted", preempts: [] };
}

/** In upstream's order, of which the first is told; resources of one's own come last, by name. */
function shortagesOf(
  pod: KubePod,
  others: readonly KubePod[],
  { allocatable }: AdmissionNode,
): readonly Shortage[] {
  const capacities = amountsOf({ pods: podsMaxDefault, ...allocatable });
  const requests = podRequests(pod);
  const shortages: Shortage[] = [];
  const compare = (resource: string, requested: bigint, inUse: () => bigint) => {
    const capacity = capacities.get(resource);
    if (capacity === undefined || requested === 0n) return;
    const used = inUse();
    if (requested > capacity - used) shortages.push({ resource, requested, used, capacity });
  };
  compare("pods", 1n, () => BigInt(others.length));
  for (const resource of namesInOrder(requests)) {
    compare(resource, requests.get(resource) ?? 0n, () =>
      others.reduce((sum, other) => sum + (podRequests(other).get(resource) ?? 0n), 0n),
    );
  }
  return shortages;
}

const firstNames = ["cpu", "memory", "ephemeral-storage"];

function namesInOrder(requests: Amounts): readonly string[] {
  const rest = [...requests.keys()].filter((name) => !firstNames.includes(name) && name !== "pods");
  return [...firstNames, ...rest.toSorted()];
}

function refusalOf({ resource, requested, used, capacity }: Shortage): Refusal {
  const amounts = `requested: ${requested}, used: ${used}, capacity: ${capacity}`;
  return {
    reason: `OutOf${resource}`,
    message: `Node didn't have enough resource: ${resource}, ${amounts}`,
  };
}

/** What no other pod can make good. */
function misfitOf({ spec }: KubePod, node: AdmissionNode): Refusal | undefined {
  if (spec.nodeName === undefined || spec.nodeName === node.name) return undefined;
  const what = "node(s) didn't match the requested node name";
  return { reason: "NodeName", message: `Predicate NodeName failed: ${what}` };
}

/** Models: kubernetes/pkg/kubelet/preemption/preemption.go HandleAdmissionFailure. */
function makeRoom(
  pod: KubePod,
  others: readonly KubePod[],
  shortages: readonly Shortage[],
): Admission {
  const required = shortages.map(({ resource, requested, used, capacity }): Requirement => ({
    resource,
    amount: requested - (capacity - used),
  }));
  const preemption = podsToPreempt(pod, others, required);
  if (preemption.kind === "found") return { kind: "admitted", preempts: preemption.pods };
  const why = `no set of running pods found to reclaim resources: ${preemption.missing}`;
  return {
    kind: "refused",
    reason: "UnexpectedAdmissionError",
    message:
      "Unexpected error while attempting to recover from admission failure: " +
      `preemption: error finding a set of pods to preempt: ${why}`,
  };
}

/** The status of a pod that was refused: no container, and no condition. */
export function refusedStatus(pod: KubePod, { reason, message }: Refusal): PodApiStatus {
  return {
    ...emptyPodStatus,
    phase: "Failed",
    reason,
    message: `Pod was rejected: ${message}`,
    qosClass: getPodQos(pod),
  };
}

/**
 * Whether a pod takes room: one that has ended, here or by what its source says, does not, unless
 * its containers are still being stopped.
 * Models: kubernetes/pkg/kubelet/kubelet_pods.go isPodInactive, isAdmittedPodTerminal.
 */
export function isActivePod(
  pod: KubePod,
  statusPhase: PodPhase | undefined,
  worker: PodSyncStatus | undefined,
): boolean {
  if (worker?.terminatedAtMs !== undefined) return false;
  const hasEnded = isTerminal(pod.status.phase) || isTerminal(statusPhase);
  return !hasEnded || worker?.terminatingAtMs !== undefined;
}

/** A pod that ends, or has ended, is not asked for: its worker sets nothing up anyway. */
export function needsAdmission(pod: KubePod, worker: PodSyncStatus | undefined): boolean {
  return worker?.terminatingAtMs === undefined && !isTerminal(pod.status.phase);
}

/** The order in which pods that come together are asked for: the oldest first. */
export function inAdmissionOrder(pods: readonly KubePod[]): readonly KubePod[] {
  // Static pods have no time of creation, which is older than any.
  const age = ({ creationTimestampMs }: KubePod) => creationTimestampMs ?? -Infinity;
  return pods.toSorted((a, b) => (age(a) === age(b) ? 0 : age(a) - age(b)));
}

function isTerminal(phase: PodPhase | undefined): boolean {
  return phase === "Failed" || phase === "Succeeded";
}
