/**
 * How far a pod has come in its initialisation, and which init containers are next.
 *
 * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_container.go computeInitContainerActions.
 */
import type { KubeContainer, KubePod } from "../../model/kube-pod.ts";
import type {
  ProbeResults,
  RuntimeContainerStatus,
  RuntimePodStatus,
} from "../../model/kube-runtime.ts";
import { hashContainer } from "./container-hash.ts";
import {
  type RestartFeatures,
  findContainerStatus,
  isRestartableInitContainer,
  shouldContainerBeRestarted,
  shouldRestartOnFailure,
} from "./container-restart.ts";
import type { ContainerKillReason } from "./kill-grace.ts";

export interface ContainerToKill {
  readonly id: string;
  readonly name: string;
  /** The text of the event `Killing`. */
  readonly message: string;
  readonly reason: ContainerKillReason;
  /** It is also among those to start, in the same sync. */
  readonly restart: boolean;
}

export interface InitContainerActions {
  /** All are done, as far as the regular containers have to care. */
  readonly hasInitialized: boolean;
  /** One has failed for good. */
  readonly killPod: boolean;
  /** Indexes into the spec, ascending. */
  readonly initContainersToStart: readonly number[];
  readonly containersToKill: readonly ContainerToKill[];
}

export interface PodView {
  readonly pod: KubePod;
  readonly podStatus: RuntimePodStatus;
  readonly results: ProbeResults;
  readonly features: RestartFeatures;
}

/** What one init container asks for. */
interface Step {
  /** It has done what the next one waits for. */
  readonly isDone?: boolean;
  readonly start?: boolean;
  readonly kill?: ContainerToKill;
  readonly failsPod?: boolean;
}

const wait: Step = {};

/**
 * Looked at from the last one backwards, because the records of the first may be gone: the last one
 * that has a record tells how far the pod is, and before it only sidecars are kept running.
 */
export function computeInitContainerActions(view: PodView): InitContainerActions {
  const { initContainers = [] } = view.pod.spec;
  let hasInitialized = initContainers.length === 0 || hasRegularContainerStarted(view);
  let isPassed = hasInitialized;
  const starts: number[] = [];
  const kills: ContainerToKill[] = [];
  for (const [index, container] of [...initContainers.entries()].toReversed()) {
    const status = findContainerStatus(view.podStatus, container.name);
    const isSidecar = isRestartableInitContainer(container);
    if (status === undefined) {
      // A sidecar of a pod that is past it, whose record was removed.
      if (isPassed && isSidecar) starts.push(index);
      continue;
    }
    if (isPassed && !isSidecar) continue;
    const step = isSidecar
      ? decideSidecar(container, status, view)
      : decideInitContainer(container, status, view);
    if (step.failsPod === true) {
      return {
        hasInitialized: false,
        killPod: true,
        initContainersToStart: [],
        containersToKill: [],
      };
    }
    const isLast = index === initContainers.length - 1;
    if (step.isDone === true && isLast) hasInitialized = true;
    if (step.isDone === true && !isLast && !isPassed) starts.push(index + 1);
    if (step.start === true) starts.push(index);
    if (step.kill) kills.push(step.kill);
    isPassed = true;
  }
  if (!isPassed) starts.push(0);
  return {
    hasInitialized,
    killPod: false,
    initContainersToStart: starts.toReversed(),
    containersToKill: kills.toReversed(),
  };
}

/** One that has exited proves nothing: it may be of the sandbox before, as after a reboot. */
function hasRegularContainerStarted({ pod, podStatus }: PodView): boolean {
  return pod.spec.containers.some(({ name }) => {
    const state = findContainerStatus(podStatus, name)?.state;
    return state === "created" || state === "running";
  });
}

function decideInitContainer(
  container: KubeContainer,
  status: RuntimeContainerStatus,
  view: PodView,
): Step {
  switch (status.state) {
    case "created":
      // Created and started in one step, so its start has failed.
      return { start: true };
    case "running":
      return wait;
    case "exited":
      if (!isInitContainerFailed(status)) return { isDone: true };
      return restartsAfterFailure(container, view) ? { start: true } : { failsPod: true };
    case "unknown":
      // There is no exit code, so that rules cannot be asked.
      return restartsByPolicy(container, view)
        ? { start: true, kill: killUnknown(container, status) }
        : { failsPod: true };
  }
}

/** Runs for the whole life of the pod, whatever the pod's policy and the exit code are. */
function decideSidecar(
  container: KubeContainer,
  status: RuntimeContainerStatus,
  { results }: PodView,
): Step {
  const { name, startupProbe, livenessProbe } = container;
  const { id, state } = status;
  if (state === "unknown") return { start: true, kill: killUnknown(container, status) };
  if (state !== "running") return { start: true };
  const kill = (message: string, reason: ContainerKillReason): Step => ({
    start: true,
    kill: { id, name, message: `Init container ${name} ${message}`, reason, restart: true },
  });
  const startup = startupProbe && (results.startup.get(id) ?? "unknown");
  if (startup === "failure") return kill("failed startup probe", "startup");
  if (startup === "unknown") return wait;
  // Done from here on: the next one waits neither for readiness nor for liveness.
  if (status.hash !== hashContainer(container)) {
    return { isDone: true, ...kill("definition changed", "definitionChanged") };
  }
  if (livenessProbe && results.liveness.get(id) === "failure") {
    return { isDone: true, ...kill("failed liveness probe", "liveness") };
  }
  return { isDone: true };
}

/**
 * Killed for its memory it has failed, also with exit code 0.
 * Models: kubernetes/pkg/kubelet/kuberuntime/helpers.go isInitContainerFailed.
 */
function isInitContainerFailed({ reason, exitCode = 0 }: RuntimeContainerStatus): boolean {
  return reason === "OOMKilled" || exitCode !== 0;
}

/**
 * Newer kubelets judge by the exit code alone: under OnFailure one that was killed for its memory
 * and exited 0 ends the sandbox, and the pod begins again in a new one.
 */
function restartsAfterFailure(container: KubeContainer, view: PodView): boolean {
  const { pod, podStatus, features } = view;
  return features.containerRestartRules
    ? shouldContainerBeRestarted(container, pod, podStatus, features)
    : shouldRestartOnFailure(pod);
}

function restartsByPolicy({ restartPolicy }: KubeContainer, { pod, features }: PodView): boolean {
  return features.containerRestartRules && restartPolicy !== undefined
    ? restartPolicy !== "Never"
    : shouldRestartOnFailure(pod);
}

function killUnknown({ name }: KubeContainer, { id }: RuntimeContainerStatus): ContainerToKill {
  const message = 'Init container is in "unknown" state, try killing it before restart';
  return { id, name, message, reason: "unknown", restart: true };
}
