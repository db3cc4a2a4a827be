/**
 * What a sync has the runtime do for a pod: the difference between its spec and its records.
 *
 * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions.
 */
import type { KubeContainer, KubePod } from "../../model/kube-pod.ts";
import type {
  ProbeResults,
  RuntimeContainerStatus,
  RuntimePodStatus,
} from "../../model/kube-runtime.ts";
import {
  type ContainerToKill,
  type PodView,
  computeInitContainerActions,
} from "./compute-init-container-actions.ts";
import { hashContainer } from "./container-hash.ts";
import {
  findContainerStatus,
  shouldAllContainersRestart,
  shouldContainerBeRestarted,
  shouldRestartOnFailure,
  triggersRestartAllContainers,
} from "./container-restart.ts";
import type { KubeletFeatures } from "./features.ts";
import type { ContainerKillReason } from "./kill-grace.ts";
import { type SandboxChange, podSandboxChanged } from "./pod-sandbox-changed.ts";

/** A record that is removed, and before that stopped with no grace where it may run. */
export interface ContainerToReset {
  readonly id: string;
  readonly name: string;
  readonly kill: boolean;
}

/** In the order in which it is carried out; indexes are into the lists of the spec, ascending. */
export interface PodActions {
  /**
   * All running containers are stopped, each as in a stop of the whole pod, then the sandbox; the
   * two lists below are empty then. With `createSandbox` all records of init containers go too.
   */
  readonly killPod: boolean;
  /** One after the other; upstream in any order, here as in the spec, init containers first. */
  readonly containersToKill: readonly ContainerToKill[];
  /** For RestartAllContainers, in this order; nothing is started in the same sync. */
  readonly containersToReset: readonly ContainerToReset[];
  readonly createSandbox: boolean;
  /** Of the sandbox there is; empty for a pod that had none. */
  readonly sandboxId: string;
  /** Of the sandbox to create, or of the one there is. */
  readonly attempt: number;
  readonly ephemeralContainersToStart: readonly number[];
  readonly initContainersToStart: readonly number[];
  readonly containersToStart: readonly number[];
}

/**
 * `restartAllContainers` is for a caller that remembers from sync to sync that all containers are
 * being restarted, as upstream's pod condition does; else the records tell it.
 */
export function computePodActions(
  pod: KubePod,
  podStatus: RuntimePodStatus,
  results: ProbeResults,
  features: KubeletFeatures,
  restartAllContainers = shouldAllContainersRestart(pod, podStatus, features),
): PodActions {
  const view: PodView = { pod, podStatus, results, features };
  const sandbox = podSandboxChanged(pod, podStatus);
  if (sandbox.changed) {
    return { ...nothing(sandbox), ...planNewSandbox(view, sandbox, restartAllContainers) };
  }
  if (restartAllContainers) {
    return { ...nothing(sandbox), containersToReset: containersToReset(view) };
  }
  const ephemeralContainersToStart = indexes(
    pod.spec.ephemeralContainers,
    // With a record of any kind it has had its one run.
    ({ name }) => findContainerStatus(podStatus, name) === undefined,
  );
  return { ...nothing(sandbox), ephemeralContainersToStart, ...planContainers(view) };
}

function nothing({ sandboxId, attempt }: SandboxChange): PodActions {
  return {
    killPod: false,
    containersToKill: [],
    containersToReset: [],
    createSandbox: false,
    sandboxId,
    attempt,
    ephemeralContainersToStart: [],
    initContainersToStart: [],
    containersToStart: [],
  };
}

/** What was left over of the old sandbox is killed in any case; then the pod begins again. */
function planNewSandbox(
  view: PodView,
  { attempt }: SandboxChange,
  restartAllContainers: boolean,
): Partial<PodActions> {
  const { pod, podStatus } = view;
  const { spec } = pod;
  if (restartAllContainers) return { killPod: true, createSandbox: true };
  // No record at all means that nothing has ever been made, so that making it is no restart.
  const hasRun = attempt !== 0 && podStatus.containers.length > 0;
  if (hasRun && !shouldRestartOnFailure(pod)) return { killPod: true };
  const toStart = indexes(spec.containers, (container) => !isDoneForGood(container, view));
  if (toStart.length === 0) return { killPod: true };
  const hasInit = (spec.initContainers ?? []).length > 0;
  const starts = hasInit ? { initContainersToStart: [0] } : { containersToStart: toStart };
  return { killPod: true, createSandbox: true, ...starts };
}

