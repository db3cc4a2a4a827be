/** What came of a comparison: for each variant how its containers ended, and what it cost. */
import { displayName } from "../model/container-key.ts";
import type { VerdictRow } from "../model/trace.ts";
import type { Glyphs } from "../trace/glyphs.ts";
import {
  type Line,
  type Span,
  clip,
  lineWidth,
  padEnd,
  shortenMiddle,
  span,
  textWidth,
  widestOf,
} from "../trace/line.ts";
import { counted } from "../trace/times.ts";
import type { View } from "../trace/view.ts";
import type { Comparison, VariantResult } from "./compare.ts";
import { apartOf } from "./exit-book.ts";
import { costs, measureText, measureWords } from "./measure-text.ts";
import { measureNames } from "./measures.ts";

/** Containers that are named. */
const shownAtMost = 6;

type Cell = (result: VariantResult) => Line;

export function tableLines({ variants, partings }: Comparison, view: View): readonly Line[] {
  const { glyphs, columns } = view;
  const results = Object.values(variants);
  const parted = [...new Set(partings.map(({ name }) => name))].slice(0, shownAtMost);
  const rows: (readonly [string, Cell])[] = [
    ...parted.map(
      (name) =>
        [name, (each) => endCell(name, each, glyphs)] as const satisfies readonly [string, Cell],
    ),
    ["converged", (each) => convergedCell(each, glyphs)],
    ...measureNames.map((name): readonly [string, Cell] => [
      measureWords[name],
      ({ measures }) => {
        const text = measureText(name, measures[name]);
        return [costs.has(name) ? span(text, "faint") : span(text)];
      },
    ]),
  ];
  const labelMax = Math.floor(columns * 0.32);
  const label = Math.min(labelMax, widestOf(rows.map(([name]) => name))) + 2;
  const column = Math.min(Math.floor((columns - label) / results.length), 26);
  const header: Line = [
    span(" ".repeat(label)),
    ...results.flatMap(({ name }) => {
      const text = shortenMiddle(name.toUpperCase(), column - 1, glyphs.ellipsis);
      return padEnd([span(text, "faint")], column);
    }),
  ];
  const lines = rows.map(([name, cell]) => [
    ...padEnd([span(shortenMiddle(name, label - 2, glyphs.ellipsis))], label),
    ...results.flatMap((each) => padEnd(fit(cell(each), column - 1, glyphs.ellipsis), column)),
  ]);
  return [header, ...lines];
}

/** A cell that is too wide ends with the sign that something is left out. */
function fit(cell: Line, width: number, ellipsis: string): Line {
  if (lineWidth(cell) <= width) return cell;
  return [...clip(cell, width - textWidth(ellipsis)), span(ellipsis)];
}

function endCell(name: string, { verdict, ends }: VariantResult, glyphs: Glyphs): Line {
  const rows = verdict.rows.filter(
    (each) => displayName(each.namespace, each.pod, each.container) === name,
  );
  // Of several of one name the one that should not be there.
  const row = rows.find((each) => each.verdict !== "agrees") ?? rows[0];
  if (row === undefined) return [span(`${glyphs.none} not there`)];
  const isUnheard = ends.some(({ id, heardAt }) => id === row.id && heardAt === undefined);
  const isGood = row.verdict === "agrees" && !isUnheard;
  const state = `${stateText(row)}${isUnheard && row.verdict === "agrees" ? ", unheard" : ""}`;
  return [sign(isGood, glyphs), span(` ${state}`)];
}

function stateText({ state, exitCode, verdict }: VerdictRow): string {
  if (state === undefined) return verdict;
  const code = exitCode === undefined ? "" : ` (${exitCode})`;
  const isWrong = verdict === "undeclared" || verdict === "duplicate";
  return `${state.toLowerCase()}${code}${isWrong ? `, ${verdict}` : ""}`;
}

function convergedCell(result: VariantResult, glyphs: Glyphs): Line {
  return [sign(result.converged, glyphs), span(` ${convergedText(result)}`)];
}

export function convergedText({ converged, verdict, ends }: VariantResult): string {
  const unheard = ends.filter(({ heardAt }) => heardAt === undefined);
  return converged ? "yes" : `no, ${counted(apartOf(verdict.rows, unheard), "container")}`;
}

function sign(isGood: boolean, { yes, no }: Glyphs): Span {
  return isGood ? span(yes, "good") : span(no, "bad");
}
