/** A pod at each moment: as the API server stores it, and as the kubelet holds it. */
import type { ContainerApiStatus } from "../model/kube-status.ts";
import { toMs } from "../trace/times.ts";
import type { Facts } from "./facts.ts";
import { type PodIdentity, podKeyOf } from "./pod-book.ts";
import { type Series, type Step, seriesOf } from "./series.ts";
import type { ContainerFact, Fact, PodObject, PodRecord, StatusRecord } from "./trace-extras.ts";

export interface PodView {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly isTerminating: boolean;
  readonly object?: PodObject;
  /** Absent: nobody has written one yet. */
  readonly status?: StatusRecord;
}

/** Absent: there is no such pod. Of several of one name, the one that was created last. */
export type PodSeries = Series<PodView | undefined>;

export function apiSeries(pods: readonly PodIdentity[], facts: Facts): PodSeries {
  return fold(pods, facts, (view, record) => {
    if (record.type === "pod" && record.source === "api") return afterChange(view, record);
    if (record.type === "status" && record.sent) return withStatus(view, record);
    return view;
  });
}

/**
 * A static pod, which the API knows only by its mirror: what the kubelet holds of it. Its running
 * containers are known at once, as there is no API object that could lag.
 */
export function kubeletSeries(pods: readonly PodIdentity[], facts: Facts): PodSeries {
  return fold(pods, facts, (view, record) => {
    if (record.type === "pod" && record.change === "added") return afterChange(view, record);
    if (record.type === "status" && !record.sent) return withStatus(view, record);
    if (record.type === "container" && view?.key === podKeyOf(record)) {
      return withContainer(view, record);
    }
    return view;
  });
}

type Change = (view: PodView | undefined, record: Fact) => PodView | undefined;

function fold(pods: readonly PodIdentity[], { byPod }: Facts, change: Change): PodSeries {
  const records = pods.flatMap(({ key }) => byPod.get(key) ?? []);
  const series: Step<PodView | undefined>[] = seriesOf<PodView | undefined>(undefined);
  let view: PodView | undefined;
  for (const record of records.toSorted((a, b) => a.seq - b.seq)) {
    const next = change(view, record);
    if (next === view) continue;
    view = next;
    series.push({ atMs: toMs(record.t), value: view });
  }
  return series;
}

function afterChange(view: PodView | undefined, record: PodRecord): PodView | undefined {
  const key = podKeyOf(record) ?? record.pod;
  const { namespace, pod: name, change, metadata, spec } = record;
  if (change === "removed") return view?.key === key ? undefined : view;
  const before = view?.key === key ? view : undefined;
  // Only a new pod takes the place of another one.
  if (view !== undefined && before === undefined && change !== "added") return view;
  const told = {
    ...(metadata === undefined ? {} : { metadata }),
    ...(spec === undefined ? {} : { spec }),
  };
  const isTerminating = change === "terminating" || (before?.isTerminating ?? false);
  return { ...before, key, namespace, name, isTerminating, object: { ...before?.object, ...told } };
}

/** A pod that no record declares is there with its first status. */
function withStatus(view: PodView | undefined, status: StatusRecord): PodView | undefined {
  const key = podKeyOf(status) ?? status.pod;
  if (view === undefined) {
    const { namespace, pod: name } = status;
    return { key, namespace, name, isTerminating: false, status };
  }
  return view.key === key ? { ...view, status } : view;
}

function withContainer(view: PodView, { container, to, t }: ContainerFact): PodView {
  if (to !== "Running" || view.status === undefined) return view;
  const startedAtMs = toMs(t);
  const run = (status: ContainerApiStatus): ContainerApiStatus =>
    status.name === container ? { ...status, state: { running: { startedAtMs } } } : status;
  const { status } = view;
  const { initContainerStatuses } = status;
  return {
    ...view,
    status: {
      ...status,
      containerStatuses: status.containerStatuses.map(run),
      ...(initContainerStatuses && { initContainerStatuses: initContainerStatuses.map(run) }),
    },
  };
}

export function containerStatus(
  { status }: PodView,
  container: string,
): ContainerApiStatus | undefined {
  const all = [
    ...(status?.containerStatuses ?? []),
    ...(status?.initContainerStatuses ?? []),
    ...(status?.ephemeralContainerStatuses ?? []),
  ];
  return all.find(({ name }) => name === container);
}
