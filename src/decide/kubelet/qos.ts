/**
 * The quality of service class of a pod, from the CPU and memory its containers ask for.
 *
 * Models: kubernetes/pkg/apis/core/v1/helper/qos/qos.go GetPodQOS, ComputePodQOS.
 */
import type { KubeContainer, KubePod } from "../../model/kube-pod.ts";

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

/** The sums of what is above zero, in billionths: a sum of zeros is as good as none. */
function total(
  lists: readonly (Readonly<Record<string, string>> | undefined)[],
): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const list of lists) {
    for (const name of counted) {
      const amount = parseNano(list?.[name] ?? "0");
      if (amount > 0n) sums.set(name, (sums.get(name) ?? 0n) + amount);
    }
  }
  return sums;
}

const pattern = /^([+-]?)(\d*)\.?(\d*)(?:([KMGTPE]i)|([numkMGTPE])|[eE]([+-]?\d{1,3}))?$/;
const binary = ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const decimal: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};

/**
 * A quantity in billionths, rounded up as upstream does. Exact, so that `0.3` and `300m` are equal.
 * The manifest layer has refused what is no quantity.
 */
function parseNano(text: string): bigint {
  const match = pattern.exec(text);
  if (match === null) return 0n;
  const [, sign, whole = "", fraction = "", power, suffix = "", exponent = "0"] = match;
  const digits = BigInt(`${whole}${fraction}` || "0");
  const scale = power === undefined ? 1n : 1024n ** BigInt(binary.indexOf(power) + 1);
  const shift = 9 - fraction.length + (decimal[suffix] ?? 0) + Number(exponent);
  const ten = 10n ** BigInt(Math.abs(shift));
  const amount = digits * scale;
  const nano = shift >= 0 ? amount * ten : (amount + ten - 1n) / ten;
  return sign === "-" ? -nano : nano;
}
