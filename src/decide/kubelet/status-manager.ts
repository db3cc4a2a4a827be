/**
 * The rules of the kubelet's cache of pod statuses: what is let in, which version it becomes, and
 * what has to be sent to the API server.
 *
 * Models: kubernetes/pkg/kubelet/status/status_manager.go SetPodStatus, SetContainerReadiness,
 * SetContainerStartup, TerminatePod, updateStatusInternal, syncBatch, needsUpdate, needsReconcile,
 * canBeDeleted.
 */
import type { KubePod } from "../../model/kube-pod.ts";
import type { ContainerApiStatus, PodApiStatus } from "../../model/kube-status.ts";
import { checkContainerStateTransition } from "./check-container-state-transition.ts";
import {
  generateContainersReadyCondition,
  generatePodReadyCondition,
  isPodConditionByKubelet,
  isPodConditionSharedByKubelet,
  replaceOrAppendPodCondition,
  updateLastTransitionTime,
} from "./conditions.ts";
import type { KubeletFeatures } from "./features.ts";
import { isTerminalPhase } from "./get-phase.ts";
import { isPodStatusByKubeletEqual, normalizeStatus } from "./normalize-status.ts";
import { parseContainerId } from "./probe-worker.ts";
import { terminatedStatus } from "./terminate-pod.ts";

/** Versions count the changes of one pod, so that a sender knows what it has not sent yet. */
export interface VersionedPodStatus {
  readonly status: PodApiStatus;
  readonly version: number;
  /** SyncTerminatedPod is done: the API object may go. */
  readonly podIsFinished: boolean;
}

export interface StatusView {
  readonly pod: KubePod;
  readonly cached?: VersionedPodStatus | undefined;
  /** Of a static pod; its status stands for the static pod's in the API. */
  readonly mirror?: KubePod | undefined;
  /** In whole seconds of the node's wall clock, as the API writes times. */
  readonly nowMs: number;
  readonly features: KubeletFeatures;
}

export interface StatusUpdate {
  /** What the cache holds from now on. */
  readonly cached: VersionedPodStatus | undefined;
  /** There is a new version to send. */
  readonly changed: boolean;
  /** Why the new status was dropped as a whole; upstream logs it and no more. */
  readonly refused?: string;
}

export interface UpdateOptions {
  /** A new version also where nothing differs. */
  readonly force: boolean;
  readonly podIsFinished: boolean;
}

export function updateStatusInternal(
  { pod, cached, mirror, nowMs, features }: StatusView,
  status: PodApiStatus,
  { force, podIsFinished }: UpdateOptions,
): StatusUpdate {
  const old = cached?.status ?? mirror?.status ?? pod.status;
  const refused = checkContainerStateTransition(old, status, pod, features);
  if (refused !== undefined) return { cached, changed: false, refused };
  const observedGeneration = Math.max(status.observedGeneration ?? 0, old.observedGeneration ?? 0);
  const fresh = normalizeStatus(pod, {
    ...status,
    // The pod has started once: deadlines are counted from there.
    startTimeMs: old.startTimeMs ?? status.startTimeMs ?? nowMs,
    ...(observedGeneration === 0 ? {} : { observedGeneration }),
    conditions: status.conditions.map((condition) =>
      isPodConditionByKubelet(condition.type, features) ||
      isPodConditionSharedByKubelet(condition.type)
        ? updateLastTransitionTime(condition, old.conditions, nowMs)
        : condition,
    ),
  });
  if (cached && !force && isPodStatusByKubeletEqual(cached.status, fresh, features)) {
    return { cached, changed: false };
  }
  // Finished stays finished, but for static pods, whose UID can come back.
  const wasFinished = pod.source !== "file" && cached?.podIsFinished === true;
  return {
    cached: {
      status: fresh,
      version: (cached?.version ?? 0) + 1,
      podIsFinished: podIsFinished || wasFinished,
    },
    changed: true,
  };
}

/** Of a pod that is being deleted any status is new: its worker may wait for the object to go. */
export function setPodStatus(view: StatusView, status: PodApiStatus): StatusUpdate {
  const { pod, features } = view;
  const isObserved = features.observedGeneration || (pod.status.observedGeneration ?? 0) !== 0;
  const observed =
    isObserved && pod.generation ? { ...status, observedGeneration: pod.generation } : status;
  const force = pod.deletionTimestampMs !== undefined;
  return updateStatusInternal(view, observed, { force, podIsFinished: false });
}

