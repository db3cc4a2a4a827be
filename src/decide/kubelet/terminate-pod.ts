/**
 * The last status of a pod: every container that could have run has ended, if only by default, and
 * the phase is terminal. What nobody could find counts as a failure.
 *
 * Models: kubernetes/pkg/kubelet/status/status_manager.go TerminatePod, hasPodInitialized,
 * initializedContainers.
 */
import type { KubePod } from "../../model/kube-pod.ts";
import type { ContainerApiStatus, PodApiStatus } from "../../model/kube-status.ts";
import { isRestartableInitContainer } from "./container-restart.ts";
import { isTerminalPhase } from "./get-phase.ts";

/** `status` is what the status manager holds, or what the API has if it holds nothing. */
export function terminatedStatus(pod: KubePod, status: PodApiStatus): PodApiStatus {
  const begun = countBegun(status.initContainerStatuses);
  const initContainerStatuses = status.initContainerStatuses.map((known, index) =>
    index < begun ? ended(known) : known,
  );
  const containerStatuses = hasPodInitialized(pod)
    ? status.containerStatuses.map(ended)
    : status.containerStatuses;
  // Upstream leaves static pods without a terminal phase (issue 116484).
  const isLeft = pod.source === "file" || isTerminalPhase(status.phase);
  const phase = isLeft ? status.phase : "Failed";
  return { ...status, phase, initContainerStatuses, containerStatuses };
}

function ended(status: ContainerApiStatus): ContainerApiStatus {
  if (status.state.terminated) return status;
  const terminated = {
    exitCode: 137,
    reason: "ContainerStatusUnknown",
    message: "The container could not be located when the pod was terminated",
  };
  return { ...status, state: { terminated } };
}

/**
 * By the API's status, as upstream asks it: without a trace of a run the regular containers are
 * left waiting, for the failed init container says enough.
 */
function hasPodInitialized({ spec, status }: KubePod): boolean {
  const { initContainers = [] } = spec;
  if (initContainers.length === 0) return true;
  if (status.containerStatuses.some(hasBegun)) return true;
  const last = status.initContainerStatuses.at(-1);
  const container = initContainers[status.initContainerStatuses.length - 1];
  if (last === undefined || container?.name !== last.name) return false;
  if (isRestartableInitContainer(container)) {
    return last.state.running !== undefined && last.started === true;
  }
  return last.lastState.terminated?.exitCode === 0 || last.state.terminated?.exitCode === 0;
}

function hasBegun({ state, lastState }: ContainerApiStatus): boolean {
  return lastState.terminated !== undefined || state.waiting === undefined;
}

/** All up to the last that has begun; the first one always. */
function countBegun(statuses: readonly ContainerApiStatus[]): number {
  return Math.max(statuses.findLastIndex(hasBegun), 0) + 1;
}
