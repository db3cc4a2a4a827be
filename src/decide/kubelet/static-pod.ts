/**
 * What the kubelet makes of a pod that it reads from a file: a name with the node's at its end,
 * and a UID from where it stands and what it says.
 *
 * Models: kubernetes/pkg/kubelet/config/common.go applyDefaults, generatePodName.
 */
import type { KubePod } from "../../model/kube-pod.ts";

export function staticPod(pod: KubePod, path: string, nodeName: string): KubePod {
  const name = `${pod.name}-${nodeName.toLowerCase()}`;
  const content = JSON.stringify([nodeName, path, pod.namespace, pod.name, pod.labels, pod.spec]);
  const uid = hash(content);
  const annotations = {
    ...pod.annotations,
    "kubernetes.io/config.hash": uid,
    "kubernetes.io/config.source": "file",
  };
  return { ...pod, name, uid, annotations };
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
