/** The folds of seeds: milestones for `run`, expectations for `check`. */
import { checkScenario } from "../check/check-scenario.ts";
import { CheckFold, type FoldedResult } from "../sample/check-fold.ts";
import { type FoldedMilestone, SampleFold } from "../sample/sample-fold.ts";
import { milestonesOf, withSeed } from "../sample/sample.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import type { SeedFold } from "./seeds.ts";

export interface FoldInHand<Folded> {
  readonly fold: SeedFold<Folded>;
  readonly folded: () => Folded;
}

export function sampleFold(input: PreparedInput): FoldInHand<readonly FoldedMilestone[]> {
  const inner = new SampleFold();
  return {
    fold: {
      take: (seed) => inner.take(seed, milestonesOf(input, seed)),
      merge: (folded) => inner.merge(folded),
    },
    folded: () => inner.folded(),
  };
}

export function checkFold(input: PreparedInput): FoldInHand<readonly FoldedResult[]> {
  const inner = new CheckFold();
  return {
    fold: {
      take: (seed) => inner.take(seed, checkScenario(withSeed(input, seed)).results),
      merge: (folded) => inner.merge(folded),
    },
    folded: () => inner.folded(),
  };
}
