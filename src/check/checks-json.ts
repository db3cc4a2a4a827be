/** The outcome of a check for programs: one JSON document for all scenarios. */
import { displayFile, fieldPath } from "../yaml/document.ts";
import type { CheckResult } from "./check-expectations.ts";
import { type CheckedScenario, countsOf, titleOf } from "./checked-scenario.ts";

export function checksAsJson(all: readonly CheckedScenario[]): string {
  const scenarios = all.map((checked) => {
    const { scenario, results, warnings, seeds } = checked;
    const { name, title, why } = scenario;
    return {
      file: displayFile(scenario.document.file),
      name,
      ...(title === undefined ? {} : { title }),
      ...(why === undefined ? {} : { why }),
      ...(seeds === undefined ? {} : { seeds }),
      ...countsOf(results),
      results: results.map((result) => resultOf(checked, result)),
      ...(warnings.length === 0 ? {} : { warnings }),
    };
  });
  const counts = countsOf(all.flatMap(({ results }) => results));
  return `${JSON.stringify({ ...counts, scenarios }, null, 2)}\n`;
}

function resultOf({ scenario }: CheckedScenario, result: CheckResult): object {
  const { expectation, outcome, expected, seen, place, failedSeeds, seed } = result;
  const { check, note, confidence } = expectation;
  const { line, column } = place.position;
  return {
    check,
    title: titleOf(scenario, result),
    outcome,
    path: fieldPath(place.path),
    line,
    column,
    expected,
    seen,
    ...(failedSeeds === undefined ? {} : { seed, failedSeeds }),
    ...(note === undefined ? {} : { note }),
    ...(confidence === undefined ? {} : { confidence }),
  };
}
