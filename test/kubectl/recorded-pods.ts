/** Pods as a real API server stored them, from the recordings of test/parity, at each change. */
import type { ContainerApiState, ContainerApiStatus } from "../../src/model/kube-status.ts";
import type { PrintedPod } from "../../src/kubectl/print-pod.ts";
import type { RecordedPod, RecordedRun, TraceEntry } from "../parity/read-trace.ts";

export interface RecordedChange {
  readonly t: number;
  readonly pod: PrintedPod;
}

type Fields = Readonly<Record<string, unknown>>;

/** Created at 0. Times of ends are those that the runtime told of, cut to whole seconds. */
export function recordedChanges(
  run: RecordedRun,
  manifest: RecordedPod,
): readonly RecordedChange[] {
  let fields: Fields = {};
  const changes: RecordedChange[] = [];
  for (const entry of run.timeline) {
    if (entry.what !== "api" || entry.set === undefined) continue;
    fields = { ...fields, ...entry.set };
    changes.push({ t: entry.t, pod: podOf(fields, run, manifest, entry.t) });
  }
  return changes;
}

function podOf(fields: Fields, run: RecordedRun, { spec }: RecordedPod, t: number): PrintedPod {
  const statuses = (of: readonly { readonly name: string }[]): readonly ContainerApiStatus[] =>
    of.flatMap(({ name }) =>
      fields[`${name}.state`] === undefined ? [] : [statusOf(name, fields, run, t)],
    );
  const conditions = Object.entries(fields).flatMap(([key, value]) => {
    const type = /^cond\.(.*)/.exec(key)?.[1];
    const status = String(value).startsWith("True") ? ("True" as const) : ("False" as const);
    return type === undefined ? [] : [{ type, status }];
  });
  const { phase, reason } = fields;
  return {
    name: run.pod,
    creationMs: 0,
    ...(fields["deletionTimestamp"] ? { deletionMs: t * 1000 } : {}),
    spec,
    status: {
      phase: phase as PrintedPod["status"]["phase"],
      ...(typeof reason === "string" ? { reason } : {}),
      conditions,
      initContainerStatuses: statuses(spec.initContainers ?? []),
      containerStatuses: statuses(spec.containers),
    },
  };
}

function statusOf(
  name: string,
  fields: Fields,
  { timeline }: RecordedRun,
  t: number,
): ContainerApiStatus {
  const field = (key: string): unknown => fields[`${name}.${key}`];
  return {
    name,
    image: "",
    state: stateOf(field("state"), undefined),
    lastState: stateOf(field("lastState"), lastEnd(name, timeline, t, isEnded(field("state")))),
    ready: field("ready") === true,
    started: field("started") === true,
    restartCount: Number(field("restartCount") ?? 0),
  };
}

function isEnded(state: unknown): boolean {
  return String(state).startsWith("terminated");
}

/** Of the run before the one that the state tells of. */
function lastEnd(
  name: string,
  timeline: readonly TraceEntry[],
  t: number,
  isOver: boolean,
): number | undefined {
  const ends = timeline.filter(
    ({ what, container, event, t: at }) =>
      what === "container" && event === "exited" && at <= t && container?.startsWith(`${name}#`),
  );
  const end = ends.at(isOver ? -2 : -1);
  return end && Math.floor(end.t) * 1000;
}

/** `waiting REASON: message`, `terminated REASON exit CODE`, `running`. */
function stateOf(text: unknown, finishedAtMs: number | undefined): ContainerApiState {
  const [kind, reason = "", , code] = (typeof text === "string" ? text : "").split(/[ :]+/);
  if (kind === "waiting") return { waiting: { reason } };
  if (kind === "running") return { running: { startedAtMs: 0 } };
  if (kind !== "terminated") return {};
  const end = finishedAtMs === undefined ? {} : { finishedAtMs };
  return { terminated: { exitCode: Number(code), reason, ...end } };
}
