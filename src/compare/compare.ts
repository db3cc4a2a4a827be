/**
 * Runs the same input under two kubelets and finds where they part, and which lost event did it.
 */
import { displayName } from "../model/container-key.ts";
import type { RuntimeEventTrace, TraceRecord, TraceStamp, VerdictTrace } from "../model/trace.ts";
import { InputError } from "../model/diagnostic.ts";
import type { Observe } from "../node/node-options.ts";
import { errorAt } from "../scenario/issues.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { runScenario } from "../scenario/run-scenario.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { type StateChange, stateChanges } from "./state-changes.ts";

/** The two that are set against each other. */
type ComparedObserve = Exclude<Observe, "evented">;

export type LostEvent = TraceStamp & RuntimeEventTrace;

export interface VariantResult {
  readonly observe: ComparedObserve;
  readonly records: readonly TraceRecord[];
  readonly verdict: TraceStamp & VerdictTrace;
  /** Declared = actual at the end. */
  readonly converged: boolean;
}

/** A container of which the two variants have different ideas at the end. */
export interface Parting {
  readonly name: string;
  /** Seconds of virtual time since which they differ for good. */
  readonly t: number;
  /** State of each variant at the end; absent: no such container. */
  readonly end: Readonly<Record<ComparedObserve, string | undefined>>;
  /** The event that the edge-triggered kubelet did not hear, if one of this container was lost. */
  readonly lost?: LostEvent;
  /** When the level-triggered kubelet had it Running again after the loss. */
  readonly healedAt?: number;
}

export interface Comparison {
  readonly variants: Readonly<Record<ComparedObserve, VariantResult>>;
  /** In the order of their times; empty where both end the same. */
  readonly partings: readonly Parting[];
}

/** Throws an `InputError` where the model has no second way to observe. */
export function compareVariants(input: PreparedInput): Comparison {
  refuseModel(input.scenario);
  return compareTraces({
    level: runScenario(input, { observe: "level" }).records,
    edge: runScenario(input, { observe: "edge" }).records,
  });
}

/** Throws an `InputError`: what only lists would be compared with itself. */
export function refuseModel({ document, model }: Scenario): void {
  if (model === "textbook") return;
  const finding = {
    message: "two ways to observe are compared, and this model has one",
    found: model,
    expected: "textbook",
    fix: "use model: textbook, or --model textbook",
  };
  throw new InputError([errorAt(document, ["spec", "model"], finding)]);
}

/** Of traces that are there already; lists in which nothing had changed may be left out of them. */
export function compareTraces(
  traces: Readonly<Record<ComparedObserve, readonly TraceRecord[]>>,
): Comparison {
  const level = result("level", traces.level);
  const edge = result("edge", traces.edge);
  return { variants: { level, edge }, partings: findPartings(level, edge) };
}

function result(observe: ComparedObserve, records: readonly TraceRecord[]): VariantResult {
  const verdict = records.at(-1);
  if (verdict?.type !== "verdict") throw new Error("a trace ends with its verdict");
  return { observe, records, verdict, converged: verdict.agrees };
}

function findPartings(level: VariantResult, edge: VariantResult): readonly Parting[] {
  const levelStates = stateChanges(level.records);
  const edgeStates = stateChanges(edge.records);
  const names = new Set([...levelStates.keys(), ...edgeStates.keys()]);
  const partings = [...names].flatMap((name) => {
    const ours = levelStates.get(name) ?? [];
    const theirs = edgeStates.get(name) ?? [];
    const t = partedSince(ours, theirs);
    return t === undefined ? [] : [describe(name, t, ours, theirs, edge.records)];
  });
  return partings.toSorted((a, b) => a.t - b.t);
}

/** The start of the difference that lasts to the end; undefined where they end the same. */
function partedSince(
  ours: readonly StateChange[],
  theirs: readonly StateChange[],
): number | undefined {
  let [left, right] = [0, 0];
  let since: number | undefined;
  while (left < ours.length || right < theirs.length) {
    const t = Math.min(ours[left]?.t ?? Infinity, theirs[right]?.t ?? Infinity);
    // All that happens within one instant is one change.
    while (ours[left]?.t === t) left++;
    while (theirs[right]?.t === t) right++;
    if (ours[left - 1]?.state === theirs[right - 1]?.state) since = undefined;
    else since ??= t;
  }
  return since;
}

function describe(
  name: string,
  t: number,
  ours: readonly StateChange[],
  theirs: readonly StateChange[],
  edgeRecords: readonly TraceRecord[],
): Parting {
  const lost = lostEventOf(name, t, edgeRecords);
  const healedAt = ours.find((change) => change.t >= t && change.state === "Running")?.t;
  return {
    name,
    t,
    end: { level: ours.at(-1)?.state, edge: theirs.at(-1)?.state },
    ...(lost ? { lost } : {}),
    ...(healedAt === undefined ? {} : { healedAt }),
  };
}

/** The last one lost before they part; a kubelet that never hears of a thing parts at once. */
function lostEventOf(
  name: string,
  t: number,
  records: readonly TraceRecord[],
): LostEvent | undefined {
  const lost = records.filter(
    (record): record is LostEvent =>
      record.type === "runtimeEvent" &&
      record.container !== undefined &&
      record.delivered !== true &&
      displayName(record.namespace, record.pod, record.container) === name,
  );
  return lost.findLast((record) => record.t <= t) ?? lost[0];
}
