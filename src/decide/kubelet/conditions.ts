/**
 * The pod conditions that the kubelet owns, made anew from the container statuses at each status
 * generation; only their transition times are carried over.
 *
 * Models: kubernetes/pkg/kubelet/status/generate.go Generate…Condition,
 * kubernetes/pkg/kubelet/types/pod_status.go PodConditionByKubelet.
 */
import type { KubeContainer, KubePod } from "../../model/kube-pod.ts";
import type { RuntimePodStatus } from "../../model/kube-runtime.ts";
import type {
  ConditionStatus,
  ContainerApiStatus,
  PodApiStatus,
  PodCondition,
  PodPhase,
} from "../../model/kube-status.ts";
import { findContainerStatus, isRestartableInitContainer } from "./container-restart.ts";
import type { KubeletFeatures } from "./features.ts";
import { hasAnyRegularContainerStarted } from "./get-phase.ts";

export interface ConditionInput {
  readonly pod: KubePod;
  /** Of the status manager, or of the API where it has none. */
  readonly oldStatus: PodApiStatus;
  /** Init and regular containers together; absent is upstream's nil: nothing is known of any. */
  readonly statuses?: readonly ContainerApiStatus[] | undefined;
  readonly phase: PodPhase;
  readonly features: KubeletFeatures;
}

const always = new Set([
  "PodReadyToStartContainers",
  "Initialized",
  "Ready",
  "ContainersReady",
  "PodScheduled",
]);

/** Conditions of other owners are kept as the API has them. */
export function isPodConditionByKubelet(type: string, features: KubeletFeatures): boolean {
  return always.has(type) || (type === "AllContainersRestarting" && features.restartAllContainers);
}

/** Others set it too, so it is sent but never taken away. */
export function isPodConditionSharedByKubelet(type: string): boolean {
  return type === "DisruptionTarget";
}

/** True from the moment when no new sandbox is needed. */
export function generatePodReadyToStartContainersCondition(
  input: Omit<ConditionInput, "statuses" | "phase">,
  isNewSandboxNeeded: boolean,
): PodCondition {
  return condition(input, "PodReadyToStartContainers", isNewSandboxNeeded ? "False" : "True");
}

export function generatePodInitializedCondition(input: ConditionInput): PodCondition {
  const { pod, statuses, phase, features, oldStatus } = input;
  const { initContainers = [] } = pod.spec;
  if (statuses === undefined && initContainers.length > 0) {
    return condition(input, "Initialized", "False", "UnknownContainerStatuses");
  }
  const { unknown, failing } = sort(initContainers, statuses, isInitialized);
  if (phase === "Succeeded" && unknown.length === 0) {
    return condition(input, "Initialized", "True", "PodCompleted");
  }
  const message = tell(unknown, failing, "incomplete");
  // A pod that ran once has been initialised, even while its init containers run again.
  if (message === "" || hasAnyRegularContainerStarted(pod, statuses ?? [])) {
    return condition(input, "Initialized", "True");
  }
  const wasInitialized = oldStatus.conditions.some(
    ({ type, status }) => type === "Initialized" && status === "True",
  );
  if (features.restartAllContainers && wasInitialized) {
    return condition(input, "Initialized", "True");
  }
  return condition(input, "Initialized", "False", "ContainersNotInitialized", message);
}

export function generateContainersReadyCondition(input: ConditionInput): PodCondition {
  return containersReady(input, "ContainersReady");
}

/** `conditions` are those so far of the new status: readiness gates belong to other owners. */
export function generatePodReadyCondition(
  input: ConditionInput,
  conditions: readonly PodCondition[],
): PodCondition {
  const ready = containersReady(input, "Ready");
  if (ready.status !== "True") return ready;
  const closed = (input.pod.spec.readinessGates ?? []).flatMap(({ conditionType }) => {
    const found = conditions.find(({ type }) => type === conditionType);
    if (found === undefined) {
      return `corresponding condition of pod readiness gate "${conditionType}" does not exist.`;
    }
    return found.status === "True"
      ? []
      : `the status of pod readiness gate "${conditionType}" is not "True", but ${found.status}`;
  });
  if (closed.length === 0) return ready;
  return condition(input, "Ready", "False", "ReadinessGatesNotReady", closed.join(", "));
}

/**
 * Whether the API shows another readiness of a pod than its gates, as the API shows them, call for.
 * Models: kubernetes/pkg/kubelet/status/status_manager.go NeedToReconcilePodReadiness.
 */
export function needToReconcilePodReadiness(pod: KubePod, features: KubeletFeatures): boolean {
  if ((pod.spec.readinessGates ?? []).length === 0) return false;
  const { status } = pod;
  const shown = status.conditions.find(({ type }) => type === "Ready");
  if (shown === undefined) return false;
  const statuses = [...status.initContainerStatuses, ...status.containerStatuses];
  const input = { pod, oldStatus: status, statuses, phase: status.phase, features };
  const called = generatePodReadyCondition(input, status.conditions);
  return shown.status !== called.status || shown.message !== called.message;
}

/** A pod that a kubelet has is scheduled. */
export function generatePodScheduledCondition(input: ConditionInput): PodCondition {
  return condition(input, "PodScheduled", "True");
}

