/**
 * What a pod asks of its node: the most that its containers ask for at one time.
 *
 * Models: kubernetes/staging/src/k8s.io/component-helpers/resource/helpers.go PodRequests.
 */
import type { KubeContainer, KubePod } from "../../model/kube-pod.ts";
import { milliValueOf, parseQuantity, valueOf } from "./quantity.ts";

/** By the resource's name; processor time in thousandths, all else in units. */
export type Amounts = ReadonlyMap<string, bigint>;

/** A spec is never changed, and is asked for again with each pod that comes. */
const known = new WeakMap<KubePod["spec"], Amounts>();

/**
 * Regular containers and sidecars run together. An ordinary init container runs with the sidecars
 * that come before it, so it only counts where that is more.
 */
export function podRequests({ spec }: Pick<KubePod, "spec">): Amounts {
  const before = known.get(spec);
  if (before) return before;
  const requests = requestsOfPod(spec);
  known.set(spec, requests);
  return requests;
}

function requestsOfPod(spec: KubePod["spec"]): Amounts {
  let together = sum(spec.containers.map(requestsOf));
  let sidecars: Amounts = new Map();
  let initialising: Amounts = new Map();
  for (const container of spec.initContainers ?? []) {
    const requests = requestsOf(container);
    const beside = sum([sidecars, requests]);
    if (container.restartPolicy === "Always") {
      together = sum([together, requests]);
      sidecars = beside;
    }
    initialising = most(initialising, beside);
  }
  return new Map(
    [...most(together, initialising)].map(([name, nano]) => [name, amountOf(name, nano)]),
  );
}

/** A node's allocatable amounts, or any other list of quantities, in the same units. */
export function amountsOf(list: Readonly<Record<string, string>>): Amounts {
  return new Map(
    Object.entries(list).map(([name, text]) => [name, amountOf(name, parseQuantity(text) ?? 0n)]),
  );
}

function sum(lists: readonly Amounts[]): Amounts {
  const total = new Map<string, bigint>();
  for (const list of lists) {
    for (const [name, amount] of list) total.set(name, (total.get(name) ?? 0n) + amount);
  }
  return total;
}

function most(one: Amounts, other: Amounts): Amounts {
  const larger = new Map(one);
  for (const [name, amount] of other) {
    if (amount > (larger.get(name) ?? 0n)) larger.set(name, amount);
  }
  return larger;
}

function requestsOf({ resources }: KubeContainer): Amounts {
  const requests = Object.entries(resources?.requests ?? {});
  return new Map(requests.map(([name, text]) => [name, parseQuantity(text) ?? 0n]));
}

function amountOf(name: string, nano: bigint): bigint {
  return name === "cpu" ? milliValueOf(nano) : valueOf(nano);
}
