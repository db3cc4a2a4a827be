/**
 * How long a pod stays on a node that has fallen silent.
 *
 * Models: kubernetes/pkg/controller/tainteviction/taint_eviction.go getMinTolerationTime;
 * plugin/pkg/admission/defaulttolerationseconds/admission.go.
 */
import type { KubePod } from "../model/kube-pod.ts";

const unreachable = "node.kubernetes.io/unreachable";
const defaultSeconds = 300;

/** Undefined: for ever. A pod that says nothing is given the default by the API server. */
export function tolerationMs({ spec, annotations }: KubePod): number | undefined {
  // Static pods tolerate everything, and their mirrors say so.
  if (annotations?.["kubernetes.io/config.source"] === "file") return undefined;
  const matching = (spec.tolerations ?? []).filter(
    ({ key, operator, effect }) =>
      (key === unreachable || (key === undefined && operator === "Exists")) &&
      (effect === undefined || effect === "" || effect === "NoExecute"),
  );
  if (matching.length === 0) return defaultSeconds * 1000;
  const limits = matching.flatMap(({ tolerationSeconds }) => tolerationSeconds ?? []);
  return limits.length === 0 ? undefined : Math.max(0, Math.min(...limits)) * 1000;
}
