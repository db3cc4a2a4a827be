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
import { type SeedRange, rangeText, sizeOf } from "./seeds-text.ts";

const indent = 2;
const labelWidth = 10;

export function renderChecks(checked: CheckedScenario, view: View, paint: Paint): string {
  const { scenario, results, seeds } = checked;
  const counts = countsOf(results);
  const failures = results.filter(({ outcome }) => outcome === "failed");
  const sign = failures.length === 0 ? span(view.glyphs.yes, "good") : span(view.glyphs.no, "bad");
  return toText(
    [
      ...failures.flatMap((result) => [...failureLines(checked, result, view), []]),
      ...(failures.length > 0 ? ruleLines(checked, view) : []),
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
