/** Runs a scenario with many seeds, and says between which times each of its milestones lies. */
import type { PreparedInput } from "../scenario/prepare.ts";
import { type RunOptions, runScenario } from "../scenario/run-scenario.ts";
import type { SeedRange } from "../check/seeds-text.ts";
import type { Milestone, MilestoneDetail } from "./milestone.ts";
import { MilestoneBook } from "./milestones.ts";
import { type FoldedDetail, type FoldedMilestone, SampleFold } from "./sample-fold.ts";

export interface Sample {
  readonly seeds: SeedRange;
  /** The scenario's own: it need not be one of them. */
  readonly seed: number;
  /** In the order of their earliest times. */
  readonly milestones: readonly SampledMilestone[];
}

export interface SampledMilestone extends Omit<FoldedMilestone, "details" | "place"> {
  /** Which details there are, in how many seeds each; absent where it has none. */
  readonly details?: readonly FoldedDetail[];
  /** In the run of the scenario's own seed; absent where it does not happen there. */
  readonly sample?: { readonly t: number; readonly detail?: MilestoneDetail };
}

export interface SampleOptions {
  readonly seeds: SeedRange;
}

/** Throws what a run throws: a `SimulationError` where a limit is reached or an actor fails. */
export function sample(input: PreparedInput, { seeds }: SampleOptions): Sample {
  const fold = new SampleFold();
  for (let seed = seeds.from; seed <= seeds.to; seed++) fold.take(seed, milestonesOf(input, seed));
  return sampleOf(input, seeds, fold.folded());
}

/** The milestones of the run with that seed; its trace is not kept. */
export function milestonesOf(
  input: PreparedInput,
  seed: number,
  options: RunOptions = {},
): readonly Milestone[] {
  const book = new MilestoneBook();
  runScenario(withSeed(input, seed), {
    ...options,
    keepRecords: false,
    onRecord: (record) => book.see(record),
  });
  return book.milestones;
}

export function withSeed(input: PreparedInput, seed: number): PreparedInput {
  return { ...input, scenario: { ...input.scenario, seed } };
}

/** What was folded, beside the run of the scenario's own seed. */
export function sampleOf(
  input: PreparedInput,
  seeds: SeedRange,
  folded: readonly FoldedMilestone[],
): Sample {
  const { seed } = input.scenario;
  const own = new Map(milestonesOf(input, seed).map((milestone) => [milestone.key, milestone]));
  const milestones = folded.map(({ place: _, details, ...milestone }): SampledMilestone => {
    const { t, detail } = own.get(milestone.key) ?? {};
    const told = detail === undefined ? {} : { detail };
    return {
      ...milestone,
      ...(details.length === 0 ? {} : { details }),
      ...(t === undefined ? {} : { sample: { t, ...told } }),
    };
  });
  return { seeds, seed, milestones };
}
