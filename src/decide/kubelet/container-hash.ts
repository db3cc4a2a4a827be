/**
 * The fingerprint of the part of a container's spec whose change replaces it: name and image alone.
 *
 * Models: kubernetes/pkg/kubelet/container/helpers.go HashContainer.
 */
import type { KubeContainer } from "../../model/kube-pod.ts";

const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

/**
 * 32-bit FNV-1a in hexadecimal, as upstream writes it into the annotation of a container. The text
 * under it is our own, so the digits differ from upstream's; only their equality is ever used.
 */
export function hashContainer(container: Pick<KubeContainer, "name" | "image">): string {
  // In this order whatever the order in the manifest: moving a line is no change.
  const text = JSON.stringify({ image: container.image, name: container.name });
  let hash = offsetBasis;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), prime) >>> 0;
  }
  return hash.toString(16);
}
