/** What became of each expectation over many seeds. Seeds may be taken in any order. */
import type { CheckResult, Outcome } from "../check/check-expectations.ts";
import type { CheckedScenario } from "../check/checked-scenario.ts";
import { type RunWarning, joinedWarnings } from "../check/run-warnings.ts";
import type { Position } from "../model/diagnostic.ts";
import type { SeedRange } from "../check/seeds-text.ts";
import type { PreparedInput } from "../scenario/prepare.ts";

/** One expectation over the seeds that have been taken. Plain data: it crosses between threads. */
export interface FoldedResult {
  /** Ascending. */
  readonly failedSeeds: readonly number[];
  /** Of the lowest seed in which it fails; where it fails in none, of the lowest. */
  readonly finding: {
    readonly seed: number;
    readonly outcome: Outcome;
    readonly expected: string;
    readonly seen: string;
    readonly about?: Position;
  };
}

/** Plain data, too. */
export interface FoldedChecks {
  readonly results: readonly FoldedResult[];
  readonly warnings: readonly RunWarning[];
}

export class CheckFold {
  #results: readonly FoldedResult[] = [];
  #warnings: readonly RunWarning[] = [];

  take(seed: number, { results, warnings = [] }: Taken): void {
    this.merge({
      results: results.map(({ outcome, expected, seen, about }) => ({
        failedSeeds: outcome === "failed" ? [seed] : [],
        finding: { seed, outcome, expected, seen, ...(about && { about }) },
      })),
      warnings: warnings.map((warning) => ({ ...warning, seed, seeds: 1 })),
    });
  }

  merge({ results, warnings }: FoldedChecks): void {
    this.#results = results.map((other, index) => {
      const known = this.#results[index];
      return known ? joined(known, other) : other;
    });
    this.#warnings = joinedWarnings(this.#warnings, warnings);
  }

  folded(): FoldedChecks {
    return { results: this.#results, warnings: this.#warnings };
  }
}

interface Taken {
  readonly results: readonly CheckResult[];
  readonly warnings?: readonly RunWarning[];
}

function joined(a: FoldedResult, b: FoldedResult): FoldedResult {
  return {
    failedSeeds: [...a.failedSeeds, ...b.failedSeeds].toSorted((left, right) => left - right),
    finding: rank(a) <= rank(b) ? a.finding : b.finding,
  };
}

/** Failures before all else, then low seeds. */
function rank({ finding: { seed, outcome } }: FoldedResult): number {
  return outcome === "failed" ? seed - Number.MAX_SAFE_INTEGER : seed;
}

/** Each of what was judged as its finding has it, with the seeds in which it fails. */
export function checkedOf(
  { scenario }: Pick<PreparedInput, "scenario">,
  seeds: SeedRange,
  { results: folded, warnings }: FoldedChecks,
  judged: readonly CheckResult["expectation"][] = scenario.expectations,
): CheckedScenario {
  const results = judged.flatMap((expectation, index): CheckResult[] => {
    const result = folded[index];
    if (result === undefined) return [];
    const { failedSeeds, finding } = result;
    return [{ expectation, place: expectation.place, ...finding, failedSeeds }];
  });
  return { scenario, results, warnings, seeds };
}
