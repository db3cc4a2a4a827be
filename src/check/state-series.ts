/** The values of a state path over the time of a run. */
import type { StatePath } from "../scenario/state-path.ts";
import { toMs } from "../trace/times.ts";
import type { Facts } from "./facts.ts";
import type { PodIdentity } from "./pod-book.ts";
import { type PodSeries, apiSeries, kubeletSeries } from "./pod-views.ts";
import {
  type Fields,
  type Reading,
  absent,
  readContainer,
  readNode,
  readPod,
  unknown,
} from "./readings.ts";
import { type ContainerRun, type RunBook } from "./runs.ts";
import { type Series, type Step, mapSeries, seriesOf } from "./series.ts";
import { type NodeRecord, recordsOf } from "./trace-extras.ts";
import type { PodReference } from "../scenario/reference.ts";

export function stateSeries({ source, subject, fields }: StatePath, facts: Facts): Series<Reading> {
  switch (subject.kind) {
    case "node":
      return source === "runtime" ? notInRuntime("node") : nodeSeries(fields, facts);
    case "pod":
      if (source === "runtime") return notInRuntime("pod");
      return mapSeries(podSeries(subject.pod, facts), (view) => readPod(view, fields));
    case "container": {
      const { container, run } = subject;
      if (source === "runtime") return runtimeSeries(runsMeant(facts.runs, container, run), fields);
      return mapSeries(podSeries(container.pod, facts), (view) =>
        readContainer(view, container.container, fields),
      );
    }
  }
}

/** The API object's; of a static pod, which has none, what the kubelet holds. */
function podSeries(reference: PodReference | undefined, facts: Facts): PodSeries {
  const objects = facts.pods.objects(reference);
  return objects.length > 0
    ? apiSeries(objects, facts)
    : kubeletSeries(facts.pods.owners(reference), facts);
}

export function seriesOfPod(pod: PodIdentity, facts: Facts): PodSeries {
  return pod.source === "file" ? kubeletSeries([pod], facts) : apiSeries([pod], facts);
}

function notInRuntime(what: string): Series<Reading> {
  return seriesOf(unknown(`what the runtime says of a ${what}`));
}

function nodeSeries(fields: Fields, { records }: Facts): Series<Reading> {
  const series: Step<Reading>[] = seriesOf(readNode(undefined, fields));
  for (const node of recordsOf<NodeRecord>(records, "node")) {
    series.push({ atMs: toMs(node.t), value: readNode(node, fields) });
  }
  return series;
}

type ContainerReference = Parameters<RunBook["all"]>[0];

function runsMeant(runs: RunBook, container: ContainerReference, run: number | undefined) {
  if (run === undefined) return runs.all(container);
  const numbered = runs.numbered(container, run);
  return numbered ? [numbered] : [];
}

/** Of several runs the newest, as the list of the runtime ends with it. */
function runtimeSeries(runs: readonly ContainerRun[], fields: Fields): Series<Reading> {
  const series: Step<Reading>[] = seriesOf(absent);
  const changes = runs.flatMap((run) =>
    ([run.createdMs, run.startMs, run.exitMs, run.removedMs] as const).flatMap((atMs) =>
      atMs === undefined ? [] : [atMs],
    ),
  );
  for (const atMs of [...new Set(changes)].toSorted((a, b) => a - b)) {
    const newest = runs.findLast(
      ({ createdMs, removedMs = Infinity }) => createdMs <= atMs && atMs < removedMs,
    );
    series.push({ atMs, value: newest ? readRun(newest, atMs, fields) : absent });
  }
  return series;
}

export function runState({ startMs, exitMs }: ContainerRun, ms: number): string {
  if (exitMs !== undefined && exitMs <= ms) return "exited";
  return startMs !== undefined && startMs <= ms ? "running" : "creating";
}

function readRun(run: ContainerRun, ms: number, fields: Fields): Reading {
  const [field = "state"] = fields;
  const state = runState(run, ms);
  const { exitCode, reason, image, id } = run;
  const hasExited = state === "exited";
  switch (field) {
    case "state":
      return { kind: "value", value: state, ...(hasExited ? { reason } : {}) };
    case "exitCode":
      return hasExited && exitCode !== undefined ? { kind: "value", value: exitCode } : absent;
    case "reason":
      return hasExited && reason !== undefined ? { kind: "value", value: reason } : absent;
    case "id":
      return { kind: "value", value: id };
    case "image":
      if (image !== undefined) return { kind: "value", value: image };
      break;
    default:
  }
  return unknown(`the ${field} of a run`);
}
