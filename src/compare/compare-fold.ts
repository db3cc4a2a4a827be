/**
 * What a comparison comes to over many seeds. Runs may be taken and folds put together in any
 * order: the outcome is the same.
 */
import type { PreparedInput } from "../scenario/prepare.ts";
import { apartInBins, binCount } from "./bins.ts";
import { type Parting, compareRuns, refuseVariants } from "./compare.ts";
import { settleMs } from "./end.ts";
import { type FinishedRun, measureRun } from "./measured-run.ts";
import { type MeasureName, measureNames } from "./measures.ts";
import type { Variant } from "./variant.ts";

export interface FoldOptions {
  /** The others are held against the first. */
  readonly variants: readonly Variant[];
  /** The comparison ends with the scenario. */
  readonly isExact: boolean;
}

/** Every value there was, ascending, and with how many seeds. */
export type Distribution = readonly (readonly [value: number, seeds: number])[];

/** A seed with which a variant did not converge, and what it was that it missed. */
export interface Diverged {
  readonly seed: number;
  /** Absent where it ends as the first variant does, which did not converge either. */
  readonly parting?: Parting;
}

/** One variant over the seeds that were taken. Plain data: it crosses between threads. */
export interface FoldedVariant {
  readonly name: string;
  /** With how many seeds it did, and the lowest with which it did not. */
  readonly converged: number;
  readonly diverged?: Diverged;
  readonly values: Readonly<Record<MeasureName, Distribution>>;
  /** Of each the highest value, and the lowest seed that has it. */
  readonly worst: Readonly<Partial<Record<MeasureName, Worst>>>;
  /** In equal spans of the time: containers apart times milliseconds, over all seeds. */
  readonly apart: readonly number[];
}

export interface Worst {
  readonly value: number;
  readonly seed: number;
}

export class CompareFold {
  readonly #input: PreparedInput;
  readonly #variants: readonly Variant[];
  readonly #folds: readonly VariantFold[];
  readonly endMs: number;

  constructor(input: PreparedInput, { variants, isExact }: FoldOptions) {
    refuseVariants(variants, input);
    this.#input = input;
    this.#variants = variants;
    this.#folds = this.#variants.map(({ name }) => new VariantFold(name));
    this.endMs = input.scenario.durationMs + (isExact ? 0 : settleMs(this.#variants));
  }

  /** A seed that was not taken before. Throws a `SimulationError` where a limit is reached. */
  take(seed: number): void {
    const keepRecords = false;
    this.#folds.forEach((fold, index) => {
      const variant = this.#variants[index];
      if (variant === undefined) return;
      const run = this.#run(seed, variant, keepRecords);
      const isFirst = !run.converged && fold.isFirstDiverged(seed);
      fold.take(seed, run, this.endMs, isFirst ? this.#diverged(seed, variant) : undefined);
    });
  }

  merge(others: readonly FoldedVariant[]): void {
    this.#folds.forEach((fold, index) => {
      const other = others[index];
      if (other !== undefined) fold.merge(other);
    });
  }

  folded(): readonly FoldedVariant[] {
    return this.#folds.map((fold) => fold.folded());
  }

  /** Once more, with its trace. */
  #diverged(seed: number, variant: Variant): Diverged {
    const [first, second] = this.#variants;
    if (first === undefined) return { seed };
    // What the first one missed is seen by the next to it.
    const both = first === variant ? [first, second ?? first] : [first, variant];
    const { partings } = compareRuns(
      both.map((each) => ({ variant: each, run: this.#run(seed, each, true) })),
    );
    const missed = partings.find(({ missedBy }) => missedBy === variant.name);
    const parting = missed ?? (first === variant ? undefined : partings[0]);
    return parting === undefined ? { seed } : { seed, parting };
  }

  #run(seed: number, variant: Variant, keepRecords: boolean): FinishedRun {
    const input = { ...this.#input, scenario: { ...this.#input.scenario, seed } };
    return measureRun(input, variant, this.endMs / 1000, { keepRecords });
  }
}

/** One variant's part, to which others of it can be added. */
export class VariantFold {
  readonly #name: string;
  readonly #values: Record<MeasureName, Map<number, number>>;
  readonly #worst: Partial<Record<MeasureName, Worst>> = {};
  readonly #apart = Array.from({ length: binCount }, () => 0);
  #converged = 0;
  #diverged: Diverged | undefined = undefined;

  constructor(name: string) {
    this.#name = name;
    const none = measureNames.map((measure) => [measure, new Map<number, number>()]);
    this.#values = Object.fromEntries(none) as Record<MeasureName, Map<number, number>>;
  }

  isFirstDiverged(seed: number): boolean {
    return this.#diverged === undefined || seed < this.#diverged.seed;
  }

  take(
    seed: number,
    { converged, measures, divergence }: Pick<FinishedRun, "converged" | "measures" | "divergence">,
    endMs: number,
    diverged: Diverged | undefined,
  ): void {
    if (converged) this.#converged++;
    if (diverged !== undefined) this.#diverged = diverged;
    for (const name of measureNames) {
      const value = measures[name];
      if (value === undefined) continue;
      this.#count(name, value, 1);
      this.#raise(name, { value, seed });
    }
    this.#addApart(apartInBins(divergence, endMs));
  }

  merge({ converged, diverged, values, worst, apart }: FoldedVariant): void {
    this.#converged += converged;
    if (diverged !== undefined && this.isFirstDiverged(diverged.seed)) this.#diverged = diverged;
    for (const name of measureNames) {
      for (const [value, seeds] of values[name]) this.#count(name, value, seeds);
      const other = worst[name];
      if (other !== undefined) this.#raise(name, other);
    }
    this.#addApart(apart);
  }

  folded(): FoldedVariant {
    const sorted = measureNames.map((name) => [
      name,
      [...this.#values[name]].toSorted(([a], [b]) => a - b),
    ]);
    const inOrder = measureNames.flatMap((name) => {
      const worst = this.#worst[name];
      return worst === undefined ? [] : [[name, worst] as const];
    });
    return {
      name: this.#name,
      converged: this.#converged,
      ...(this.#diverged === undefined ? {} : { diverged: this.#diverged }),
      values: Object.fromEntries(sorted) as FoldedVariant["values"],
      worst: Object.fromEntries(inOrder),
      apart: [...this.#apart],
    };
  }

  #count(name: MeasureName, value: number, seeds: number): void {
    const counts = this.#values[name];
    counts.set(value, (counts.get(value) ?? 0) + seeds);
  }

  #raise(name: MeasureName, other: Worst): void {
    const known = this.#worst[name];
    const isWorse =
      known === undefined ||
      other.value > known.value ||
      (other.value === known.value && other.seed < known.seed);
    if (isWorse) this.#worst[name] = other;
  }

  #addApart(bins: readonly number[]): void {
    bins.forEach((ms, bin) => {
      this.#apart[bin] = (this.#apart[bin] ?? 0) + ms;
    });
  }
}

/**
 * The value in the middle of so many seeds, the lower one of two; undefined: with so many of them
 * there is none, which counts as more than any.
 */
export function medianOf(values: Distribution, seeds: number): number | undefined {
  let place = Math.floor((seeds - 1) / 2);
  for (const [value, count] of values) {
    if (place < count) return value;
    place -= count;
  }
  return undefined;
}
