/** What a disturbance did, in numbers, and between which numbers it lies over several seeds. */
import type { SeedRange } from "../check/seeds-text.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { runScenario } from "../scenario/run-scenario.ts";
import { withSeed } from "../sample/sample.ts";
import type { PodAccount, Span } from "./account.ts";
import { type Advice, AdviceBook } from "./advice.ts";
import { type Disturbance, disturbancesOf } from "./disturbances.ts";

/** Of all pods together, but the times, which are those of the pod that fared worst. */
export interface Numbers {
  readonly restarts: number;
  /** In ms: how long it was out of service, in all and at a stretch. */
  readonly outMs: number;
  readonly longestOutMs: number;
  readonly killed: number;
}

export interface DisturbedRun {
  readonly name: string;
  readonly what: string;
  readonly least: Numbers;
  readonly most: Numbers;
  /** Each once, in the order of the rules; of the lowest seed that showed it. */
  readonly advice: readonly SeededAdvice[];
}

export interface SeededAdvice {
  readonly seed: number;
  readonly advice: Advice;
}

/** Runs seeds of all disturbances; what was run elsewhere can be merged. */
export class DisturbedRuns {
  readonly #input: PreparedInput;
  #disturbances: readonly Disturbance[] | undefined;
  #runs: readonly DisturbedRun[] = [];

  constructor(input: PreparedInput) {
    this.#input = input;
  }

  take(seed: number): void {
    this.#disturbances ??= disturbancesOf(this.#input);
    this.merge(this.#disturbances.map((one) => disturbedRun(one, seed)));
  }

  merge(runs: readonly DisturbedRun[]): void {
    const known = this.#runs;
    this.#runs = known.length === 0 ? runs : known.map((run, index) => both(run, runs[index]));
  }

  folded(): readonly DisturbedRun[] {
    return this.#runs;
  }
}

/** All seeds in this thread. */
export function disturbedRuns(input: PreparedInput, seeds: SeedRange): readonly DisturbedRun[] {
  const runs = new DisturbedRuns(input);
  for (let seed = seeds.from; seed <= seeds.to; seed++) runs.take(seed);
  return runs.folded();
}

function disturbedRun(
  { name, what, sinceMs, input, meant = [] }: Disturbance,
  seed: number,
): DisturbedRun {
  const seeded = withSeed(input, seed);
  const book = new AdviceBook(seeded);
  runScenario(seeded, { keepRecords: false, onRecord: (record) => book.see(record) });
  const numbers = numbersOf(book.accounts, sinceMs, input.scenario.durationMs);
  const advice = book.advice
    .filter(({ rule }) => !meant.includes(rule))
    .map((each) => ({ seed, advice: each }));
  return { name, what, least: numbers, most: numbers, advice };
}

function numbersOf(
  { pods, nodeAway }: AdviceBook["accounts"],
  sinceMs: number,
  endMs: number,
): Numbers {
  const outages = pods.map((pod) => outagesOf(pod, nodeAway, sinceMs, endMs).map(lengthOf));
  const runs = pods.flatMap(({ containers }) => containers.flatMap((container) => container.runs));
  return {
    restarts: runs.filter(({ run, startMs = -1 }) => run > 1 && startMs >= sinceMs).length,
    outMs: Math.max(0, ...outages.map((each) => each.reduce((sum, ms) => sum + ms, 0))),
    longestOutMs: Math.max(0, ...outages.flat()),
    killed: runs.filter(({ killMs = -1 }) => killMs >= sinceMs).length,
  };
}

/** When it or its node is not Ready, when a container that comes back is down, and its leaving. */
function outagesOf(
  { containers, unready, terminatingMs, removedMs }: PodAccount,
  nodeAway: readonly Span[],
  sinceMs: number,
  endMs: number,
): readonly Span[] {
  const gaps = containers.flatMap(({ runs }) =>
    runs.slice(1).flatMap(({ startMs }, index): readonly Span[] => {
      const exitMs = runs[index]?.exitMs;
      return exitMs === undefined ? [] : [{ fromMs: exitMs, toMs: startMs ?? endMs }];
    }),
  );
  const leaving =
    terminatingMs === undefined ? [] : [{ fromMs: terminatingMs, toMs: removedMs ?? endMs }];
  const all = [...unready, ...nodeAway, ...gaps, ...leaving]
    .map(({ fromMs, toMs }) => ({ fromMs: Math.max(fromMs, sinceMs), toMs }))
    .filter(({ fromMs, toMs }) => toMs > fromMs)
    .toSorted((a, b) => a.fromMs - b.fromMs);
  return all.reduce<readonly Span[]>((merged, span) => {
    const last = merged.at(-1);
    if (last === undefined || span.fromMs > last.toMs) return [...merged, span];
    const joined = { fromMs: last.fromMs, toMs: Math.max(last.toMs, span.toMs) };
    return [...merged.slice(0, -1), joined];
  }, []);
}

function lengthOf({ fromMs, toMs }: Span): number {
  return toMs - fromMs;
}

function both(a: DisturbedRun, b: DisturbedRun | undefined): DisturbedRun {
  if (b === undefined) return a;
  const byKey = new Map<string, SeededAdvice>();
  for (const each of [...a.advice, ...b.advice]) {
    const key = adviceKey(each.advice);
    const known = byKey.get(key);
    if (known === undefined || each.seed < known.seed) byKey.set(key, each);
  }
  return {
    ...a,
    least: eachOf(a.least, b.least, Math.min),
    most: eachOf(a.most, b.most, Math.max),
    // Whoever ran which seed: the same order.
    advice: [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, it]) => it),
  };
}

/** What is advised about which field. */
export function adviceKey({ rule, pod, container = "", fixes: [first] }: Advice): string {
  return [rule, pod, container, first?.path].join(" ");
}

function eachOf(a: Numbers, b: Numbers, pick: (a: number, b: number) => number): Numbers {
  return {
    restarts: pick(a.restarts, b.restarts),
    outMs: pick(a.outMs, b.outMs),
    longestOutMs: pick(a.longestOutMs, b.longestOutMs),
    killed: pick(a.killed, b.killed),
  };
}
