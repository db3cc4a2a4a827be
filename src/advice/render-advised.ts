/** What disturbances do to a manifest, for people: a table of them, and then the advice. */
import { type SeedRange, rangeText } from "../check/seeds-text.ts";
import {
  type Line,
  type Paint,
  type Role,
  clip,
  padEnd,
  span,
  toText,
  widestOf,
} from "../trace/line.ts";
import type { View } from "../trace/view.ts";
import { advisedBy } from "./advised.ts";
import type { DisturbedRun, Numbers } from "./disturbed-run.ts";
import { adviceText } from "./render-advice.ts";
import { lasting } from "./rule.ts";

interface Cell {
  readonly text: string;
  readonly role?: Role;
}

const head = ["disturbance", "restarts", "out", "longest", "SIGKILL", "findings"];

export function renderAdvised(
  runs: readonly DisturbedRun[],
  seeds: SeedRange,
  view: View,
  paint: Paint,
): string {
  const rows = runs.map(rowOf);
  const widths = head.map((text, column) =>
    widestOf([text, ...rows.map((row) => row[column]?.text ?? "")]),
  );
  const line = (cells: readonly Cell[]): Line =>
    cells.flatMap(({ text, role }, column) =>
      padEnd([span(text, role)], (widths[column] ?? 0) + 2),
    );
  const sizes = runs.map(({ name, what }) => [span(`${name}: ${what}`, "faint")]);
  const advised = advisedBy(runs);
  const table = [
    line(head.map((text): Cell => ({ text, role: "faint" }))),
    ...rows.map(line),
    [],
    ...sizes,
    [span(`seeds ${rangeText(seeds)}; times of the pod that fared worst`, "faint")],
    [],
  ];
  const blocks = advised.map(({ advice, under, seed }) =>
    adviceText(advice, view, paint, `under ${under.join(", ")} (seed ${seed})`),
  );
  const none = toText([[span("No disturbance showed anything to change.", "title")]], paint);
  const told = blocks.length === 0 ? none : toText([[span("Advice", "title")]], paint);
  return (
    toText(
      table.map((each) => clip(each, view.columns)),
      paint,
    ) +
    told +
    blocks.join("")
  );
}

function rowOf({ name, least, most, advice }: DisturbedRun): readonly Cell[] {
  const time = (of: (numbers: Numbers) => number): string =>
    between(lasting(of(least)), lasting(of(most)));
  const rules = [...new Set(advice.map(({ advice: { rule } }) => rule))];
  return [
    { text: name },
    { text: between(String(least.restarts), String(most.restarts)) },
    { text: time(({ outMs }) => outMs) },
    { text: time(({ longestOutMs }) => longestOutMs) },
    {
      text: between(String(least.killed), String(most.killed)),
      ...(most.killed > 0 ? { role: "bad" as const } : {}),
    },
    { text: String(rules.length), role: rules.length === 0 ? "good" : "warning" },
  ];
}

function between(least: string, most: string): string {
  return least === most ? least : `${least}-${most}`;
}
