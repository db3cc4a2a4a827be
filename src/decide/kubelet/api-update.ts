/**
 * What a change of an object makes of a pod that the API server has.
 *
 * Models: kubernetes/pkg/registry/core/pod/strategy.go PrepareForUpdate, podStatusStrategy.
 */
import type { PodChange } from "../../model/api.ts";
import type { KubePod } from "../../model/kube-pod.ts";
import type { PodCondition } from "../../model/kube-status.ts";
import { replaceOrAppendPodCondition } from "./conditions.ts";

/** The newest status stays; a new spec is another generation. */
export function changed(pod: KubePod, change: PodChange): KubePod {
  const isNewSpec = JSON.stringify(change.spec) !== JSON.stringify(pod.spec);
  return isNewSpec
    ? { ...pod, ...change, generation: (pod.generation ?? 1) + 1 }
    : { ...pod, ...change };
}

/** As a patch of the status does: the condition takes the place of the one of its type. */
export function withCondition(pod: KubePod, condition: PodCondition): KubePod {
  const conditions = replaceOrAppendPodCondition(pod.status.conditions, condition);
  return { ...pod, status: { ...pod.status, conditions } };
}
