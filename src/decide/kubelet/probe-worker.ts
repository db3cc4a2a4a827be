/**
 * What a probe worker does in one round: before its probe, and with what the probe said.
 *
 * A worker belongs to one probe of one container name, and outlives the containers of that name.
 * It sees them in the status manager's status alone, so it learns of a new one by its id there.
 *
 * Models: kubernetes/pkg/kubelet/prober/worker.go worker.doProbe.
 */
import type { KubeContainer, KubePod, KubeProbe } from "../../model/kube-pod.ts";
import type { ProbeResult } from "../../model/kube-runtime.ts";
import type { ContainerApiStatus, PodApiStatus } from "../../model/kube-status.ts";
import type { KubeletFeatures } from "./features.ts";

export type ProbeType = "liveness" | "readiness" | "startup";

export interface ProbeWorkerState {
  readonly probeType: ProbeType;
  /** The last one seen; absent until the status shows one. */
  readonly containerId?: string;
  /** Both go on over a new container: failures before a crash count with those after it. */
  readonly lastResult: ProbeResult;
  readonly resultRun: number;
  /** Nothing is probed until there is a new container. */
  readonly onHold: boolean;
}

export function newProbeWorker(probeType: ProbeType): ProbeWorkerState {
  return { probeType, lastResult: "unknown", resultRun: 0, onHold: false };
}

/** Done to the stored results of the worker's probe type, in order. */
export type ProbeEffect =
  | { readonly effect: "store"; readonly containerId: string; readonly result: ProbeResult }
  | { readonly effect: "forget"; readonly containerId: string };

/** Why a round goes by without a probe. */
export type ProbeSkip =
  | "noStatus"
  | "podIsTerminal"
  | "containerNotCreated"
  | "onHold"
  | "containerNotRunning"
  | "podIsDeleted"
  | "initialDelay"
  | "containerHasStarted"
  | "containerHasNotStarted";

/** `effects` come before the probe: a worker may store its start value and probe in one round. */
export type ProbeStep =
  | {
      readonly kind: "probe";
      readonly state: ProbeWorkerState;
      readonly effects: readonly ProbeEffect[];
      readonly containerId: string;
    }
  | {
      readonly kind: "wait" | "end";
      readonly state: ProbeWorkerState;
      readonly effects: readonly ProbeEffect[];
      readonly why: ProbeSkip;
    };

export type ProbeFeatures = Pick<
  KubeletFeatures,
  "keepReadyOverKubeletRestart" | "sidecarProbesGoOn" | "probeWorkerEndsByRestartRules"
>;

export interface ProbeRound {
  /** As it was when the worker was made: a deletion after that does not reach it here. */
  readonly pod: KubePod;
  readonly container: KubeContainer;
  /** The status manager's; absent before the pod's first sync and after its removal. */
  readonly status?: PodApiStatus;
  readonly nowMs: number;
  readonly kubeletStartedAtMs: number;
  readonly features: ProbeFeatures;
  /** By the rules of container restarts, or because all containers are being restarted. */
  readonly wouldRestart: (exitCode: number) => boolean;
}

const restartGraceMs = 10_000;

/**
 * Whether this container ran before the kubelet did. Ten seconds are left for a clock that drifts.
 * Models: kubernetes/pkg/kubelet/prober/prober_manager.go kubeletRestartGracePeriod.
 */
export function startedBeforeKubelet(
  status: ContainerApiStatus,
  kubeletStartedAtMs: number,
): boolean {
  const startedAtMs = status.state.running?.startedAtMs;
  return startedAtMs !== undefined && startedAtMs < kubeletStartedAtMs - restartGraceMs;
}

/** Models: kubernetes/pkg/kubelet/container/runtime.go ParseContainerID. */
export function parseContainerId(text: string): string {
  return text.split("://").at(-1) ?? text;
}

export function probeOf(container: KubeContainer, probeType: ProbeType): KubeProbe | undefined {
  switch (probeType) {
    case "liveness":
      return container.livenessProbe;
    case "readiness":
      return container.readinessProbe;
    case "startup":
      return container.startupProbe;
  }
}

export function beginProbe(before: ProbeWorkerState, round: ProbeRound): ProbeStep {
  const { container, status } = round;
  if (status === undefined) return skip("wait", before, [], "noStatus");
  if (status.phase === "Failed" || status.phase === "Succeeded") {
    return skip("end", before, [], "podIsTerminal");
  }
  const seen = createdContainer(status, container.name);
  if (seen === undefined) return skip("wait", before, [], "containerNotCreated");
  const { state, effects } = meetContainer(before, seen, round);
  return decideOnContainer(state, effects, seen, round);
}

interface SeenContainer {
  readonly id: string;
  readonly status: ContainerApiStatus;
}

interface MetContainer {
  readonly state: ProbeWorkerState;
  readonly effects: readonly ProbeEffect[];
}

function createdContainer(status: PodApiStatus, name: string): SeenContainer | undefined {
  for (const statuses of [status.containerStatuses, status.initContainerStatuses]) {
    const found = statuses.find((candidate) => candidate.name === name);
    if (found?.containerID !== undefined && found.containerID !== "") {
      return { id: parseContainerId(found.containerID), status: found };
    }
  }
  return undefined;
}

