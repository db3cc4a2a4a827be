/**
 * The outcome of a check as JUnit's XML, which CI systems show: a suite for each scenario, a case
 * for each expectation.
 */
import { displayFile } from "../yaml/document.ts";
import type { CheckResult } from "./check-expectations.ts";
import {
  type CheckedScenario,
  countsOf,
  failedSeedsText,
  placeText,
  titleOf,
} from "./checked-scenario.ts";
import { warningText } from "./run-warnings.ts";
import { type XmlElement, toXml } from "./xml.ts";

export function checksAsJunit(all: readonly CheckedScenario[]): string {
  const attributes = totals(all.flatMap(({ results }) => results));
  return toXml({
    name: "testsuites",
    attributes: { name: "relist check", ...attributes },
    children: all.map(suite),
  });
}

function totals(results: readonly CheckResult[]): Readonly<Record<string, number>> {
  const { failed, skipped } = countsOf(results);
  return { tests: results.length, failures: failed, errors: 0, skipped };
}

function suite(checked: CheckedScenario): XmlElement {
  const { scenario, results, warnings, seeds } = checked;
  const told = warnings.map((warning) => warningText(warning, seeds));
  return {
    name: "testsuite",
    attributes: {
      name: scenario.name,
      file: displayFile(scenario.document.file),
      ...totals(results),
    },
    children: [
      ...results.map((result) => testCase(checked, result)),
      ...(told.length === 0 ? [] : [{ name: "system-err", text: told.join("\n") }]),
    ],
  };
}

/** Two expectations may read the same, so the line makes the name one of its own. */
function testCase({ scenario, seeds }: CheckedScenario, result: CheckResult): XmlElement {
  const isInFile = result.expectation.check !== "assert";
  const { file, line } = (isInFile ? undefined : result.about) ?? result.place.position;
  const title = titleOf(scenario, result);
  return {
    name: "testcase",
    attributes: {
      name: isInFile ? `${title} (line ${line})` : title,
      classname: scenario.name,
      file: displayFile(file),
      line,
    },
    children: outcomeOf(result, failedSeedsText(result, seeds), scenario.why),
  };
}

function outcomeOf(
  result: CheckResult,
  seeds: string | undefined,
  why: string | undefined,
): readonly XmlElement[] {
  const { outcome, expectation, expected, seen } = result;
  if (outcome === "skipped") return [{ name: "skipped" }];
  if (outcome === "passed") return [];
  const { check, note } = expectation;
  const lines = [
    placeText(result),
    `expected: ${expected}`,
    `seen: ${seen}`,
    ...(seeds === undefined ? [] : [`seeds: ${seeds}`]),
    ...(note === undefined ? [] : [`note: ${note}`]),
    ...(why === undefined ? [] : [`why: ${why}`]),
  ];
  const attributes = { type: check, message: `expected ${expected}; seen: ${seen}` };
  return [{ name: "failure", attributes, text: lines.join("\n") }];
}