/** A readiness result goes into the cached status at once; no sync has to be waited for. */
export function setContainerReadiness(
  view: StatusView,
  containerId: string,
  ready: boolean,
): StatusUpdate {
  const { pod, cached, features } = view;
  if (cached === undefined) return { cached, changed: false };
  const status = withContainer(cached.status, containerId, (known) =>
    known.ready === ready ? known : { ...known, ready },
  );
  if (status === cached.status) return { cached, changed: false };
  const { initContainerStatuses, containerStatuses, phase } = status;
  const statuses = [...initContainerStatuses, ...containerStatuses];
  const input = { pod, oldStatus: cached.status, statuses, phase, features };
  const podReady = generatePodReadyCondition(input, status.conditions);
  const conditions = replaceOrAppendPodCondition(
    replaceOrAppendPodCondition(status.conditions, podReady),
    generateContainersReadyCondition(input),
  );
  return updateStatusInternal(view, { ...status, conditions }, unforced);
}

/** Conditions are left alone: readiness follows with the next status generation. */
export function setContainerStartup(
  view: StatusView,
  containerId: string,
  started: boolean,
): StatusUpdate {
  const { cached } = view;
  if (cached === undefined) return { cached, changed: false };
  const status = withContainer(cached.status, containerId, (known) =>
    known.started === started ? known : { ...known, started },
  );
  if (status === cached.status) return { cached, changed: false };
  return updateStatusInternal(view, status, unforced);
}

/** The end of a pod's last stage: from here on its API object may be deleted. */
export function terminatePod(view: StatusView): StatusUpdate {
  const { pod, cached } = view;
  const status = terminatedStatus(pod, cached?.status ?? pod.status);
  return updateStatusInternal(view, status, { force: true, podIsFinished: true });
}

/** `pod` is as the API has it: the terminal phase must have arrived there first. */
export function canBeDeleted(pod: KubePod, podIsFinished: boolean): boolean {
  if (pod.deletionTimestampMs === undefined || isMirrorPod(pod)) return false;
  return isTerminalPhase(pod.status.phase) && podIsFinished;
}

/** Models: kubernetes/pkg/kubelet/types/pod_update.go IsMirrorPod. */
function isMirrorPod({ annotations }: KubePod): boolean {
  return annotations?.["kubernetes.io/config.mirror"] !== undefined;
}

export interface SendView {
  readonly cached: VersionedPodStatus;
  /** The version that the API server has; absent after a restart and after a reconciliation. */
  readonly sentVersion?: number | undefined;
  /** As the pod manager has it; absent once the source has taken the pod away. */
  readonly pod?: KubePod | undefined;
  readonly mirror?: KubePod | undefined;
  readonly features: KubeletFeatures;
}

/** `reconcile` forgets the version that was sent: the API shows something else than it was told. */
export type Sending = "nothing" | "update" | "reconcile";

/** A change wakes the sender for new versions; every 10 s it also repairs what the API has lost. */
export function whatToSend(view: SendView, isPeriodic: boolean): Sending {
  const { cached, sentVersion, pod, mirror, features } = view;
  const isStatic = pod?.source === "file";
  if (isStatic && mirror === undefined) return "nothing";
  if (sentVersion === undefined || sentVersion < cached.version) return "update";
  if (!isPeriodic || pod === undefined) return "nothing";
  if (canBeDeleted(pod, cached.podIsFinished)) return "update";
  const apiPod = mirror ?? pod;
  const api = normalizeStatus(apiPod, apiPod.status);
  return isPodStatusByKubeletEqual(api, cached.status, features) ? "nothing" : "reconcile";
}

const unforced: UpdateOptions = { force: false, podIsFinished: false };

/** The same object where nothing changes. Ephemeral containers have no probes. */
function withContainer(
  status: PodApiStatus,
  containerId: string,
  change: (known: ContainerApiStatus) => ContainerApiStatus,
): PodApiStatus {
  for (const list of ["containerStatuses", "initContainerStatuses"] as const) {
    const index = status[list].findIndex(
      ({ containerID }) =>
        containerID !== undefined &&
        parseContainerId(containerID) === parseContainerId(containerId),
    );
    const known = status[list][index];
    if (known === undefined) continue;
    const changed = change(known);
    return changed === known ? status : { ...status, [list]: status[list].with(index, changed) };
  }
  return status;
}
