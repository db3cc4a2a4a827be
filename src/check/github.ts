/**
 * The outcome of a check as GitHub's workflow commands, which show each failure at its line of the
 * file: `::error file=…,line=…,col=…,title=…::…`. Escaped as `@actions/core` does.
 */
import { displayFile } from "../yaml/document.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { CheckResult } from "./check-expectations.ts";
import {
  type CheckedScenario,
  countsOf,
  countsText,
  failedSeedsText,
  titleOf,
} from "./checked-scenario.ts";
import { type RunWarning, warningText } from "./run-warnings.ts";
import type { SeedRange } from "./seeds-text.ts";

/** An annotation for each failure, and for the log a line that counts for each scenario. */
export function checksAsGithub(all: readonly CheckedScenario[]): string {
  const lines = all.flatMap((checked) => {
    const { scenario, results, warnings, seeds } = checked;
    const failures = results.filter(({ outcome }) => outcome === "failed");
    const count = `${scenario.name}: ${countsText(countsOf(results))}`;
    return [
      ...failures.map((result) => annotation(checked, result)),
      ...warnings.map((warning) => warned(scenario, warning, seeds)),
      message(count),
    ];
  });
  return lines.map((line) => `${line}\n`).join("");
}

function annotation(checked: CheckedScenario, result: CheckResult): string {
  const { scenario, seeds } = checked;
  const { expectation, expected, seen, place, about } = result;
  const isInFile = expectation.check !== "assert";
  // What was said on the command line stands in no file; what it is about does.
  const at = isInFile ? place.position : about;
  const properties = {
    ...(at && { file: displayFile(at.file), line: String(at.line), col: String(at.column) }),
    title: `${scenario.name}: ${titleOf(scenario, result)}`,
  };
  const lines = [
    `expected ${expected}`,
    `seen ${seen}`,
    ...[failedSeedsText(result, seeds)].flatMap((text) => (text ? [`seeds ${text}`] : [])),
    ...[expectation.note].flatMap((text) => (text ? [`note ${text}`] : [])),
    ...[scenario.why].flatMap((text) => (text ? [`why ${text}`] : [])),
  ];
  const told = Object.entries(properties).map(([key, value]) => `${key}=${property(value)}`);
  return `::error ${told.join(",")}::${message(lines.join("\n"))}`;
}

function warned(
  { name, document }: Scenario,
  warning: RunWarning,
  seeds: SeedRange | undefined,
): string {
  const properties = `file=${property(displayFile(document.file))},title=${property(name)}`;
  return `::warning ${properties}::${message(warningText(warning, seeds))}`;
}

/** What a command would be ended by. */
function message(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return message(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