/** A new id gets the start value at once, and ends a hold. */
function meetContainer(
  state: ProbeWorkerState,
  { id, status }: SeenContainer,
  { container, pod, kubeletStartedAtMs, features }: ProbeRound,
): MetContainer {
  if (state.containerId === id) return { state, effects: [] };
  const effects: ProbeEffect[] = [];
  if (state.containerId !== undefined) {
    effects.push({ effect: "forget", containerId: state.containerId });
  }
  const keeps = features.keepReadyOverKubeletRestart;
  // Without it a sidecar that has long started would hold up the init containers after it.
  if (keeps && isSidecar(pod, container) && state.probeType === "startup" && status.started) {
    effects.push({ effect: "store", containerId: id, result: "success" });
  }
  if (!keeps || !startedBeforeKubelet(status, kubeletStartedAtMs)) {
    effects.push({ effect: "store", containerId: id, result: startValues[state.probeType] });
  }
  return { state: { ...state, containerId: id, onHold: false }, effects };
}

const startValues: Readonly<Record<ProbeType, ProbeResult>> = {
  liveness: "success",
  readiness: "failure",
  startup: "unknown",
};

function decideOnContainer(
  state: ProbeWorkerState,
  effects: readonly ProbeEffect[],
  { id, status }: SeenContainer,
  round: ProbeRound,
): ProbeStep {
  if (state.onHold) return skip("wait", state, effects, "onHold");
  const { running } = status.state;
  if (running === undefined) {
    const failed = [...effects, { effect: "store", containerId: id, result: "failure" } as const];
    const kind = endsWithContainer(status, round) ? "end" : "wait";
    return skip(kind, state, failed, "containerNotRunning");
  }
  if (round.pod.deletionTimestampMs !== undefined && state.probeType !== "readiness") {
    // Success, so that nothing is killed for a probe while the pod ends.
    const quiet = [...effects, { effect: "store", containerId: id, result: "success" } as const];
    return skip("end", state, quiet, "podIsDeleted");
  }
  const ageSeconds = Math.floor((round.nowMs - running.startedAtMs) / 1000);
  const delaySeconds = probeOf(round.container, state.probeType)?.initialDelaySeconds ?? 0;
  if (ageSeconds < delaySeconds) return skip("wait", state, effects, "initialDelay");
  const hasStarted = status.started === true;
  if (hasStarted && state.probeType === "startup") {
    return skip("wait", state, effects, "containerHasStarted");
  }
  if (!hasStarted && state.probeType !== "startup") {
    return skip("wait", state, effects, "containerHasNotStarted");
  }
  return { kind: "probe", state, effects, containerId: id };
}

/** Whether a container that does not run is the last of its name. */
function endsWithContainer(
  { state }: ContainerApiStatus,
  { container, pod, features, wouldRestart }: ProbeRound,
): boolean {
  if (state.terminated === undefined) return false;
  if (features.probeWorkerEndsByRestartRules) return !wouldRestart(state.terminated.exitCode);
  if (pod.spec.restartPolicy !== "Never") return false;
  return !(features.sidecarProbesGoOn && isSidecar(pod, container));
}

function isSidecar(pod: KubePod, { name, restartPolicy }: KubeContainer): boolean {
  const isInit = pod.spec.initContainers?.some((init) => init.name === name) ?? false;
  return isInit && restartPolicy === "Always";
}

/** A worker that ends takes its result with it, after what it stored was told. */
function skip(
  kind: "wait" | "end",
  state: ProbeWorkerState,
  effects: readonly ProbeEffect[],
  why: ProbeSkip,
): ProbeStep {
  const { containerId } = state;
  const last = kind === "end" && containerId !== undefined;
  const all = last ? [...effects, { effect: "forget", containerId } as const] : effects;
  return { kind, state, effects: all, why };
}

/** `error`: the probe could not be run, which says nothing about the container. */
export type ProbeVerdict = "success" | "failure" | "error";

export interface ProbeFinish {
  readonly state: ProbeWorkerState;
  /** To be stored for the state's container; absent below a threshold and after an error. */
  readonly stored?: ProbeResult;
}

export function finishProbe(
  state: ProbeWorkerState,
  verdict: ProbeVerdict,
  spec: Pick<KubeProbe, "successThreshold" | "failureThreshold">,
): ProbeFinish {
  if (verdict === "error") return { state };
  const resultRun = state.lastResult === verdict ? state.resultRun + 1 : 1;
  const counted: ProbeWorkerState = { ...state, lastResult: verdict, resultRun };
  const threshold = verdict === "success" ? spec.successThreshold : spec.failureThreshold;
  if (resultRun < threshold) return { state: counted };
  // A container about to be killed is left in peace; one that has started is not asked again.
  const holds =
    state.probeType === "startup" || (state.probeType === "liveness" && verdict === "failure");
  return {
    state: holds ? { ...counted, onHold: true, resultRun: 0 } : counted,
    stored: verdict,
  };
}
