/** A scenario with what came of its expectations: what every form of output is made of. */
import type { Scenario } from "../scenario/scenario.ts";
import { displayFile } from "../yaml/document.ts";
import type { CheckResult, Outcome } from "./check-expectations.ts";
import { writtenText } from "./context.ts";
import type { RunWarning } from "./run-warnings.ts";
import { type SeedRange, seedsText, sizeOf } from "./seeds-text.ts";

export interface CheckedScenario {
  readonly scenario: Scenario;
  readonly results: readonly CheckResult[];
  /** What the run warned of, such as a stimulus that found nothing to act on. */
  readonly warnings: readonly RunWarning[];
  /** Absent: one run was judged, with the scenario's own seed. */
  readonly seeds?: SeedRange;
}

export type Counts = Readonly<Record<Outcome, number>>;

export function countsOf(results: readonly CheckResult[]): Counts {
  const count = (wanted: Outcome): number =>
    results.filter(({ outcome }) => outcome === wanted).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}

export function countsText({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** `3, 17 (2 of 100); seen is of seed 3`; absent of one run, and where it held in each. */
export function failedSeedsText(
  { failedSeeds, seed }: CheckResult,
  seeds: SeedRange | undefined,
): string | undefined {
  if (!failedSeeds?.length || seeds === undefined) return undefined;
  const count = `${failedSeeds.length} of ${sizeOf(seeds)}`;
  return `${seedsText(failedSeeds)} (${count}); what is seen is of seed ${seed}`;
}

/** `cases/cb-01.yaml:61:5`. */
export function placeText({ place }: CheckResult): string {
  const { file, line, column } = place.position;
  return `${displayFile(file)}:${line}:${column}`;
}

const subjects = ["of", "path", "reason", "pod"] as const;

/** `start of app#2`, `event BackOff`, `gone of web`: short, and not always the only one. */
export function titleOf(scenario: Scenario, { expectation }: CheckResult): string {
  if (expectation.check === "assert") return expectation.text;
  const { check } = expectation;
  const key = subjects.find((subject) => Object.hasOwn(expectation, subject));
  if (key === undefined) return check;
  const text = writtenText(scenario, expectation, key);
  return key === "reason" ? `${check} ${text}` : `${check} of ${text}`;
}