/** Its work is not to be done twice, not even in a new sandbox. */
function isDoneForGood(container: KubeContainer, { pod, podStatus, features }: PodView): boolean {
  const own = features.containerRestartRules ? container.restartPolicy : undefined;
  if ((own ?? pod.spec.restartPolicy) !== "OnFailure") return false;
  const status = findContainerStatus(podStatus, container.name);
  return status?.state === "exited" && (status.exitCode ?? 0) === 0;
}

/** Whose exit asked for it goes last: while its record is there, the reset is not over. */
function containersToReset({ pod, podStatus }: PodView): readonly ContainerToReset[] {
  const { containers, initContainers = [] } = pod.spec;
  const records = [containers, initContainers].flatMap((list) =>
    list.flatMap((container) =>
      podStatus.containers
        .filter(({ name }) => name === container.name)
        .map((status) => ({ container, status })),
    ),
  );
  const isSource = ({ container, status }: (typeof records)[number]): boolean =>
    triggersRestartAllContainers(container, status);
  const targets = records.filter((one) => !isSource(one));
  return [...targets, ...records.filter(isSource)].map(({ status: { id, name, state } }) => ({
    id,
    name,
    kill: state !== "exited",
  }));
}

function planContainers(view: PodView): Partial<PodActions> {
  const init = computeInitContainerActions(view);
  if (init.killPod) return { killPod: true };
  const { initContainersToStart } = init;
  if (!init.hasInitialized) {
    return { initContainersToStart, containersToKill: init.containersToKill };
  }
  const steps = view.pod.spec.containers.map((container) => decideContainer(container, view));
  const containersToStart = indexes(steps, ({ start }) => start === true);
  // Nothing left to live for. Sidecars are not restarted, and who was to be killed for a probe is
  // stopped with all the others: with the pod's grace, and without a word about the probe.
  if (containersToStart.length === 0 && !steps.some(({ keep }) => keep)) return { killPod: true };
  const kills = steps.flatMap(({ kill }) => kill ?? []);
  const containersToKill = [...init.containersToKill, ...kills];
  return { initContainersToStart, containersToStart, containersToKill };
}

interface Step {
  /** Runs on as it is. */
  readonly keep?: boolean;
  readonly start?: boolean;
  readonly kill?: ContainerToKill;
}

function decideContainer(container: KubeContainer, view: PodView): Step {
  const { pod, podStatus, features } = view;
  const status = findContainerStatus(podStatus, container.name);
  if (status?.state === "running") return decideRunning(container, status, view);
  if (!shouldContainerBeRestarted(container, pod, podStatus, features)) return {};
  if (status?.state !== "unknown") return { start: true };
  // It may be running after all, and two of one container must not.
  const message = 'Container is in "unknown" state, try killing it before restart';
  const { id, name } = status;
  return { start: true, kill: { id, name, message, reason: "unknown", restart: true } };
}

function decideRunning(
  container: KubeContainer,
  status: RuntimeContainerStatus,
  { pod, results, features }: PodView,
): Step {
  const { id, name } = status;
  const kill = (why: string, reason: ContainerKillReason, restart: boolean): Step => {
    const message = `Container ${name} ${why}${restart ? ", will be restarted" : ""}`;
    return { start: restart, kill: { id, name, message, reason, restart } };
  };
  // Under any policy: what runs is not what is declared.
  if (status.hash !== hashContainer(container)) {
    return kill("definition changed", "definitionChanged", true);
  }
  // Rules are not asked: there is no exit code yet.
  const own = features.containerRestartRules ? container.restartPolicy : undefined;
  const restart = (own ?? pod.spec.restartPolicy) !== "Never";
  if (results.liveness.get(id) === "failure") {
    return kill("failed liveness probe", "liveness", restart);
  }
  if (results.startup.get(id) === "failure") {
    return kill("failed startup probe", "startup", restart);
  }
  return { keep: true };
}

function indexes<T>(list: readonly T[] = [], matches: (item: T) => boolean): readonly number[] {
  return list.flatMap((item, index) => (matches(item) ? [index] : []));
}
