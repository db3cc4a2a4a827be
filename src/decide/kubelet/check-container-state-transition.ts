/**
 * Refuses a status in which a container leaves its end although nothing may restart it: such a
 * status is a mistake of the kubelet, and is dropped as a whole.
 *
 * Models: kubernetes/pkg/kubelet/status/status_manager.go checkContainerStateTransition.
 */
import type { KubeContainer, KubePod } from "../../model/kube-pod.ts";
import type { ContainerApiStatus, PodApiStatus } from "../../model/kube-status.ts";
import { allContainersCouldRestart } from "./conditions.ts";
import { containerShouldRestart, isRestartableInitContainer } from "./container-restart.ts";
import type { KubeletFeatures } from "./features.ts";

/** The error that upstream logs, or undefined where the step is allowed. */
export function checkContainerStateTransition(
  old: PodApiStatus,
  fresh: PodApiStatus,
  pod: KubePod,
  features: KubeletFeatures,
): string | undefined {
  const { spec } = pod;
  if (spec.restartPolicy === "Always") return undefined;
  if (features.restartAllContainers && allContainersCouldRestart(pod)) return undefined;
  for (const before of old.containerStatuses) {
    const container = spec.containers.find(({ name }) => name === before.name);
    if (mayLeaveEnd(before, container, pod, features)) continue;
    if (leavesEnd(before, fresh.containerStatuses)) return refusal("container", before.name);
  }
  for (const [index, before] of old.initContainerStatuses.entries()) {
    const container = spec.initContainers?.[index];
    if (container?.name !== before.name) {
      return `found mismatch between pod spec and status, container: ${before.name}`;
    }
    if (isRestartableInitContainer(container)) continue;
    if (mayLeaveEnd(before, container, pod, features)) continue;
    if (leavesEnd(before, fresh.initContainerStatuses)) {
      return refusal("init container", before.name);
    }
  }
  return undefined;
}

/** Ephemeral containers are not looked at. */
function mayLeaveEnd(
  { state: { terminated } }: ContainerApiStatus,
  container: KubeContainer | undefined,
  { spec }: KubePod,
  features: KubeletFeatures,
): boolean {
  if (terminated === undefined) return true;
  if (terminated.exitCode !== 0 && spec.restartPolicy === "OnFailure") return true;
  if (!features.containerRestartRules || container === undefined) return false;
  return containerShouldRestart(container, spec.restartPolicy, terminated.exitCode, features);
}

function leavesEnd(before: ContainerApiStatus, fresh: readonly ContainerApiStatus[]): boolean {
  return fresh.some(({ name, state }) => name === before.name && !state.terminated);
}

function refusal(kind: string, name: string): string {
  return `terminated ${kind} ${name} attempted illegal transition to non-terminated state`;
}
