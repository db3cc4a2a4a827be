/**
 * The phase of a pod, counted from its container statuses alone: a container that waits after a run
 * counts as stopped, one that waits for its first run makes the pod Pending.
 *
 * Models: kubernetes/pkg/kubelet/kubelet_pods.go getPhase.
 */
import type { KubeContainer, KubePod } from "../../model/kube-pod.ts";
import type { RuntimePodStatus } from "../../model/kube-runtime.ts";
import type { ContainerApiState, ContainerApiStatus, PodPhase } from "../../model/kube-status.ts";
import { containerShouldRestart, isRestartableInitContainer } from "./container-restart.ts";
import type { KubeletFeatures } from "./features.ts";

type Terminated = NonNullable<ContainerApiState["terminated"]>;
type Statuses = ReadonlyMap<string, ContainerApiStatus>;

export interface PhaseInput {
  /** Its containers will not be started again, whatever the policy says. */
  readonly podIsTerminal: boolean;
  /** Sidecars that start again do not make such a pod Pending. */
  readonly podHasInitialized: boolean;
  readonly features: KubeletFeatures;
}

/** `statuses` are those of the init and the regular containers, before probes had their say. */
export function getPhase(
  pod: KubePod,
  statuses: readonly ContainerApiStatus[],
  { podIsTerminal, podHasInitialized, features }: PhaseInput,
): PodPhase {
  const byName: Statuses = new Map(statuses.map((status) => [status.name, status]));
  const { initContainers = [], containers } = pod.spec;
  const sidecars = initContainers.filter(isRestartableInitContainer);
  const ordinary = initContainers.filter((container) => !sidecars.includes(container));
  const mayRestart = restartJudge(pod, features);
  const init = countInit(ordinary, byName, mayRestart);
  if (init.isFailedForGood) return "Failed";
  const side = countSidecars(sidecars, byName);
  const main = countRegular(containers, byName, mayRestart);
  const running = side.running + main.running;
  const unknown = side.unknown + main.unknown;
  if (init.isPending || (side.pending > 0 && !podHasInitialized)) return "Pending";
  if (side.waiting + main.waiting > 0) return "Pending";
  if (running > 0 && unknown === 0) return "Running";
  if (running > 0 || main.stopped === 0 || unknown > 0) return "Pending";
  const ended = main.stopped === main.succeeded ? "Succeeded" : "Failed";
  // Upstream leaves static pods without a terminal phase here (issue 116484).
  if (podIsTerminal && pod.source !== "file") return ended;
  if (features.containerRestartRules) return main.restarting > 0 ? "Running" : ended;
  const { restartPolicy } = pod.spec;
  if (restartPolicy === "Always") return "Running";
  // What waits after exit code 0 is no success: such a pod goes on under OnFailure.
  return ended === "Failed" && restartPolicy === "OnFailure" ? "Running" : ended;
}

/**
 * Whether a regular container has run: by the API statuses, which remember a sandbox that is gone,
 * or by the records of the sandbox that the pod has now.
 * Models: kubernetes/pkg/kubelet/container/helpers.go HasAnyRegularContainerStarted,
 * HasAnyActiveRegularContainerStarted.
 */
export function isPodInitialized(
  pod: KubePod,
  statuses: readonly ContainerApiStatus[],
  podStatus: RuntimePodStatus,
  features: KubeletFeatures,
): boolean {
  if (!features.initialisedByActiveSandbox) return hasAnyRegularContainerStarted(pod, statuses);
  const [newest] = podStatus.sandboxes;
  if (newest?.state !== "SANDBOX_READY") return false;
  // A record names no sandbox, but none is older than its own sandbox or younger than the next.
  return podStatus.containers.some(
    ({ name, createdAtMs }) =>
      createdAtMs >= newest.createdAtMs && pod.spec.containers.some((own) => own.name === name),
  );
}

export function hasAnyRegularContainerStarted(
  pod: KubePod,
  statuses: readonly ContainerApiStatus[],
): boolean {
  return statuses.some(
    ({ name, state }) =>
      (state.running ?? state.terminated) !== undefined &&
      pod.spec.containers.some((own) => own.name === name),
  );
}

export function isTerminalPhase(phase: PodPhase): boolean {
  return phase === "Succeeded" || phase === "Failed";
}

type RestartJudge = (container: KubeContainer, ended: Terminated) => boolean;

function restartJudge(pod: KubePod, features: KubeletFeatures): RestartJudge {
  return (container, { exitCode, reason }) => {
    if (features.restartAllContainers && reason === "RestartingAllContainers") return true;
    return containerShouldRestart(container, pod.spec.restartPolicy, exitCode, features);
  };
}

function countInit(
  containers: readonly KubeContainer[],
  statuses: Statuses,
  mayRestart: RestartJudge,
): { readonly isPending: boolean; readonly isFailedForGood: boolean } {
  let isPending = false;
  let isFailedForGood = false;
  for (const container of containers) {
    const status = statuses.get(container.name);
    const ended = status && lastEnd(status);
    if (ended === undefined) isPending = true;
    else if (ended.exitCode !== 0) isFailedForGood ||= !mayRestart(container, ended);
  }
  return { isPending, isFailedForGood };
}

/** A sidecar that has ended counts for nothing: it comes back, or the pod is over anyhow. */
function countSidecars(
  containers: readonly KubeContainer[],
  statuses: Statuses,
): {
  readonly pending: number;
  readonly running: number;
  readonly waiting: number;
  readonly unknown: number;
} {
  const count = { pending: 0, running: 0, waiting: 0, unknown: 0 };
  for (const { name } of containers) {
    const status = statuses.get(name);
    if (status?.state.running) {
      count.running++;
      if (status.started !== true) count.pending++;
    } else if (status?.state.waiting && !status.lastState.terminated) {
      count.pending++;
      count.waiting++;
    } else if (!status?.state.terminated && !status?.state.waiting) {
      count.unknown++;
      if (status) count.pending++;
    }
  }
  return count;
}

function countRegular(
  containers: readonly KubeContainer[],
  statuses: Statuses,
  mayRestart: RestartJudge,
): {
  readonly running: number;
  readonly waiting: number;
  readonly unknown: number;
  readonly stopped: number;
  readonly restarting: number;
  readonly succeeded: number;
} {
  const count = { running: 0, waiting: 0, unknown: 0, stopped: 0, restarting: 0, succeeded: 0 };
  for (const container of containers) {
    const status = statuses.get(container.name);
    const ended = status && lastEnd(status);
    if (status?.state.running) count.running++;
    else if (ended !== undefined) {
      count.stopped++;
      if (mayRestart(container, ended)) count.restarting++;
      // Of a container that waits, the exit code before does not count as success.
      if (status?.state.terminated?.exitCode === 0) count.succeeded++;
    } else if (status?.state.waiting) count.waiting++;
    else count.unknown++;
  }
  return count;
}

/** How it ended, unless it runs. */
function lastEnd({ state, lastState }: ContainerApiStatus): Terminated | undefined {
  return state.terminated ?? (state.waiting ? lastState.terminated : undefined);
}
