/**
 * Which pods go so that one that must run has room.
 *
 * Models: kubernetes/pkg/kubelet/preemption/preemption.go getPodsToPreempt,
 * evictPodsToFreeRequests;
 * kubernetes/pkg/kubelet/types/pod_update.go IsCriticalPod, Preemptable.
 */
import type { KubePod } from "../../model/kube-pod.ts";
import { type ConditionInput, generateDisruptionTargetCondition } from "./conditions.ts";
import { podRequests } from "./pod-requests.ts";
import type { PodStatusOverride } from "./pod-worker.ts";
import { getPodQos } from "./qos.ts";

const systemCriticalPriority = 2_000_000_000;

/** Put over the status of a pod that goes; its containers have their normal grace. */
export function preemptedStatus(
  input: Pick<ConditionInput, "pod" | "oldStatus" | "features">,
): PodStatusOverride {
  return {
    phase: "Failed",
    reason: "Preempting",
    message: "Preempted in order to admit critical pod",
    condition: generateDisruptionTargetCondition(
      input,
      "Pod was preempted by Kubelet to accommodate a critical pod.",
    ),
  };
}

export function isCriticalPod({ source, annotations, spec }: KubePod): boolean {
  if (source === "file" || annotations?.["kubernetes.io/config.mirror"] !== undefined) return true;
  return (spec.priority ?? 0) >= systemCriticalPriority;
}

export function isPreemptable(preemptor: KubePod, pod: KubePod): boolean {
  if (isCriticalPod(preemptor) && !isCriticalPod(pod)) return true;
  const [wanted, given] = [preemptor.spec.priority, pod.spec.priority];
  return wanted !== undefined && given !== undefined && wanted > given;
}

export interface Requirement {
  readonly resource: string;
  /** What is missing. */
  readonly amount: bigint;
}

export type Preemption =
  | { readonly kind: "found"; readonly pods: readonly KubePod[] }
  | { readonly kind: "notFound"; readonly missing: string };

/**
 * As few pods as can be, of the lowest class that has the room, and of those the smallest. What a
 * higher class must give is settled first, as if all of the lower ones were gone.
 */
export function podsToPreempt(
  preemptor: KubePod,
  pods: readonly KubePod[],
  required: readonly Requirement[],
): Preemption {
  const candidates = pods.filter((pod) => isPreemptable(preemptor, pod));
  const ofClass = (name: string) => candidates.filter((pod) => getPodQos(pod) === name);
  const [bestEffort, burstable, guaranteed] = ["BestEffort", "Burstable", "Guaranteed"].map(
    ofClass,
  ) as [KubePod[], KubePod[], KubePod[]];
  const out = subtract(required, candidates);
  if (out.length > 0) return { kind: "notFound", missing: textOf(out) };
  const fromGuaranteed = byDistance(guaranteed, subtract(required, [...bestEffort, ...burstable]));
  const fromBurstable = byDistance(
    burstable,
    subtract(required, [...bestEffort, ...fromGuaranteed]),
  );
  const others = [...fromBurstable, ...fromGuaranteed];
  const fromBestEffort = byDistance(bestEffort, subtract(required, others));
  return { kind: "found", pods: [...fromBestEffort, ...others] };
}

/** Takes the pod that brings the sum nearest, again and again. It is known that they suffice. */
function byDistance(
  pods: readonly KubePod[],
  required: readonly Requirement[],
): readonly KubePod[] {
  const left = [...pods];
  const taken: KubePod[] = [];
  let missing = required;
  while (missing.length > 0) {
    const [first] = left;
    if (first === undefined) return taken;
    let best = { at: 0, pod: first, distance: distance(missing, first) };
    for (const [at, pod] of left.entries()) {
      const here = distance(missing, pod);
      const isNearer = here < best.distance;
      if (isNearer || (here === best.distance && asksForLess(pod, best.pod))) {
        best = { at, pod, distance: here };
      }
    }
    taken.push(best.pod);
    missing = subtract(missing, [best.pod]);
    // The last one takes its place, as upstream has it: that is the order of what is equal.
    const last = left.pop();
    if (last !== undefined && best.at < left.length) left[best.at] = last;
  }
  return taken;
}

/** The parts that are missing after it, squared, so that every resource weighs the same. */
function distance(required: readonly Requirement[], pod: KubePod): number {
  return required.reduce((total, { resource, amount }) => {
    const rest = Number(amount - requestOf(pod, resource));
    return rest > 0 ? total + (rest / Number(amount)) ** 2 : total;
  }, 0);
}

function subtract(
  required: readonly Requirement[],
  pods: readonly KubePod[],
): readonly Requirement[] {
  return required.flatMap(({ resource, amount }) => {
    const given = pods.reduce((total, pod) => total + requestOf(pod, resource), 0n);
    return given < amount ? [{ resource, amount: amount - given }] : [];
  });
}

/** By memory, then by processor time; of two equal ones the later counts as less. */
function asksForLess(one: KubePod, other: KubePod): boolean {
  for (const resource of ["memory", "cpu"]) {
    const [ofOne, ofOther] = [requestOf(one, resource), requestOf(other, resource)];
    if (ofOne !== ofOther) return ofOne < ofOther;
  }
  return true;
}

/** Models: kubernetes/pkg/api/v1/resource/helpers.go GetResourceRequest. */
function requestOf(pod: KubePod, resource: string): bigint {
  return resource === "pods" ? 1n : (podRequests(pod).get(resource) ?? 0n);
}

function textOf(required: readonly Requirement[]): string {
  const each = required.map(({ resource, amount }) => `(res: ${resource}, q: ${amount}), `);
  return `[${each.join("")}]`;
}
