/**
 * Whether a pod waits for volumes before anything of it is set up, and when they are there.
 *
 * A volume is mounted by two loops, one after the other: one sees that the pod wants it, the other
 * mounts it. The sync of the pod looks at once, which is too early, and then at each retry.
 *
 * Models: kubernetes/pkg/kubelet/volumemanager/volume_manager.go WaitForAttachAndMount,
 * WaitForUnmount, getExpectedVolumes;
 * kubernetes/pkg/kubelet/volumemanager/populator/desired_state_of_world_populator.go populatorLoop;
 * kubernetes/pkg/kubelet/volumemanager/reconciler/reconciler.go Run.
 */
import type { KubeContainer, KubePod } from "../../model/kube-pod.ts";
import { takenAtMs } from "./work-queue.ts";

/** The sleep of either loop. */
export const volumeLoopPeriodMs = 100;
/** Upstream's podAttachAndMountRetryInterval and podAttachAndMountTimeout. */
export const volumeRetryMs = 300;
export const volumeTimeoutMs = 123_000;

/** When the loops come by: each a moment of theirs, in virtual milliseconds. */
export interface VolumeLoops {
  readonly populatorMs: number;
  readonly reconcilerMs: number;
}

/** Only what a container mounts counts, not what the pod declares beside that. */
export function expectsVolumes(pod: Pick<KubePod, "source" | "spec">): boolean {
  const { initContainers = [], containers, ephemeralContainers = [] } = pod.spec;
  const all = [...initContainers, ...containers, ...ephemeralContainers];
  return hasTokenVolume(pod) || all.some(mounts);
}

/**
 * Whether admission has added the volume with the token of the pod's service account. A simulated
 * cluster has an account where the pod says so, as those have that real kubelets were recorded in.
 *
 * Models: kubernetes/plugin/pkg/admission/serviceaccount/admission.go mountServiceAccountToken.
 */
function hasTokenVolume({ source, spec }: Pick<KubePod, "source" | "spec">): boolean {
  const { automountServiceAccountToken: automount, serviceAccountName } = spec;
  const hasAccount = automount === true || (serviceAccountName ?? "") !== "";
  return source === "api" && hasAccount && automount !== false;
}

function mounts({ volumeMounts = [], volumeDevices = [] }: KubeContainer): boolean {
  return volumeMounts.length + volumeDevices.length > 0;
}

/** When volumes that are wanted from `fromMs` on are mounted, or that are not are unmounted. */
export function volumesSettledAtMs(fromMs: number, loops: VolumeLoops, takesMs: number): number {
  const populatedMs = takenAtMs(fromMs, loops.populatorMs, volumeLoopPeriodMs);
  return takenAtMs(populatedMs, loops.reconcilerMs, volumeLoopPeriodMs) + takesMs;
}
