/**
 * Which milestone of a run stands for which of a recording: within a stream, in order, each at most
 * once. The k-th stands for the k-th wherever that can be.
 */
import type { Milestone } from "./milestone.ts";

/** What a run has, and may leave without a counterpart at no cost. */
export interface Candidate extends Milestone {
  /** The recording may not have it: a poll missed it, or it was left out on purpose. */
  readonly mayBeMissed: boolean;
}

/** A milestone of the recording without a counterpart is worse than any in the run. */
const unmatchedCost = 1000;
const skipCost = 10;
/** Decides only between equals. */
const perSecond = 1e-6;

/** For each of the recording, the index in the run, or none. Both are of one stream. */
export function align(
  recorded: readonly Milestone[],
  simulated: readonly Candidate[],
): readonly (number | undefined)[] {
  const columns = simulated.length + 1;
  const costs = new Float64Array((recorded.length + 1) * columns);
  const at = (row: number, column: number) => costs[row * columns + column] ?? Infinity;
  // From the end: what follows the last of the recording is beyond what it shows, and free.
  for (let row = recorded.length - 1; row >= 0; row--) {
    for (let column = simulated.length; column >= 0; column--) {
      costs[row * columns + column] = cheapest(row, column).cost;
    }
  }
  const result: (number | undefined)[] = [];
  for (let row = 0, column = 0; row < recorded.length;) {
    const { step } = cheapest(row, column);
    if (step === "match") result[row] = column;
    if (step !== "skip") row++;
    if (step !== "unmatched") column++;
  }
  return Array.from({ length: recorded.length }, (_, row) => result[row]);

  function cheapest(row: number, column: number): { cost: number; step: Step } {
    const [real, candidate] = [recorded[row], simulated[column]];
    let best: { cost: number; step: Step } = {
      cost: unmatchedCost + at(row + 1, column),
      step: "unmatched",
    };
    if (real === undefined || candidate === undefined) return best;
    const skip = (candidate.mayBeMissed ? 0 : skipCost) + at(row, column + 1);
    if (skip < best.cost) best = { cost: skip, step: "skip" };
    if (candidate.value !== real.value) return best;
    const match = Math.abs(candidate.t - real.t) * perSecond + at(row + 1, column + 1);
    return match <= best.cost ? { cost: match, step: "match" } : best;
  }
}

type Step = "match" | "skip" | "unmatched";
