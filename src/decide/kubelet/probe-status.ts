/**
 * What the probes make of a pod's status: which containers have started, which are ready.
 *
 * Models: kubernetes/pkg/kubelet/prober/prober_manager.go isContainerStarted, UpdatePodStatus,
 * setReadyStateOnKubeletRestart.
 */
import type { KubeContainer, KubePod } from "../../model/kube-pod.ts";
import type { ProbeResults } from "../../model/kube-runtime.ts";
import type { ContainerApiStatus, PodApiStatus } from "../../model/kube-status.ts";
import type { KubeletFeatures } from "./features.ts";
import { parseContainerId, startedBeforeKubelet } from "./probe-worker.ts";
import { probeWorkerKey } from "./probe-workers.ts";

export interface ProbeKnowledge {
  readonly results: ProbeResults;
  /** Of this pod, by `probeWorkerKey`. */
  readonly workers: ReadonlySet<string>;
  readonly kubeletStartedAtMs: number;
  readonly features: Pick<KubeletFeatures, "keepReadyOverKubeletRestart" | "keepStartedByName">;
}

export interface ProbedStatus {
  readonly status: PodApiStatus;
  /** Containers whose readiness worker is to probe at once. */
  readonly poked: readonly string[];
}

/**
 * `status.started` is what the status before said of this name: with `keepStartedByName` a new
 * container takes it over until its startup worker has met it.
 */
export function isContainerStarted(
  status: ContainerApiStatus,
  { results, workers, features }: ProbeKnowledge,
): boolean {
  if (status.state.running === undefined) return false;
  const startup = results.startup.get(idOf(status));
  if (startup !== undefined) return startup === "success";
  if (features.keepStartedByName && status.started === true) return true;
  return !workers.has(probeWorkerKey({ container: status.name, probeType: "startup" }));
}

/**
 * `generated` is the status as made from the runtime and the old status. The pokes are due before
 * the new status is stored: a worker that is quick still reads the old one, and probes nothing.
 */
export function updatePodStatus(
  pod: KubePod,
  generated: PodApiStatus,
  known: ProbeKnowledge,
): ProbedStatus {
  const poked: string[] = [];
  const probed = (status: ContainerApiStatus, container: KubeContainer | undefined) => {
    const { ready, isPoked } = readinessOf(pod, status, container, known);
    if (isPoked) poked.push(status.name);
    return { ...status, ready };
  };
  const containerStatuses = generated.containerStatuses.map((status) => {
    const started = isContainerStarted(status, known);
    const container = pod.spec.containers.find(({ name }) => name === status.name);
    return started ? probed({ ...status, started }, container) : { ...status, started };
  });
  const initContainerStatuses = generated.initContainerStatuses.map((status, index) => {
    const started = isContainerStarted(status, known);
    const container = pod.spec.initContainers?.[index];
    if (container?.name !== status.name) return { ...status, started };
    if (container.restartPolicy !== "Always") {
      const isDone = status.state.terminated?.exitCode === 0;
      return { ...status, started, ready: isDone || status.ready };
    }
    return started ? probed({ ...status, started }, container) : { ...status, started };
  });
  return { status: { ...generated, containerStatuses, initContainerStatuses }, poked };
}

interface Readiness {
  readonly ready: boolean;
  readonly isPoked: boolean;
}

/** Of a container that has started, and so is running. */
function readinessOf(
  pod: KubePod,
  status: ContainerApiStatus,
  container: KubeContainer | undefined,
  { results, workers, kubeletStartedAtMs, features }: ProbeKnowledge,
): Readiness {
  const result = results.readiness.get(idOf(status));
  if (result === "success") return { ready: true, isPoked: false };
  const isPoked = workers.has(probeWorkerKey({ container: status.name, probeType: "readiness" }));
  // Without a worker there is no probe, or, after a restart of the kubelet, none yet.
  const ready = !isPoked;
  const isKept =
    features.keepReadyOverKubeletRestart &&
    container !== undefined &&
    startedBeforeKubelet(status, kubeletStartedAtMs);
  if (!isKept) return { ready, isPoked };
  const isWhole = container.readinessProbe === undefined || isPodReady(pod);
  return { ready: (ready || result === undefined) && isWhole, isPoked };
}

/** As the source has it: for a static pod that no API server knows, never. */
function isPodReady(pod: KubePod): boolean {
  return pod.status.conditions.some(({ type, status }) => type === "Ready" && status === "True");
}

function idOf({ containerID = "" }: ContainerApiStatus): string {
  return parseContainerId(containerID);
}
