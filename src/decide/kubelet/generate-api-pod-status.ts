/**
 * The status that the kubelet reports of a pod, made at the top of each sync from what the runtime
 * said last: nothing that the same sync goes on to do is in it.
 *
 * Models: kubernetes/pkg/kubelet/kubelet_pods.go generateAPIPodStatus, convertStatusToAPIStatus.
 */
import type { KubePod } from "../../model/kube-pod.ts";
import type { RuntimePodStatus } from "../../model/kube-runtime.ts";
import type {
  ContainerApiStatus,
  PodApiStatus,
  PodCondition,
  PodPhase,
} from "../../model/kube-status.ts";
import {
  type ConditionInput,
  allContainersCouldRestart,
  generateAllContainersRestartingCondition,
  generateContainersReadyCondition,
  generatePodInitializedCondition,
  generatePodReadyCondition,
  generatePodReadyToStartContainersCondition,
  generatePodScheduledCondition,
  isPodConditionByKubelet,
  replaceOrAppendPodCondition,
  updateLastTransitionTime,
} from "./conditions.ts";
import { shouldAllContainersRestart } from "./container-restart.ts";
import {
  type ContainerKind,
  type StartFailures,
  convertToAPIContainerStatuses,
} from "./convert-container-statuses.ts";
import type { KubeletFeatures } from "./features.ts";
import { getPhase, isPodInitialized, isTerminalPhase } from "./get-phase.ts";
import { podSandboxChanged } from "./pod-sandbox-changed.ts";
import type { PodStatusOverride } from "./pod-worker.ts";
import { type ProbeKnowledge, type ProbedStatus, updatePodStatus } from "./probe-status.ts";
import { getPodQos } from "./qos.ts";

export interface StatusInput {
  readonly pod: KubePod;
  readonly podStatus: RuntimePodStatus;
  /** Of the status manager, or of the API where it has none. */
  readonly oldStatus: PodApiStatus;
  /** True from the end of its containers on: it will not be restarted, whatever its policy. */
  readonly podIsTerminal: boolean;
  readonly reasons: StartFailures;
  /** Asked anew at each generation, as the active deadline is. */
  readonly override?: PodStatusOverride | undefined;
  readonly probes: Omit<ProbeKnowledge, "features">;
  /** The address of pods on the host's network; a kubelet without an API server knows none. */
  readonly hostIP?: string | undefined;
  readonly features: KubeletFeatures;
  readonly toApiTime: (ms: number) => number;
}

/**
 * With the names of the containers whose readiness worker is to probe at once. Transition times,
 * start time and observed generation come later, in the status manager.
 */
export function generateAPIPodStatus(input: StatusInput): ProbedStatus {
  const { pod, podStatus, oldStatus, podIsTerminal, features } = input;
  const podRestarting = isPodRestarting(input);
  const context = { ...input, podRestarting };
  const convert = (which: ContainerKind): readonly ContainerApiStatus[] =>
    convertToAPIContainerStatuses(pod, podStatus, oldStatus, which, context);
  const seen = {
    initContainerStatuses: convert("init"),
    containerStatuses: convert("regular"),
    ephemeralContainerStatuses: convert("ephemeral"),
  };
  const all = [...seen.containerStatuses, ...seen.initContainerStatuses];
  const counted = getPhase(pod, all, {
    podIsTerminal,
    podHasInitialized: isPodInitialized(pod, all, podStatus, features),
    features,
  });
  const podIP = podAddress(input);
  const generated: PodApiStatus = {
    ...decidePhase(input, counted),
    ...(podIP === undefined ? {} : { podIP }),
    qosClass: getPodQos(pod),
    conditions: [],
    ...seen,
  };
  // After the phase: a sidecar counts as started there only if its status said so before.
  const { status, poked } = updatePodStatus(pod, generated, { ...input.probes, features });
  const conditions = generateConditions(input, status, podRestarting);
  return { status: { ...status, conditions }, poked };
}

/**
 * What a kill request writes over the status at the beginning of the termination: only there, so
 * containers that all end with 0 on SIGTERM make it Succeeded after all.
 * Models: kubernetes/pkg/kubelet/kubelet.go SyncTerminatingPod (podStatusFn).
 */
