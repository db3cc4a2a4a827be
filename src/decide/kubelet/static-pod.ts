/**
 * What the kubelet makes of a pod that it reads from a file: a name with the node's at its end,
 * and a UID from where it stands, what it says, and which kubelet reads it.
 *
 * Models: kubernetes/pkg/kubelet/config/common.go applyDefaults, generatePodName.
 */
import type { KubePod } from "../../model/kube-pod.ts";
import type { KubeletVersion } from "./versions.ts";

/** Who reads the files of the static pod folder. */
export interface FileReader {
  readonly nodeName: string;
  readonly version: KubeletVersion;
}

/**
 * Upstream hashes the dump of its own type of a pod, to which each minor adds fields: so the same
 * file is another pod to the kubelet of another minor.
 */
export function staticPod(pod: KubePod, path: string, { nodeName, version }: FileReader): KubePod {
  const name = staticPodName(pod.name, nodeName);
  const { namespace, labels, spec } = pod;
  const uid = hash(JSON.stringify([version, nodeName, path, namespace, pod.name, labels, spec]));
  const annotations = {
    ...pod.annotations,
    "kubernetes.io/config.hash": uid,
    "kubernetes.io/config.source": "file",
  };
  return { ...pod, name, uid, annotations };
}

export function staticPodName(name: string, nodeName: string): string {
  return `${name}-${nodeName.toLowerCase()}`;
}

/** Two FNV-1a sums side by side: only whether two contents are the same is of account. */
function hash(text: string): string {
  let [left, right] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index++) {
    left = Math.imul(left ^ text.charCodeAt(index), 0x01000193);
    right = Math.imul(right ^ text.charCodeAt(text.length - 1 - index), 0x811c9dc5);
  }
  const hex = (sum: number): string => (sum >>> 0).toString(16).padStart(8, "0");
  return `${hex(left)}${hex(right)}`;
}
