/** What must hold of the statuses that the API server stores, however the node was disturbed. */
import type { ContainerApiStatus } from "../../src/model/kube-status.ts";
import type { TraceRecord } from "../../src/model/trace.ts";
import type { RecordOf } from "./trace-invariants.ts";

type Status = RecordOf<"status">;

/** Of which containers the restart count is to hold. */
export type Counted = "all" | "regular" | "none";

/**
 * Where the API's restart count of a container fell, as `pod/container at t`. Before 1.36 it is
 * that of the newest record, so it falls when somebody removes that. What the kubelet itself
 * removes costs only init containers theirs, which go with their sandbox and with their logs
 * (kuberuntime_manager.go purgeInitContainers); all others go on from the names of their logs
 * (kuberuntime_container.go calcRestartCountByLogDir).
 */
export function fallenCounts(records: readonly TraceRecord[], counted: Counted): readonly string[] {
  const counts = new Map<string, number>();
  return stored(records).flatMap((status) => {
    const all = counted === "all" ? containersOf(status) : status.containerStatuses;
    return (counted === "none" ? [] : all).flatMap(({ name, restartCount }) => {
      const key = `${status.uid ?? ""}/${name}`;
      const before = counts.get(key) ?? 0;
      counts.set(key, restartCount);
      return restartCount < before ? `${status.pod}/${name} at ${status.t}` : [];
    });
  });
}

/**
 * Where a phase changed that is said to be for good. A deadline that passes while the worker waits
 * for its last stage makes Failed of what was Succeeded, at once and once: kubelet_pods.go
 * generateAPIPodStatus asks the handlers after the merge, and guards by the phase of the pod that
 * the worker has, which its API server may have changed since.
 */
export function changedTerminalPhases(records: readonly TraceRecord[]): readonly string[] {
  const ends = new Map<string, Status>();
  return stored(records).flatMap((status) => {
    const { t, uid = "", pod, phase, reason } = status;
    const before = ends.get(uid);
    if (phase === before?.phase) return [];
    if (phase === "Failed" || phase === "Succeeded") ends.set(uid, status);
    const isDeadline = before?.phase === "Succeeded" && reason === "DeadlineExceeded";
    if (before === undefined || (isDeadline && isNext(before, status, records))) return [];
    return `${pod}: ${before.phase} to ${phase} at ${t}`;
  });
}

/** Whether they are of one end: nothing was sent of the pod between them, and no container ran. */
function isNext(before: Status, after: Status, records: readonly TraceRecord[]): boolean {
  const between = records.slice(before.seq, after.seq - 1);
  return !between.some(
    (record) =>
      "uid" in record &&
      record.uid === after.uid &&
      (record.type === "container" || (record.type === "status" && record.sent)) &&
      (record.type !== "container" || record.to !== "Removed"),
  );
}

/**
 * Pods that are said to be ready while one of their containers is not, or is not up. A container
 * may be ready and not started: status_manager.go SetContainerStartup changes the one alone. An
 * init container that is to run again, its record gone, waits in what is left of its old status,
 * which was ready: kubelet_pods.go convertToAPIContainerStatuses.
 */
export function readyTooSoon(records: readonly TraceRecord[]): readonly string[] {
  return stored(records).flatMap((status) => {
    const { t, pod, conditions, containerStatuses, initContainerStatuses = [] } = status;
    const is = (type: string) => conditions.find((one) => one.type === type)?.status === "True";
    const notUp = [
      ...containerStatuses.filter(({ ready, state }) => ready && !state.running),
      ...initContainerStatuses.filter(
        ({ ready, state, lastState }) =>
          ready && !state.running && !isOver(state.waiting ? lastState : state),
      ),
    ];
    const notReady = containerStatuses.filter(({ ready }) => !ready);
    const tooSoon =
      (is("Ready") && (!is("ContainersReady") || notReady.length > 0)) ||
      (is("ContainersReady") && notReady.length > 0) ||
      notUp.length > 0;
    return tooSoon ? `${pod} at ${t}` : [];
  });
}

/** An ordinary init container is ready once it has done its work. */
function isOver({ terminated }: ContainerApiStatus["state"]): boolean {
  return terminated?.exitCode === 0;
}

/** Statuses of which a part is missing, doubled, out of order in time, or more than one thing. */
export function badShapes(records: readonly TraceRecord[]): readonly string[] {
  return stored(records).flatMap((status) => {
    const all = containersOf(status);
    const names = new Set(all.map(({ name }) => name));
    const types = new Set(status.conditions.map(({ type }) => type));
    const wrong = all.filter(({ state, lastState, restartCount }) => {
      const ended = [state.terminated, lastState.terminated].flatMap((one) => one ?? []);
      const isOne = Object.values(state).filter((one) => one !== undefined).length === 1;
      return !isOne || restartCount < 0 || ended.some(({ exitCode }) => !(exitCode >= 0));
    });
    const isWhole = names.size === all.length && types.size === status.conditions.length;
    return isWhole && wrong.length === 0 ? [] : `${status.pod} at ${status.t}`;
  });
}

/**
 * Containers that are to run for ever and do not at the end, as `pod/container`, and pods that are
 * not ready then; of those that the API has.
 */
export function missing(records: readonly TraceRecord[]): readonly string[] {
  const declared = new Map<string, string>();
  const last = new Map<string, Status>();
  for (const record of records) {
    if (record.type === "pod" && record.source === "api") {
      if (record.change === "removed") declared.delete(record.uid ?? "");
      else declared.set(record.uid ?? "", record.pod);
    }
    if (record.type === "status" && record.sent) last.set(record.uid ?? "", record);
  }
  return [...declared].flatMap(([uid, pod]) => {
    const status = last.get(uid);
    if (status === undefined) return `${pod} has no status`;
    const ready = status.conditions.find(({ type }) => type === "Ready");
    const down = status.containerStatuses.filter(({ state }) => !state.running);
    if (status.phase !== "Running") return `${pod} is ${status.phase}`;
    if (down.length > 0) return down.map(({ name }) => `${pod}/${name} does not run`);
    return ready?.status === "True" ? [] : `${pod} is not ready`;
  });
}

function stored(records: readonly TraceRecord[]): readonly Status[] {
  return records.filter((record): record is Status => record.type === "status" && record.sent);
}

function containersOf(status: Status): readonly ContainerApiStatus[] {
  const { initContainerStatuses = [], containerStatuses, ephemeralContainerStatuses = [] } = status;
  return [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses];
}
