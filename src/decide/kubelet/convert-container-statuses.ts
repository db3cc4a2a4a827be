/**
 * What the API says of each container, made from the runtime's records, from what the API said
 * before, and from why the last start failed.
 *
 * Models: kubernetes/pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses.
 */
import { compareBytes } from "../../model/container-key.ts";
import type { KubeContainer, KubePod } from "../../model/kube-pod.ts";
import type { RuntimeContainerStatus, RuntimePodStatus } from "../../model/kube-runtime.ts";
import type {
  ContainerApiState,
  ContainerApiStatus,
  PodApiStatus,
} from "../../model/kube-status.ts";
import { isRestartableInitContainer, shouldContainerBeRestarted } from "./container-restart.ts";
import type { KubeletFeatures } from "./features.ts";

export type ContainerKind = "init" | "regular" | "ephemeral";

/**
 * Why the last attempt to start a container failed, by its name; a start that succeeds takes its
 * entry away. Models: kubernetes/pkg/kubelet/reason_cache.go ReasonCache.
 */
export type StartFailures = ReadonlyMap<
  string,
  { readonly reason: string; readonly message: string }
>;

export interface ConversionContext {
  readonly reasons: StartFailures;
  /** A container's exit asked for the restart of all of them, and that is not over. */
  readonly podRestarting: boolean;
  readonly features: KubeletFeatures;
  /** Cuts a time to whole seconds of the node's wall clock, as the API writes it. */
  readonly toApiTime: (ms: number) => number;
}

/**
 * Init containers in the order of the spec, the others by name. `ready` is false in all that is
 * made here: probes have their say afterwards.
 */
export function convertToAPIContainerStatuses(
  pod: KubePod,
  podStatus: RuntimePodStatus,
  oldStatus: PodApiStatus,
  which: ContainerKind,
  context: ConversionContext,
): readonly ContainerApiStatus[] {
  const { containers, old } = ofKind(pod, oldStatus, which);
  const statuses = containers.map((container) => {
    const before = old.find(({ name }) => name === container.name);
    const records = podStatus.containers.filter(({ name }) => name === container.name);
    const seen =
      records.length > 0
        ? fromRecords(records, before, context)
        : vanished(defaultStatus(pod, container, before), before, pod, context);
    if (which === "init") {
      const [newest] = records;
      if (newest?.state === "exited" && newest.exitCode === 0) return seen;
      if (isLostInitRecord(container, seen, pod, podStatus, context)) return completed(seen);
    }
    return shouldContainerBeRestarted(container, pod, podStatus, context.features)
      ? withStartFailure(seen, context.reasons)
      : seen;
  });
  return which === "init" ? statuses : statuses.toSorted((a, b) => compareBytes(a.name, b.name));
}

function ofKind(
  { spec }: KubePod,
  status: PodApiStatus,
  which: ContainerKind,
): {
  readonly containers: readonly KubeContainer[];
  readonly old: readonly ContainerApiStatus[];
} {
  switch (which) {
    case "init":
      return { containers: spec.initContainers ?? [], old: status.initContainerStatuses };
    case "regular":
      return { containers: spec.containers, old: status.containerStatuses };
    case "ephemeral":
      return { containers: spec.ephemeralContainers ?? [], old: status.ephemeralContainerStatuses };
  }
}

/** Without a record it waits for its start, or stays as it ended. */
function defaultStatus(
  pod: KubePod,
  { name, image }: KubeContainer,
  old: ContainerApiStatus | undefined,
): ContainerApiStatus {
  if (old?.state.terminated) return old;
  const hasInit = (pod.spec.initContainers ?? []).length > 0;
  return {
    name,
    image,
    state: { waiting: { reason: hasInit ? "PodInitializing" : "ContainerCreating" } },
    lastState: old?.lastState ?? {},
    ready: false,
    restartCount: old?.restartCount ?? 0,
  };
}

/** What ran when it was last seen and is gone without a record has ended, nobody knows how. */
function vanished(
  status: ContainerApiStatus,
  old: ContainerApiStatus | undefined,
  pod: KubePod,
  { podRestarting, features }: ConversionContext,
): ContainerApiStatus {
  if (old === undefined) return status;
  if (features.restartAllContainers && podRestarting && !old.state.waiting) {
    const why = {
      reason: "RestartingAllContainers",
      message: "The container is removed because RestartAllContainers in place",
    };
    const terminated = { ...why, exitCode: 137 };
    const restartCount = old.restartCount + 1;
    return { ...status, state: { waiting: why }, lastState: { terminated }, restartCount };
  }
  if (!old.state.running || status.lastState.terminated) return status;
  const terminated = {
    exitCode: 137,
    reason: "ContainerStatusUnknown",
    // Two blanks, as upstream writes it.
    message:
      "The container could not be located when the pod was deleted.  " +
      "The container used to be Running",
  };
  // A pod that is being deleted does not start it again.
  const restarts = pod.deletionTimestampMs === undefined ? 1 : 0;
  return { ...status, lastState: { terminated }, restartCount: status.restartCount + restarts };
}

