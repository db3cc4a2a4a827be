/**
 * How long a pod stays on a node that is not ready, or that has fallen silent.
 *
 * Models: kubernetes/pkg/controller/tainteviction/taint_eviction.go processPodOnNode,
 * getMinTolerationTime; kubernetes/pkg/apis/core/v1/helper/helpers.go GetMatchingTolerations;
 * plugin/pkg/admission/defaulttolerationseconds/admission.go.
 */
import type { KubePod, Toleration } from "../model/kube-pod.ts";
import type { Taint } from "../model/node.ts";

/** A deletion that is planned, in virtual ms. */
export interface Eviction {
  readonly createdMs: number;
  readonly fireMs: number;
}

const defaultSeconds = 300;
const noExecute = "NoExecute";

/**
 * What is planned for a pod on a node with these taints, which are all NoExecute and not none;
 * undefined: it stays. What was planned before keeps its time, whatever has changed since.
 */
export function planEviction(
  pod: KubePod,
  taints: readonly Taint[],
  known: Eviction | undefined,
  nowMs: number,
): Eviction | undefined {
  const used = matchingTolerations(taints, tolerationsOf(pod));
  if (used === undefined) return { createdMs: nowMs, fireMs: nowMs };
  const stayMs = minTolerationMs(used);
  if (stayMs === undefined) return undefined;
  return known ?? { createdMs: nowMs, fireMs: nowMs + stayMs };
}

/** With those that the API server gives to a pod that says nothing of them. */
function tolerationsOf({ spec, annotations }: KubePod): readonly Toleration[] {
  // Static pods tolerate everything, and their mirrors say so.
  if (annotations?.["kubernetes.io/config.source"] === "file") return [{ operator: "Exists" }];
  const own = spec.tolerations ?? [];
  const defaults = ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"]
    .filter((key) => !own.some((toleration) => isAbout(toleration, key)))
    .map((key) => ({ key, operator: "Exists", tolerationSeconds: defaultSeconds }));
  return [...own, ...defaults];
}

function isAbout({ key = "", effect = "" }: Toleration, taintKey: string): boolean {
  return (key === "" || key === taintKey) && (effect === "" || effect === noExecute);
}

/** The first one for each taint; undefined where one of them is not tolerated. */
function matchingTolerations(
  taints: readonly Taint[],
  tolerations: readonly Toleration[],
): readonly Toleration[] | undefined {
  const found = taints.map((taint) => tolerations.find((one) => tolerates(one, taint)));
  return found.every((one) => one !== undefined) ? found : undefined;
}

/** The taints that the control plane sets have no value. */
function tolerates(toleration: Toleration, { key }: Taint): boolean {
  const { operator = "Equal", value = "" } = toleration;
  return isAbout(toleration, key) && (operator === "Exists" || value === "");
}

/** Undefined: for ever. */
function minTolerationMs(used: readonly Toleration[]): number | undefined {
  const limits = used.flatMap(({ tolerationSeconds }) => tolerationSeconds ?? []);
  return limits.length === 0 ? undefined : Math.max(0, Math.min(...limits)) * 1000;
}
