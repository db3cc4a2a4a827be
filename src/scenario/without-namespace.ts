/** `shop/orders` in a flag is `orders`, as scenarios name pods without their namespaces. */
import type { Manifest } from "../manifest/manifest.ts";

/**
 * What stands before the first `/` is left out where it is a namespace, and could be nothing else:
 * no pod and no owner of pods has that name, and what follows is in no other namespace.
 */
export function withoutNamespace(name: string, pods: readonly Manifest[]): string {
  const slash = name.indexOf("/");
  const namespace = name.slice(0, Math.max(0, slash));
  const rest = name.slice(slash + 1);
  const [podName] = rest.split("/");
  const namesOf = ({ pod, owner }: Manifest): readonly (string | undefined)[] => [
    pod.metadata.name,
    owner?.name,
  ];
  const isIn = ({ pod }: Manifest): boolean => pod.metadata.namespace === namespace;
  const isPod = pods.some((manifest) => namesOf(manifest).includes(namespace));
  const isOfOthers = pods.some(
    (manifest) => !isIn(manifest) && namesOf(manifest).includes(podName),
  );
  return pods.some(isIn) && !isPod && !isOfOthers ? rest : name;
}
