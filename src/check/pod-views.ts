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
  /** Of a static pod: since when each of its running containers runs. */
  readonly runningMs?: ReadonlyMap<string, number>;
}

/** Absent: there is no such pod. Of several of one name, the one that was created last. */
export type PodSeries = Series<PodView | undefined>;

export function apiSeries(pods: readonly PodIdentity[], facts: Facts): PodSeries {
  return fold(pods, facts, (view, record) => {
    if (record.type === "pod" && record.source === "api") return afterChange(view, record);
    return record.type === "status" && record.sent ? withStatus(view, record, facts) : view;
  });
}

/**
 * A static pod, which the API knows only by its mirror: what the kubelet holds of it. Its running
 * containers are known at once, as there is no API object that could lag.
 */
export function kubeletSeries(pods: readonly PodIdentity[], facts: Facts): PodSeries {
  return fold(pods, facts, (view, record) => {
    if (record.type === "pod" && record.change === "added") return afterChange(view, record);
    if (record.type === "status" && !record.sent) return withStatus(view, record, facts);
    return record.type === "container" ? withContainer(view, record) : view;
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

/** A pod that no record declares is there with its first status; others come and go by record. */
function withStatus(
  view: PodView | undefined,
  status: StatusRecord,
  { pods }: Facts,
): PodView | undefined {
  const key = podKeyOf(status) ?? status.pod;
  if (view !== undefined) return view.key === key ? { ...view, status } : view;
  if (pods.get(key)?.source !== undefined) return undefined;
  const { namespace, pod: name } = status;
  return { key, namespace, name, isTerminating: false, status };
}

function withContainer(view: PodView | undefined, record: ContainerFact): PodView | undefined {
  if (view === undefined || view.key !== podKeyOf(record)) return view;
  const runningMs = new Map(view.runningMs);
  if (record.to === "Running") runningMs.set(record.container, toMs(record.t));
  else if (!runningMs.delete(record.container)) return view;
  return { ...view, runningMs };
}

export function containerStatus(
  { status, runningMs }: PodView,
  container: string,
): ContainerApiStatus | undefined {
  const all = [
    ...(status?.containerStatuses ?? []),
    ...(status?.initContainerStatuses ?? []),
    ...(status?.ephemeralContainerStatuses ?? []),
  ];
  const found = all.find(({ name }) => name === container);
  const startedAtMs = runningMs?.get(container);
  if (startedAtMs === undefined || found === undefined) return found;
  return { ...found, state: { running: { startedAtMs } } };
}
