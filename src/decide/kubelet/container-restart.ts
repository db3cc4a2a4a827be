/**
 * Whether a container that is not running is to run again: the pod's policy, its own, its rules.
 *
 * Models: kubernetes/pkg/kubelet/container/helpers.go ShouldContainerBeRestarted;
 * kubernetes/pkg/api/v1/pod/util.go ContainerShouldRestart.
 */
import type { ContainerRestartRule, KubeContainer, KubePod } from "../../model/kube-pod.ts";
import type { RuntimeContainerStatus, RuntimePodStatus } from "../../model/kube-runtime.ts";
import type { RestartPolicy } from "../../model/pod.ts";
import type { KubeletFeatures } from "./features.ts";

export type RestartFeatures = Pick<
  KubeletFeatures,
  "containerRestartRules" | "restartAllContainers"
>;

/**
 * The newest record of a container, which alone counts.
 * Models: kubernetes/pkg/kubelet/container/runtime.go FindContainerStatusByName.
 */
export function findContainerStatus(
  podStatus: RuntimePodStatus,
  containerName: string,
): RuntimeContainerStatus | undefined {
  return podStatus.containers.find(({ name }) => name === containerName);
}

/** A sidecar, if it is an init container. */
export function isRestartableInitContainer({ restartPolicy }: KubeContainer): boolean {
  return restartPolicy === "Always";
}

/** Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.go shouldRestartOnFailure. */
export function shouldRestartOnFailure({ spec }: KubePod): boolean {
  return spec.restartPolicy !== "Never";
}

/** A container without a record is started under every policy; a deleted pod starts nothing. */
export function shouldContainerBeRestarted(
  container: KubeContainer,
  pod: KubePod,
  podStatus: RuntimePodStatus,
  features: RestartFeatures,
): boolean {
  if (pod.deletionTimestampMs !== undefined) return false;
  const status = findContainerStatus(podStatus, container.name);
  switch (status?.state) {
    case "running":
      return false;
    case "exited":
      return containerShouldRestart(
        container,
        pod.spec.restartPolicy,
        status.exitCode ?? 0,
        features,
      );
    // Never ran, as far as anyone can tell.
    case undefined:
    case "created":
    case "unknown":
      return true;
  }
}

/** The first rule that matches, else the container's own policy, else the pod's. */
export function containerShouldRestart(
  container: KubeContainer,
  podRestartPolicy: RestartPolicy,
  exitCode: number,
  features: RestartFeatures,
): boolean {
  if (!features.containerRestartRules || container.restartPolicy === undefined) {
    return restartsByPolicy(podRestartPolicy, exitCode);
  }
  switch (findMatchingRestartRule(container, exitCode)?.action) {
    case "Restart":
      return true;
    case "RestartAllContainers":
      if (features.restartAllContainers) return true;
      break;
    case undefined:
      break;
  }
  return restartsByPolicy(container.restartPolicy, exitCode);
}

function restartsByPolicy(policy: RestartPolicy, exitCode: number): boolean {
  return policy === "Always" || (policy === "OnFailure" && exitCode !== 0);
}

/**
 * A rule that names no exit codes never matches.
 * Models: kubernetes/pkg/api/v1/pod/util.go FindMatchingContainerRestartRule.
 */
export function findMatchingRestartRule(
  { restartPolicyRules = [] }: KubeContainer,
  exitCode: number,
): ContainerRestartRule | undefined {
  return restartPolicyRules.find(({ exitCodes }) => {
    if (exitCodes === undefined) return false;
    const { operator, values = [] } = exitCodes;
    return values.includes(exitCode) === (operator === "In");
  });
}

/** Whether this record's end asks for the restart of the whole pod. */
export function triggersRestartAllContainers(
  container: KubeContainer,
  { state, exitCode = 0 }: RuntimeContainerStatus,
): boolean {
  if (state !== "exited") return false;
  return findMatchingRestartRule(container, exitCode)?.action === "RestartAllContainers";
}

/**
 * Whether the records say that all containers are to be restarted. Upstream also asks the last API
 * status; here the record that asks is removed last, so it is still there until all is removed.
 * Models: kubernetes/pkg/kubelet/container/helpers.go ShouldAllContainersRestart.
 */
export function shouldAllContainersRestart(
  { spec }: KubePod,
  podStatus: RuntimePodStatus,
  features: RestartFeatures,
): boolean {
  if (!features.restartAllContainers) return false;
  return [...(spec.initContainers ?? []), ...spec.containers].some((container) => {
    const status = findContainerStatus(podStatus, container.name);
    return status !== undefined && triggersRestartAllContainers(container, status);
  });
}
