/** The pods that the API server stores, with each change as a watch tells it, from a trace. */
import { computePodQos } from "../decide/kubelet/qos.ts";
import type { PodSpec } from "../manifest/pod-types.ts";
import type { KubePodSpec } from "../model/kube-pod.ts";
import type { ContainerApiStatus, PodCondition } from "../model/kube-status.ts";
import type { PodTrace, StatusTrace, TraceRecord } from "../model/trace.ts";
import { toMs } from "../trace/times.ts";
import type { ApiPodMetadata, ApiPodStatus } from "./api-pod.ts";

type WrittenByApi = "resourceVersion" | "generation" | "labels" | "annotations" | "finalizers";

/** Times in virtual milliseconds, cut to whole seconds of the calendar as the API does. */
export interface StoredPod extends Pick<
  ApiPodMetadata,
  "namespace" | "name" | "uid" | WrittenByApi
> {
  readonly creationMs: number;
  readonly deletionMs?: number;
  readonly deletionGraceSeconds?: number;
  readonly spec: PodSpec;
  readonly status: StoredStatus;
}

export interface StoredStatus extends Pick<
  ApiPodStatus,
  "phase" | "reason" | "message" | "podIP" | "qosClass" | "observedGeneration"
> {
  readonly startMs?: number;
  readonly conditions: readonly PodCondition[];
  readonly initContainerStatuses: readonly ContainerApiStatus[];
  readonly containerStatuses: readonly ContainerApiStatus[];
  readonly ephemeralContainerStatuses: readonly ContainerApiStatus[];
}

export interface PodChange {
  readonly atMs: number;
  readonly pod: StoredPod;
  /** The object went with this; `pod` is what it was last. */
  readonly isRemoved: boolean;
}

/** In the order of the trace. Without what the API server refused, and what changed nothing. */
export function podChanges(records: readonly TraceRecord[]): readonly PodChange[] {
  const log = new PodLog();
  for (const record of records) log.see(record);
  return log.changes;
}

/** The same of a run that goes on. */
export class PodLog {
  readonly #stored = new Map<string, StoredPod>();
  readonly #changes: PodChange[] = [];

  get changes(): readonly PodChange[] {
    return this.#changes;
  }

  see(record: TraceRecord): void {
    if (record.type !== "pod" && record.type !== "status") return;
    const key = record.uid ?? "";
    const before = this.#stored.get(key);
    const pod = record.type === "pod" ? afterPod(before, record) : afterStatus(before, record);
    if (pod === undefined || pod === before) return;
    const isRemoved = record.type === "pod" && record.change === "removed";
    if (isRemoved) this.#stored.delete(key);
    else this.#stored.set(key, pod);
    this.#changes.push({ atMs: toMs(record.t), pod, isRemoved });
  }
}

/** By namespace and name, as the API server lists them. */
export function podsAt(changes: readonly PodChange[], ms: number): readonly StoredPod[] {
  const pods = new Map<string, StoredPod>();
  for (const { atMs, pod, isRemoved } of changes) {
    if (atMs > ms) break;
    if (isRemoved) pods.delete(pod.uid);
    else pods.set(pod.uid, pod);
  }
  return [...pods.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function keyOf({ namespace, name }: StoredPod): string {
  return `${namespace}/${name}`;
}

/** What the API server writes beside the spec, as the record of a pod has it. */
interface Metadata extends Pick<ApiPodMetadata, WrittenByApi | "deletionGracePeriodSeconds"> {
  /** Seconds. */
  readonly creationTimestamp?: number;
  readonly deletionTimestamp?: number;
}

function afterPod(
  before: StoredPod | undefined,
  record: PodTrace & { readonly node: string; readonly t: number },
): StoredPod | undefined {
  const { namespace, pod: name, uid = "", source, spec = before?.spec } = record;
  if (source !== "api" || spec === undefined) return undefined;
  const metadata: Metadata = record.metadata ?? {};
  const { creationTimestamp = record.t, deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  const { resourceVersion, generation, labels, annotations, finalizers } = metadata;
  return {
    namespace,
    name,
    uid,
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(generation === undefined ? {} : { generation }),
    ...(labels ? { labels } : {}),
    ...(annotations ? { annotations } : {}),
    ...(finalizers ? { finalizers } : {}),
    creationMs: toMs(creationTimestamp),
    ...(deletionTimestamp === undefined ? {} : { deletionMs: toMs(deletionTimestamp) }),
    ...(deletionGracePeriodSeconds === undefined
      ? {}
      : { deletionGraceSeconds: deletionGracePeriodSeconds }),
    spec: boundTo(record.node, spec),
    status: before?.status ?? firstStatus(spec),
  };
}

/** Every pod of a run is bound to its node from the beginning. */
function boundTo(nodeName: string, spec: KubePodSpec): PodSpec {
  return { ...spec, nodeName: spec.nodeName ?? nodeName };
}

/** What the API server gives a pod at its creation. */
function firstStatus({ containers, initContainers = [] }: KubePodSpec): StoredStatus {
  return {
    phase: "Pending",
    qosClass: computePodQos([...containers, ...initContainers]),
    conditions: [],
    initContainerStatuses: [],
    containerStatuses: [],
    ephemeralContainerStatuses: [],
  };
}

/** A patch that changes nothing is no write, and no watch tells of it. */
function afterStatus(before: StoredPod | undefined, record: StatusTrace): StoredPod | undefined {
  if (!record.sent || before === undefined) return undefined;
  const { resourceVersion = before.resourceVersion } = record;
  const status = statusOf(record, before.status);
  if (JSON.stringify(status) === JSON.stringify(before.status)) return before;
  return { ...before, ...(resourceVersion === undefined ? {} : { resourceVersion }), status };
}

function statusOf(record: StatusTrace, before: StoredStatus): StoredStatus {
  const { phase, reason, message, startTime, podIP, observedGeneration } = record;
  const { qosClass = before.qosClass, conditions, containerStatuses } = record;
  const { initContainerStatuses = [], ephemeralContainerStatuses = [] } = record;
  return {
    phase,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
    ...(startTime === undefined ? {} : { startMs: toMs(startTime) }),
    ...(podIP === undefined ? {} : { podIP }),
    qosClass,
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
    conditions,
    initContainerStatuses,
    containerStatuses,
    ephemeralContainerStatuses,
  };
}
