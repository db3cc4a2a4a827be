/** The folds of seeds: milestones and assertions for `run`, all that is judged for `check`. */
import { type DisturbedRun, DisturbedRuns } from "../advice/disturbed-run.ts";
import { CompareFold, type FoldOptions, type FoldedVariant } from "../compare/compare-fold.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import type { CheckedScenario } from "../check/checked-scenario.ts";
import type { SeedRange } from "../check/seeds-text.ts";
import { CheckFold, type FoldedChecks, checkedOf } from "../sample/check-fold.ts";
import { type Judged, checkRun } from "../sample/check-run.ts";
import { judgeAssertions } from "../sample/judge-assertions.ts";
import { type FoldedMilestone, SampleFold } from "../sample/sample-fold.ts";
import { milestonesOf, withSeed } from "../sample/sample.ts";
import type { SeedFold } from "./seeds.ts";

export interface FoldInHand<Folded> {
  readonly fold: SeedFold<Folded>;
  readonly folded: () => Folded;
}

export interface FoldedSample {
  readonly milestones: readonly FoldedMilestone[];
  readonly checks: FoldedChecks;
}

export function sampleFold({ input, assertions }: Judged): FoldInHand<FoldedSample> {
  const sample = new SampleFold();
  const checks = new CheckFold();
  return {
    fold: {
      take: (seed) => {
        const milestones = milestonesOf(input, seed);
        sample.take(seed, milestones);
        checks.take(seed, { results: judgeAssertions(assertions, milestones, input) });
      },
      merge: (folded) => {
        sample.merge(folded.milestones);
        checks.merge(folded.checks);
      },
    },
    folded: () => ({ milestones: sample.folded(), checks: checks.folded() }),
  };
}

export function checkFold({ input, assertions }: Judged): FoldInHand<FoldedChecks> {
  const inner = new CheckFold();
  return {
    fold: {
      take: (seed) => inner.take(seed, checkRun({ input: withSeed(input, seed), assertions })),
      merge: (folded) => inner.merge(folded),
    },
    folded: () => inner.folded(),
  };
}

export function adviseFold({ input }: Pick<Judged, "input">): FoldInHand<readonly DisturbedRun[]> {
  const inner = new DisturbedRuns(input);
  return { fold: inner, folded: () => inner.folded() };
}

export function compareFold(
  input: PreparedInput,
  options: FoldOptions,
): FoldInHand<readonly FoldedVariant[]> & { readonly endMs: number } {
  const inner = new CompareFold(input, options);
  return { fold: inner, folded: () => inner.folded(), endMs: inner.endMs };
}

/** What `run` judges of seeds: the assertions of the call alone. */
export function assertedOf(
  { input, assertions }: Judged,
  seeds: SeedRange,
  { checks }: FoldedSample,
): CheckedScenario {
  return checkedOf(input, seeds, checks, assertions);
}
