/** A pod whose first sync waits for its volumes, so that nothing of it is set up. */
import { expectsVolumes } from "../decide/kubelet/volume-manager.ts";
import type { Path } from "../yaml/document.ts";
import type { AdvisedPod } from "./advised-run.ts";

/** Of one that its kubelet has taken up, and that has come no further. */
export function waitsForVolumes(pod: AdvisedPod): boolean {
  return !pod.isSetUp && pod.containers.length > 0 && expectsVolumes(pod);
}

/** Where its volumes stand, or the account whose token is one. */
export function volumesPath({ spec }: AdvisedPod): Path {
  const names = ["volumes", "automountServiceAccountToken", "serviceAccountName"] as const;
  return ["spec", names.find((name) => spec[name] !== undefined) ?? "containers"];
}
