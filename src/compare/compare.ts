/**
 * Runs the same input under kubelets that learn in different ways what is, and finds where they
 * part, and which lost event did it.
 */
import type { AnyActorLogic } from "xstate";
import { CallError } from "../model/call-error.ts";
import type { TraceRecord, VerdictTrace } from "../model/trace.ts";
import type { Observe } from "../node/node-options.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { settleMs } from "./end.ts";
import type { ContainerEnd } from "./exit-book.ts";
import { type FinishedRun, measureRun } from "./measured-run.ts";
import type { Divergence, Measures } from "./measures.ts";
import type { KeptEvent } from "./missed-news.ts";
import { type StateChange, StateChanges } from "./state-changes.ts";
import { type Variant, hearsEvents, observers, ownVariant, variantOf } from "./variant.ts";

export interface VariantResult {
  readonly name: string;
  /** It is told of events, as all are but one that lists. */
  readonly hears: boolean;
  /** At the end declared = actual, and the kubelet knows of each container that ended. */
  readonly converged: boolean;
  readonly measures: Measures;
  readonly divergence: Divergence;
  /** When it last listed, in seconds; absent: never. */
  readonly listedAt?: number;
  /** Of containers, on their own, and when the kubelet came to know of each. */
  readonly ends: readonly ContainerEnd[];
  readonly records: readonly TraceRecord[];
  readonly verdict: VerdictTrace;
}

/** A container of which a variant has another idea at the end than the first one. */
export interface Parting {
  readonly variant: string;
  readonly name: string;
  /** Seconds of virtual time since which they differ for good. */
  readonly t: number;
  /** By variant, its state in the first and in this one at the end; absent: no such container. */
  readonly end: Readonly<Record<string, string | undefined>>;
  /** It ended, and this variant takes it for running to the end; the first one knows. */
  readonly unheard?: true;
  /** The event that was not heard, if one of this container was lost or late. */
  readonly lost?: KeptEvent;
  /** Others of that container that never came, any of which would have told of it. */
  readonly also?: readonly KeptEvent[];
  /** Which of the two did not hear it. */
  readonly missedBy?: string;
  /** What made that event: the stimulus, by its id, or the end of the container itself. */
  readonly because?: string;
  /** When the other of the two had it Running again after the loss. */
  readonly healedAt?: number;
}

export interface Comparison {
  /** By name, in their order; the others are held against the first. */
  readonly variants: Readonly<Record<string, VariantResult>>;
  /** Of one variant after the other, in the order of their times; empty where all end the same. */
  readonly partings: readonly Parting[];
}

export interface CompareOptions {
  /** Each once; the others are held against the first. Default: `level`, `edge`, `evented`. */
  readonly observe?: readonly Observe[];
  /** Kubelets of your own, by the names that they are to have; they come after ours (textbook). */
  readonly own?: Readonly<Record<string, AnyActorLogic>>;
  /** Ends with the scenario, though one of them may list only later. Default: false. */
  readonly isExact?: boolean;
}

/**
 * Throws a `SimulationError` where a limit is reached or a kubelet of your own fails, and a
 * `CallError` for one in the kubernetes model and where two have one name.
 */
export function compareVariants(input: PreparedInput, options: CompareOptions = {}): Comparison {
  const { observe = observers, own = {}, isExact = false } = options;
  const others = Object.entries(own).map(([name, logic]) => ownVariant({ name, logic }));
  const variants = [...observe.map(variantOf), ...others];
  refuseVariants(variants, input);
  const endMs = input.scenario.durationMs + (isExact ? 0 : settleMs(variants));
  return compareRuns(
    variants.map((variant) => ({ variant, run: measureRun(input, variant, endMs / 1000) })),
  );
}

