/**
 * Whether a pod needs a new sandbox, and the number of the attempt that makes it.
 *
 * Models: kubernetes/pkg/kubelet/kuberuntime/util/util.go PodSandboxChanged.
 */
import type { KubePod } from "../../model/kube-pod.ts";
import type { RuntimePodStatus } from "../../model/kube-runtime.ts";

export interface SandboxChange {
  readonly changed: boolean;
  /** Of the sandbox to make, or of the one that stays. */
  readonly attempt: number;
  /** The newest sandbox; empty where there was none, and then nobody is told of a change. */
  readonly sandboxId: string;
}

/**
 * A changed `hostNetwork` is left out: the pod of a UID keeps it, and a record does not tell it.
 * Only the newest attempt is counted on, as upstream does, not the highest.
 */
export function podSandboxChanged(pod: KubePod, podStatus: RuntimePodStatus): SandboxChange {
  const [newest] = podStatus.sandboxes;
  if (newest === undefined) return { changed: true, attempt: 0, sandboxId: "" };
  const ready = podStatus.sandboxes.filter(({ state }) => state === "SANDBOX_READY");
  const hasAddress = pod.spec.hostNetwork === true || (newest.ip ?? "") !== "";
  const isGood = ready.length === 1 && ready[0] === newest && hasAddress;
  return {
    changed: !isGood,
    attempt: isGood ? newest.attempt : newest.attempt + 1,
    sandboxId: newest.id,
  };
}