export function overridePodStatus(
  status: PodApiStatus,
  { phase, reason, message, condition }: PodStatusOverride,
  nowMs: number,
): PodApiStatus {
  const overridden = { ...status, phase, reason, message };
  if (condition === undefined) return overridden;
  const timed = updateLastTransitionTime(condition, status.conditions, nowMs);
  return { ...overridden, conditions: replaceOrAppendPodCondition(status.conditions, timed) };
}

/**
 * The status once the sandbox is up, before images are pulled.
 * Models: kubernetes/pkg/kubelet/kubelet.go OnPodSandboxReady.
 */
export function onPodSandboxReady(
  pod: KubePod,
  oldStatus: PodApiStatus,
  features: KubeletFeatures,
): PodApiStatus {
  if (!features.readyToStartWithSandbox) return oldStatus;
  const fresh = generatePodReadyToStartContainersCondition({ pod, oldStatus, features }, false);
  return { ...oldStatus, conditions: replaceOrAppendPodCondition(oldStatus.conditions, fresh) };
}

/** The condition remembers it when the record that asked is gone. */
function isPodRestarting({ pod, podStatus, oldStatus, features }: StatusInput): boolean {
  if (!features.restartAllContainers) return false;
  const isUnderWay = oldStatus.conditions.some(
    ({ type, status }) => type === "AllContainersRestarting" && status === "True",
  );
  return isUnderWay || shouldAllContainersRestart(pod, podStatus, features);
}

/** A phase that ended stays: what the status manager or the API has wins over the count. */
function decidePhase(
  { pod, oldStatus, override }: StatusInput,
  counted: PodPhase,
): Pick<PodApiStatus, "phase" | "reason" | "message"> {
  const api = pod.status;
  const ended = [counted, oldStatus.phase, api.phase].find(isTerminalPhase);
  const phase = ended ?? counted;
  const isSame = phase === oldStatus.phase;
  const kept = {
    reason: isSame ? oldStatus.reason || api.reason : undefined,
    message: isSame ? oldStatus.message || api.message : undefined,
  };
  const { reason, message } = override ?? kept;
  return {
    phase: isTerminalPhase(api.phase) ? api.phase : (override?.phase ?? phase),
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
  };
}

/** In the order that the API shows: other owners' first, then the kubelet's own. */
function generateConditions(
  { pod, podStatus, oldStatus, features }: StatusInput,
  { initContainerStatuses, containerStatuses, phase }: PodApiStatus,
  podRestarting: boolean,
): readonly PodCondition[] {
  const statuses = [...initContainerStatuses, ...containerStatuses];
  const input: ConditionInput = { pod, oldStatus, statuses, phase, features };
  const foreign = pod.status.conditions.filter(
    ({ type }) => !isPodConditionByKubelet(type, features),
  );
  // Set once, by an eviction: no container status would bring it back.
  const disrupted = oldStatus.conditions.find(({ type }) => type === "DisruptionTarget");
  const kept = disrupted ? replaceOrAppendPodCondition(foreign, disrupted) : foreign;
  const { changed } = podSandboxChanged(pod, podStatus);
  const early = [
    ...kept,
    generatePodReadyToStartContainersCondition(input, changed),
    generatePodInitializedCondition(input),
  ];
  return [
    ...early,
    generatePodReadyCondition(input, early),
    generateContainersReadyCondition(input),
    generatePodScheduledCondition(input),
    ...(features.restartAllContainers && allContainersCouldRestart(pod)
      ? [generateAllContainersRestartingCondition(input, podStatus, podRestarting)]
      : []),
  ];
}

/** The address of a sandbox that is gone stays until there is another. */
function podAddress({ pod, podStatus, oldStatus, hostIP }: StatusInput): string | undefined {
  if (pod.spec.hostNetwork === true) return hostIP;
  const [newest] = podStatus.sandboxes;
  const isAnyReady = podStatus.sandboxes.some(({ state }) => state === "SANDBOX_READY");
  if (!isAnyReady) return oldStatus.podIP;
  return newest?.state === "SANDBOX_READY" ? newest.ip : undefined;
}
