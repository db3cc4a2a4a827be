/** The outcome of a check for people: a block for each failure, and how many there are. */
import { type Line, type Paint, type Role, padEnd, span, toText, wrap } from "../trace/line.ts";
import { counted } from "../trace/times.ts";
import type { View } from "../trace/view.ts";
import type { CheckResult } from "./check-expectations.ts";
import {
  type CheckedScenario,
  countsOf,
  countsText,
  failedSeedsText,
  placeText,
  titleOf,
} from "./checked-scenario.ts";
import { type RunWarning, warningText } from "./run-warnings.ts";
import { type SeedRange, rangeText, sizeOf } from "./seeds-text.ts";

const indent = 2;
const labelWidth = 10;
/** A stimulus that is given a hundred times may miss as often. */
const warningsShown = 5;

export function renderChecks(checked: CheckedScenario, view: View, paint: Paint): string {
  const { scenario, results, warnings, seeds } = checked;
  const counts = countsOf(results);
  const failures = results.filter(({ outcome }) => outcome === "failed");
  const sign = failures.length === 0 ? span(view.glyphs.yes, "good") : span(view.glyphs.no, "bad");
  return toText(
    [
      ...failures.flatMap((result) => [...failureLines(checked, result, view), []]),
      ...(failures.length > 0 ? ruleLines(checked, view) : []),
      ...warnings.slice(0, warningsShown).flatMap((each) => warningLines(each, seeds, view)),
      ...moreWarnings(warnings.length - warningsShown),
      [sign, span(` ${scenario.name}: ${countsText(counts)}${seeds ? overSeeds(seeds) : ""}`)],
    ],
    paint,
  );
}

function overSeeds(seeds: SeedRange): string {
  return `, with ${counted(sizeOf(seeds), "seed")} (${rangeText(seeds)})`;
}

/** The place stands first and is not broken, for terminals and editors that make it a link. */
function failureLines(
  { scenario, seeds }: CheckedScenario,
  result: CheckResult,
  { columns }: View,
): readonly Line[] {
  const { expectation, expected, seen } = result;
  const rows: (readonly [string, string | undefined, Role?])[] = [
    ["expected", expected],
    ["seen", seen, "bad"],
    ["seeds", failedSeedsText(result, seeds)],
    ["note", expectation.note],
  ];
  return [
    [span(`${placeText(result)}  `, "faint"), span(titleOf(scenario, result), "title")],
    ...rows.flatMap(([label, text, role]) =>
      text === undefined ? [] : labelled(label, text, columns, role),
    ),
  ];
}

/** It may be why an expectation holds: what never happened breaks nothing. */
function warningLines(
  warning: RunWarning,
  seeds: SeedRange | undefined,
  { columns, glyphs }: View,
): readonly Line[] {
  const lines = wrap(warningText(warning, seeds), Math.max(1, columns - indent));
  return lines.map((line, index) => [
    ...padEnd([span(index === 0 ? glyphs.marks.lost : "", "warning")], indent),
    span(line),
  ]);
}

function moreWarnings(count: number): readonly Line[] {
  return count > 0 ? [[span(`  and ${count} more, in --output json`, "faint")]] : [];
}

/** The rule behind all of them, once. */
function ruleLines({ scenario: { why } }: CheckedScenario, { columns }: View): readonly Line[] {
  return why === undefined ? [] : [...labelled("why", why, columns), []];
}

function labelled(label: string, text: string, columns: number, role?: Role): readonly Line[] {
  const room = Math.max(1, columns - indent - labelWidth);
  return wrap(text.replaceAll(/\s+/g, " "), room).map((line, index) => [
    span(" ".repeat(indent)),
    ...padEnd([span(index === 0 ? label : "", "faint")], labelWidth),
    span(line, role),
  ]);
}

/** Of several scenarios together. */
export function renderTotal(all: readonly CheckedScenario[], paint: Paint): string {
  const counts = countsOf(all.flatMap(({ results }) => results));
  const role = counts.failed > 0 ? "bad" : "good";
  const text = `${all.length} scenarios: ${countsText(counts)}`;
  return toText([[], [span(text, role)]], paint);
}
