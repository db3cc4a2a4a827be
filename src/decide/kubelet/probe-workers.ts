/**
 * Which probe workers a pod is given, and which are stopped when.
 *
 * Models: kubernetes/pkg/kubelet/prober/prober_manager.go AddPod, RemovePod,
 * StopLivenessAndStartup.
 */
import type { KubeContainer, KubePod } from "../../model/kube-pod.ts";
import { type ProbeType, probeOf } from "./probe-worker.ts";

export interface ProbeWorkerName {
  readonly container: string;
  readonly probeType: ProbeType;
}

/** Unique within a pod. */
export function probeWorkerKey({ container, probeType }: ProbeWorkerName): string {
  return `${container}/${probeType}`;
}

const inOrder: readonly ProbeType[] = ["startup", "readiness", "liveness"];

/**
 * The workers that a sync makes. Upstream gives up at the first one that is there already, so one
 * that has ended is made again only if no worker before it in this order is left.
 */
export function workersToAdd(
  pod: KubePod,
  present: ReadonlySet<string>,
): readonly ProbeWorkerName[] {
  const added: ProbeWorkerName[] = [];
  for (const worker of probeWorkersOf(pod)) {
    if (present.has(probeWorkerKey(worker))) break;
    added.push(worker);
  }
  return added;
}

/** All that a pod's probes call for, in the order in which they are made. */
export function probeWorkersOf(pod: KubePod): readonly ProbeWorkerName[] {
  return [...pod.spec.containers, ...sidecars(pod)].flatMap((container) =>
    inOrder
      .filter((probeType) => probeOf(container, probeType) !== undefined)
      .map((probeType) => ({ container: container.name, probeType })),
  );
}

/** At the beginning of a termination. Those of sidecars are forgotten, and go on. */
export function workersToStopFirst(pod: KubePod): readonly ProbeWorkerName[] {
  const regular = new Set(pod.spec.containers.map(({ name }) => name));
  return probeWorkersOf(pod).filter(
    ({ container, probeType }) => probeType !== "readiness" && regular.has(container),
  );
}

function sidecars(pod: KubePod): readonly KubeContainer[] {
  return (pod.spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always");
}