/** Models: kubernetes/pkg/api/v1/pod/util.go AllContainersCouldRestart. */
export function allContainersCouldRestart({ spec }: KubePod): boolean {
  return [...(spec.initContainers ?? []), ...spec.containers].some(({ restartPolicyRules = [] }) =>
    restartPolicyRules.some(({ action }) => action === "RestartAllContainers"),
  );
}

/** Only of pods with a rule that can restart all of it; it bears no observed generation. */
export function generateAllContainersRestartingCondition(
  input: ConditionInput,
  podStatus: RuntimePodStatus,
  isRestarting: boolean,
): PodCondition {
  const type = "AllContainersRestarting";
  if (input.phase === "Succeeded") return { type, status: "False", reason: "PodCompleted" };
  if (input.phase === "Failed") return { type, status: "False", reason: "PodFailed" };
  const { initContainers = [], containers } = input.pod.spec;
  const isCleanedUp = ![...initContainers, ...containers].some(({ name }) =>
    findContainerStatus(podStatus, name),
  );
  if (!isRestarting || isCleanedUp) return { type, status: "False" };
  return {
    type,
    status: "True",
    reason: "RestartAllContainersStarted",
    message: "container exited with restart policy rule",
  };
}

/** Ready and ContainersReady of a pod that has ended, whatever its containers say. */
export function generateTerminalReadyCondition(
  input: Omit<ConditionInput, "statuses">,
  type: "Ready" | "ContainersReady",
): PodCondition {
  return condition(input, type, "False", input.phase === "Failed" ? "PodFailed" : "PodCompleted");
}

/** The time moves with the status alone: a new reason or message is no transition. */
export function updateLastTransitionTime(
  fresh: PodCondition,
  old: readonly PodCondition[],
  nowMs: number,
): PodCondition {
  const before = old.find(({ type }) => type === fresh.type);
  const sinceMs = before?.status === fresh.status ? before.lastTransitionTimeMs : undefined;
  return { ...fresh, lastTransitionTimeMs: sinceMs ?? nowMs };
}

/** In place, or last where there was none: the order of conditions is visible. */
export function replaceOrAppendPodCondition(
  conditions: readonly PodCondition[],
  fresh: PodCondition,
): readonly PodCondition[] {
  return conditions.some(({ type }) => type === fresh.type)
    ? conditions.map((known) => (known.type === fresh.type ? fresh : known))
    : [...conditions, fresh];
}

function containersReady(input: ConditionInput, type: "Ready" | "ContainersReady"): PodCondition {
  const { pod, statuses, phase } = input;
  if (statuses === undefined) return condition(input, type, "False", "UnknownContainerStatuses");
  const { initContainers = [], containers } = pod.spec;
  const counted = [...initContainers.filter(isRestartableInitContainer), ...containers];
  const { unknown, failing } = sort(counted, statuses, (_, { ready }) => ready);
  const isCompleted = phase === "Succeeded" && unknown.length === 0;
  if (isCompleted || phase === "Failed") return generateTerminalReadyCondition(input, type);
  const message = tell(unknown, failing, "unready");
  return message === ""
    ? condition(input, type, "True")
    : condition(input, type, "False", "ContainersNotReady", message);
}

function isInitialized(container: KubeContainer, status: ContainerApiStatus): boolean {
  return isRestartableInitContainer(container) ? status.started === true : status.ready;
}

/** Names without a status and names whose status fails the test, both in the order of the spec. */
function sort(
  containers: readonly KubeContainer[],
  statuses: readonly ContainerApiStatus[] = [],
  passes: (container: KubeContainer, status: ContainerApiStatus) => boolean,
): { readonly unknown: readonly string[]; readonly failing: readonly string[] } {
  const unknown: string[] = [];
  const failing: string[] = [];
  for (const container of containers) {
    const status = statuses.find(({ name }) => name === container.name);
    if (status === undefined) unknown.push(container.name);
    else if (!passes(container, status)) failing.push(container.name);
  }
  return { unknown, failing };
}

function tell(unknown: readonly string[], failing: readonly string[], kind: string): string {
  const parts: string[] = [];
  if (unknown.length > 0) parts.push(`containers with unknown status: [${unknown.join(" ")}]`);
  if (failing.length > 0) parts.push(`containers with ${kind} status: [${failing.join(" ")}]`);
  return parts.join(", ");
}

/** Of a pod that the kubelet itself ends for the sake of the node. */
export function generateDisruptionTargetCondition(
  input: Pick<ConditionInput, "pod" | "oldStatus" | "features">,
  message: string,
): PodCondition {
  return condition(input, "DisruptionTarget", "True", "TerminationByKubelet", message);
}

function condition(
  input: Pick<ConditionInput, "pod" | "oldStatus" | "features">,
  type: string,
  status: ConditionStatus,
  reason?: string,
  message?: string,
): PodCondition {
  const observedGeneration = conditionGeneration(input, type);
  return {
    type,
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
  };
}

/** An older kubelet keeps up what a newer one began, so that it is never stale. */
function conditionGeneration(
  { pod, oldStatus, features }: Pick<ConditionInput, "pod" | "oldStatus" | "features">,
  type: string,
): number | undefined {
  const isKept = oldStatus.conditions.some(
    (known) => known.type === type && (known.observedGeneration ?? 0) !== 0,
  );
  // Static pods have no generation, and 0 is not written out.
  return (features.observedGeneration || isKept) && pod.generation ? pod.generation : undefined;
}
