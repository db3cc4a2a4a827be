/**
 * `kubectl get pod -o yaml` and `-o json`: the object as the API server stores it, in the API's own
 * shape.
 *
 * Models: kubernetes/staging/src/k8s.io/api/core/v1/types.go Pod, PodStatus, ContainerStatus (which
 * fields are written though they are empty).
 */
import type { ContainerApiState, ContainerApiStatus, PodCondition } from "../model/kube-status.ts";
import { type YamlValue, toGoYaml } from "./go-yaml.ts";
import type { ApiPod } from "./api-pod.ts";
import type { StoredPod, StoredStatus } from "./stored-pods.ts";
import { asWritten } from "./stored-spec.ts";
import { type WallClock, rfc3339 } from "./wall-clock.ts";

export function podYaml(pod: StoredPod, clock: WallClock): string {
  return toGoYaml(mappingOf(pod, clock));
}

/** Without what is left out of it. */
export function podObject(pod: StoredPod, clock: WallClock): ApiPod {
  return JSON.parse(JSON.stringify(mappingOf(pod, clock))) as ApiPod;
}

function mappingOf(pod: StoredPod, clock: WallClock): { readonly [key: string]: YamlValue } {
  const time = (ms: number | undefined): string | undefined =>
    ms === undefined ? undefined : rfc3339(clock.at(ms));
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: metadataOf(pod, time),
    spec: asWritten(pod.spec) as YamlValue,
    status: statusOf(pod.status, time),
  };
}

type Time = (ms: number | undefined) => string | undefined;

function metadataOf(pod: StoredPod, time: Time): YamlValue {
  const { name, namespace, uid, resourceVersion, generation, labels, annotations } = pod;
  return {
    name,
    namespace,
    uid,
    resourceVersion,
    generation,
    labels: notEmpty(labels),
    annotations: notEmpty(annotations),
    finalizers: pod.finalizers?.length === 0 ? undefined : pod.finalizers,
    creationTimestamp: time(pod.creationMs),
    deletionTimestamp: time(pod.deletionMs),
    deletionGracePeriodSeconds: pod.deletionGraceSeconds,
  };
}

function notEmpty(values: Readonly<Record<string, string>> | undefined) {
  return values && Object.keys(values).length > 0 ? values : undefined;
}

function statusOf(status: StoredStatus, time: Time): YamlValue {
  const { phase, reason, message, podIP, qosClass, observedGeneration, startMs } = status;
  return {
    phase,
    reason: reason || undefined,
    message: message || undefined,
    podIP: podIP || undefined,
    podIPs: podIP ? [{ ip: podIP }] : undefined,
    qosClass,
    observedGeneration,
    startTime: time(startMs),
    conditions: listOf(status.conditions, (condition) => conditionOf(condition, time)),
    initContainerStatuses: listOf(status.initContainerStatuses, (each) => containerOf(each, time)),
    containerStatuses: listOf(status.containerStatuses, (each) => containerOf(each, time)),
    ephemeralContainerStatuses: listOf(status.ephemeralContainerStatuses, (each) =>
      containerOf(each, time),
    ),
  };
}

function listOf<T>(values: readonly T[], map: (value: T) => YamlValue): YamlValue {
  return values.length === 0 ? undefined : values.map(map);
}

/** Nobody probes a condition, and yet the field is written. */
function conditionOf(
  { type, status, reason, message, lastTransitionTimeMs, observedGeneration }: PodCondition,
  time: Time,
): YamlValue {
  return {
    type,
    status,
    reason: reason || undefined,
    message: message || undefined,
    lastProbeTime: null,
    lastTransitionTime: time(lastTransitionTimeMs) ?? null,
    observedGeneration,
  };
}

/** An image that has no digest here has an empty one. */
function containerOf(container: ContainerApiStatus, time: Time): YamlValue {
  const { name, image, containerID, state, lastState, ready, started, restartCount } = container;
  return {
    name,
    image,
    imageID: "",
    containerID,
    state: stateOf(state, time),
    lastState: stateOf(lastState, time),
    ready,
    started,
    restartCount,
  };
}

function stateOf({ waiting, running, terminated }: ContainerApiState, time: Time): YamlValue {
  if (running) return { running: { startedAt: time(running.startedAtMs) } };
  if (waiting) return { waiting: { reason: waiting.reason, message: waiting.message } };
  if (terminated === undefined) return {};
  const { exitCode, signal, reason, message, containerID } = terminated;
  return {
    terminated: {
      exitCode,
      signal,
      reason,
      message,
      startedAt: time(terminated.startedAtMs) ?? null,
      finishedAt: time(terminated.finishedAtMs) ?? null,
      containerID,
    },
  };
}