/** The newest record gives the state, the one before it, whatever it is, the last state. */
function fromRecords(
  records: readonly RuntimeContainerStatus[],
  old: ContainerApiStatus | undefined,
  context: ConversionContext,
): ContainerApiStatus {
  const [newest, previous] = records.map((record) => fromRecord(record, old, context));
  if (newest === undefined) throw new Error("got no record of a container, expected one or more");
  // By name, so a container that replaces a started one in the same sync inherits it (141155).
  const started =
    context.features.keepStartedByName && newest.state.running && old?.started !== undefined
      ? { started: old.started }
      : {};
  return { ...newest, ...started, ...(previous ? { lastState: previous.state } : {}) };
}

function fromRecord(
  record: RuntimeContainerStatus,
  old: ContainerApiStatus | undefined,
  context: ConversionContext,
): ContainerApiStatus {
  const { id, name, image } = record;
  const { statusOutlivesRecords } = context.features;
  const isUnknownEnd = record.state === "unknown" && old?.state.running !== undefined;
  let { restartCount } = record;
  if (old && statusOutlivesRecords) {
    restartCount = Math.max(restartCount, old.restartCount);
    const hasRestarted = record.state === "running" && old.state.terminated !== undefined;
    if (hasRestarted && old.restartCount >= record.restartCount) {
      restartCount = old.restartCount + 1;
    }
  }
  if (old && isUnknownEnd) restartCount = old.restartCount + 1;
  return {
    name,
    image,
    containerID: apiContainerId(id),
    state: isUnknownEnd ? { terminated: unknownEnd(context) } : stateOf(record, context),
    lastState: old && statusOutlivesRecords ? keptLastState(id, old) : {},
    ready: false,
    restartCount,
  };
}

function stateOf(
  record: RuntimeContainerStatus,
  { toApiTime }: ConversionContext,
): ContainerApiState {
  const { id, state, startedAtMs, finishedAtMs, reason, message, exitCode = 0 } = record;
  switch (state) {
    case "running":
      return { running: { startedAtMs: toApiTime(startedAtMs ?? record.createdAtMs) } };
    case "exited":
      return {
        terminated: {
          exitCode,
          ...(reason === undefined ? {} : { reason }),
          ...(message === undefined ? {} : { message }),
          ...(startedAtMs === undefined ? {} : { startedAtMs: toApiTime(startedAtMs) }),
          ...(finishedAtMs === undefined ? {} : { finishedAtMs: toApiTime(finishedAtMs) }),
          containerID: apiContainerId(id),
        },
      };
    case "created":
    case "unknown":
      return { waiting: {} };
  }
}

/** Models: kubernetes/pkg/kubelet/container/runtime.go ContainerID.String. */
function apiContainerId(id: string): string {
  return `containerd://${id}`;
}

type Terminated = NonNullable<ContainerApiState["terminated"]>;

function unknownEnd({ podRestarting, features }: ConversionContext): Terminated {
  const isRestart = features.restartAllContainers && podRestarting;
  return {
    exitCode: 137,
    reason: isRestart ? "RestartingAllContainers" : "ContainerStatusUnknown",
    message: "The container could not be located when the pod was terminated",
  };
}

/** The end before this container's, which the runtime may have forgotten. */
function keptLastState(id: string, old: ContainerApiStatus): ContainerApiState {
  const terminated =
    (old.containerID === apiContainerId(id) ? undefined : old.state.terminated) ??
    old.lastState.terminated;
  return terminated === undefined ? {} : { terminated };
}

/** Regular containers are there, so it must have completed: only the record is lost. */
function isLostInitRecord(
  container: KubeContainer,
  { state }: ContainerApiStatus,
  pod: KubePod,
  podStatus: RuntimePodStatus,
  { features }: ConversionContext,
): boolean {
  if (!features.lostInitRecordIsCompleted || !state.waiting) return false;
  if (isRestartableInitContainer(container)) return false;
  const regular = new Set(pod.spec.containers.map(({ name }) => name));
  const newest = new Map(podStatus.containers.toReversed().map((record) => [record.name, record]));
  const isCreated = [...newest.values()].some(
    (record) => regular.has(record.name) && record.state !== "unknown",
  );
  return isCreated && !newest.has(container.name);
}

function completed(status: ContainerApiStatus): ContainerApiStatus {
  const terminated = {
    exitCode: 0,
    reason: "Completed",
    message:
      "Unable to get init container status from container runtime and pod has been initialized, " +
      "treat it as exited normally",
  };
  return { ...status, state: { terminated } };
}

/** Waiting with a reason takes the place of an end, which moves to the last state. */
function withStartFailure(status: ContainerApiStatus, reasons: StartFailures): ContainerApiStatus {
  const failure = reasons.get(status.name);
  if (failure === undefined) return status;
  const { reason, message } = failure;
  return {
    ...status,
    state: { waiting: { reason, message } },
    lastState: status.state.terminated ? status.state : status.lastState,
  };
}