/** Throws a `CallError` where they cannot be compared on that input. */
export function refuseVariants(variants: readonly Variant[], { scenario }: PreparedInput): void {
  const names = variants.map(({ name }) => name);
  const double = names.find((name, index) => names.indexOf(name) < index);
  if (double !== undefined) {
    throw new CallError(`two of those to compare are called ${double}; give each name once`);
  }
  const own = variants.find(({ kubelet }) => kubelet !== undefined);
  if (own === undefined || scenario.model === "textbook") return;
  const fix = "use model: textbook, or --model textbook";
  throw new CallError(`${own.name} takes the textbook's place, and this is kubernetes; ${fix}`);
}

/** Lists in which nothing had changed may be left out of the traces. */
export function compareRuns(
  runs: readonly { readonly variant: Variant; readonly run: FinishedRun }[],
): Comparison {
  const results = runs.map(({ variant, run }): VariantResult => {
    return { name: variant.name, hears: hearsEvents(variant), ...run };
  });
  const [first, ...others] = runs.map(({ variant, run }): PartingRun => {
    const { records, ends, converged } = run;
    const states = new StateChanges();
    states.take(records);
    const mayMiss = hearsEvents(variant) && !converged;
    return { name: variant.name, records, ends, states, mayMiss };
  });
  return {
    variants: Object.fromEntries(results.map((result) => [result.name, result])),
    partings: first === undefined ? [] : others.flatMap((other) => findPartings(first, other)),
  };
}

/** A run as far as it is. */
export interface PartingRun extends Pick<VariantResult, "name" | "records" | "ends"> {
  /** Has read the records. */
  readonly states: StateChanges;
  /** It learns from events, and is not known to have converged. */
  readonly mayMiss: boolean;
}

/** Where they differ since some moment and still do. */
export function findPartings(first: PartingRun, other: PartingRun): readonly Parting[] {
  const names = new Set([...first.states.names, ...other.states.names]);
  const partings = [...names].flatMap((name) => {
    const ours = first.states.of(name);
    const theirs = other.states.of(name);
    const since = partedSince(ours, theirs);
    const t = since ?? knownSince(name, first, other);
    if (t === undefined) return [];
    const end = { [first.name]: ours.at(-1)?.state, [other.name]: theirs.at(-1)?.state };
    const unheard = since === undefined ? ({ unheard: true } as const) : {};
    const cause = partingCause(name, t, first, other);
    return [{ variant: other.name, name, t, end, ...unheard, ...cause }];
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

/** When the first came to know of an end of which the other does not know. */
function knownSince(name: string, first: PartingRun, other: PartingRun): number | undefined {
  const unheard = other.ends.find((end) => end.name === name && end.heardAt === undefined);
  if (unheard === undefined) return undefined;
  return first.ends.find((end) => end.name === name && end.run === unheard.run)?.heardAt;
}

type Cause = Pick<Parting, "lost" | "also" | "missedBy" | "because" | "healedAt">;

/** Who misses nothing has nothing to do with it: the cause may be the first one's. */
function partingCause(name: string, t: number, first: PartingRun, other: PartingRun): Cause {
  const sides = [
    { run: other, against: first },
    { run: first, against: other },
  ];
  const causes = sides.flatMap(({ run, against }): Cause[] => {
    const [lost, ...also] = run.mayMiss ? run.states.news.causeOf(name, t) : [];
    if (lost === undefined) return [];
    const because = originOf(lost, run.records);
    const theirs = against.states.of(name);
    const healedAt = theirs.find((change) => change.t >= t && change.state === "Running")?.t;
    return [
      {
        lost,
        ...(also.length === 0 ? {} : { also }),
        missedBy: run.name,
        ...(because === undefined ? {} : { because }),
        ...(healedAt === undefined ? {} : { healedAt }),
      },
    ];
  });
  return causes[0] ?? {};
}

/** Up its causes, to the stimulus that it all came from. */
export function originOf(lost: KeptEvent, records: readonly TraceRecord[]): string | undefined {
  let at: TraceRecord | undefined = lost;
  while (at?.cause !== undefined && at.cause < at.seq) at = records[at.cause - 1];
  return at?.type === "stimulus" ? at.id : undefined;
}
