/**
 * Runs two inputs with the same seeds, and says which milestones came, went or moved, and which
 * difference between the inputs does it: each is given to the first input alone, which runs again.
 */
import type { SeedRange } from "../../check/seeds-text.ts";
import type { Milestone } from "../milestone.ts";
import { InputError } from "../../model/diagnostic.ts";
import { errorAt } from "../../scenario/issues.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { SimulationError } from "../../sim/limits.ts";
import type { PreparedInput } from "../../scenario/prepare.ts";
import { inputDifferences } from "./input-differences.ts";
import { type Change, type DiffRow, PairFold } from "./pair-fold.ts";
import { type InputDifference, type Variant, milestonesOfVariant } from "./variant.ts";

export interface Diff {
  readonly seeds: SeedRange;
  readonly differences: readonly ToldDifference[];
  /** Each has been given to the first input alone; not where they are too many. */
  readonly isTried: boolean;
  /** All milestones of either side, in the order of their earliest times. */
  readonly rows: readonly ExplainedRow[];
}

export type ToldDifference = Omit<InputDifference, "applyTo">;

export interface ExplainedRow extends DiffRow {
  /** The numbers, from 0, of the differences that do this each by itself. */
  readonly because: readonly number[];
}

/** Seeds with which each difference is tried alone; what one seed shows may be chance. */
const seedsTried = 3;
/** Inputs that have so little in common are not taken apart. */
const differencesTried = 40;

/**
 * Pods are compared by their names: see `withNamesOf`. Throws an `InputError` where the models
 * differ, and what a run throws: a `SimulationError` where
 * a limit is reached or an actor fails.
 */
export function diffInputs(
  a: PreparedInput,
  b: PreparedInput,
  seeds: SeedRange,
  onProgress: (done: number, all: number) => void = () => {},
): Diff {
  refuseModels(a.scenario, b.scenario);
  const differences = inputDifferences(a, b);
  const tried = differences.length <= differencesTried ? differences : [];
  const last = Math.min(seeds.to, seeds.from + seedsTried - 1);
  const all = 2 * (seeds.to - seeds.from + 1) + tried.length * (last - seeds.from + 1);
  let done = 0;
  const play = (variant: Variant, seed: number): readonly Milestone[] => {
    onProgress(done++, all);
    return milestonesOfVariant(variant, seed);
  };
  const fold = new PairFold();
  const first = new Map<number, readonly Milestone[]>();
  for (let seed = seeds.from; seed <= seeds.to; seed++) {
    const before = play({ input: a }, seed);
    if (seed <= last) first.set(seed, before);
    fold.take(before, play({ input: b }, seed));
  }
  const rows = fold.rows();
  const alone = rows.every(({ change }) => !isTold(change))
    ? []
    : tried.map((difference) => changesOf(difference.applyTo({ input: a }), first, play));
  return {
    seeds,
    differences: differences.map(({ applyTo: _, ...told }) => told),
    isTried: tried.length === differences.length,
    rows: rows.map((row) => ({ ...row, because: becauseOf(row, alone) })),
  };
}

function refuseModels(a: Scenario, b: Scenario): void {
  if (a.model === b.model) return;
  const finding = {
    message: "two inputs are compared under one model",
    found: `${a.model} and ${b.model}`,
    expected: "the same in both",
    fix: "name one with --model",
  };
  throw new InputError([errorAt(b.document, ["spec", "model"], finding)]);
}

function changesOf(
  variant: Variant,
  first: ReadonlyMap<number, readonly Milestone[]>,
  play: (variant: Variant, seed: number) => readonly Milestone[],
): ReadonlyMap<string, Change> {
  const fold = new PairFold();
  try {
    for (const [seed, before] of first) fold.take(before, play(variant, seed));
  } catch (error) {
    // Each input runs, and what is half of each may not: then it is no reason by itself.
    if (!(error instanceof SimulationError)) throw error;
    return new Map();
  }
  return new Map(fold.rows().map(({ key, change }) => [key, change]));
}

/** Whether it is a difference, and not chance. */
export function isTold(change: Change): boolean {
  return change !== "same" && change !== "by chance";
}

function becauseOf(
  { key, change }: DiffRow,
  alone: readonly ReadonlyMap<string, Change>[],
): readonly number[] {
  if (!isTold(change)) return [];
  return alone.flatMap((changes, index) =>
    changes.get(key) === change || isRarity(change, changes.get(key)) ? [index] : [],
  );
}

/** Over few seeds what comes oftener may come in all of them, or in none before. */
function isRarity(change: Change, alone: Change | undefined): boolean {
  return (change === "oftener" && alone === "comes") || (change === "rarer" && alone === "goes");
}
