/**
 * The quality of service class of a pod, from the CPU and memory its containers ask for.
 *
 * Models: kubernetes/pkg/apis/core/v1/helper/qos/qos.go GetPodQOS, ComputePodQOS.
 */
import type { KubeContainer, KubePod } from "../../model/kube-pod.ts";
import { type Quantity, parseQuantity } from "./quantity.ts";

export type PodQosClass = "Guaranteed" | "Burstable" | "BestEffort";

const counted = ["cpu", "memory"];

/** What the API server wrote at the creation stands. */
export function getPodQos({ spec, status }: KubePod): string {
  return status.qosClass ?? computePodQos([...spec.containers, ...(spec.initContainers ?? [])]);
}

/** Guaranteed takes both limits on each container, and requests that add up to the limits. */
export function computePodQos(containers: readonly KubeContainer[]): PodQosClass {
  const requests = total(containers.map(({ resources }) => resources?.requests));
  const limits = total(containers.map(({ resources }) => resources?.limits));
  if (requests.size === 0 && limits.size === 0) return "BestEffort";
  const isLimited = containers.every(
    ({ resources }) => total([resources?.limits]).size === counted.length,
  );
  const isEqual = counted.every((name) => requests.get(name) === limits.get(name));
  return isLimited && isEqual ? "Guaranteed" : "Burstable";
}

/**
 * The sums of what is above zero, in billionths: a sum of zeros is as good as none. The manifest
 * layer has refused what is no quantity.
 */
function total(
  lists: readonly (Readonly<Record<string, string>> | undefined)[],
): ReadonlyMap<string, Quantity> {
  const sums = new Map<string, Quantity>();
  for (const list of lists) {
    for (const name of counted) {
      const amount = parseQuantity(list?.[name] ?? "0") ?? 0n;
      if (amount > 0n) sums.set(name, (sums.get(name) ?? 0n) + amount);
    }
  }
  return sums;
}
