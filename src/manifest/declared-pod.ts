/** Reduces a manifest to what the textbook kubelet is told of a pod. */
import type { DeclarationSource, DeclaredPod } from "../model/pod.ts";
import type { Manifest } from "./manifest.ts";

export function toDeclaredPod(
  { pod, position }: Manifest,
  source: DeclarationSource,
  uid: string,
): DeclaredPod {
  const { metadata, spec } = pod;
  return {
    namespace: metadata.namespace,
    name: metadata.name,
    uid,
    source,
    restartPolicy: spec.restartPolicy,
    gracePeriodMs: spec.terminationGracePeriodSeconds * 1000,
    containers: spec.containers.map(({ name, image }) => ({ name, image })),
    position,
  };
}
