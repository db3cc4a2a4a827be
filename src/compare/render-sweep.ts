/** A sweep as a table: each variant's median and worst over the seeds, and the difference. */
import { type Line, type Paint, clip, paragraph, span, toText } from "../trace/line.ts";
import { formatTime, toMs } from "../trace/times.ts";
import type { View } from "../trace/view.ts";
import { meanApart } from "./bins.ts";
import { type FoldedVariant, medianOf } from "./compare-fold.ts";
import { causeText, listed } from "./difference.ts";
import { divergenceChart } from "./divergence-chart.ts";
import { fittingTable } from "./fitting-table.ts";
import { costs, measureText, measureWords } from "./measure-text.ts";
import { type MeasureName, measureNames } from "./measures.ts";
import { type Sweep, type SweepCell, seedCount } from "./sweep.ts";

export function renderSweep({ cells }: Sweep, view: View, paint: Paint): string {
  const [first, ...others] = cells;
  if (first === undefined) return "";
  const lines =
    others.length === 0
      ? [
          ...cellTable(first, view),
          [],
          ...chart(first, view),
          ...paragraph(sweepSentence(first), view.columns, "title"),
        ]
      : [...choiceTable(cells, view), [], ...sentences(cells, view)];
  return toText(
    lines.map((line) => clip(line, view.columns)),
    paint,
  );
}

/** `level converged with all 1000 seeds, within 1.5s; edge with 812 …`. */
export function sweepSentence(cell: SweepCell): string {
  const seeds = seedCount(cell);
  const names = new Map<string, string[]>();
  for (const variant of cell.variants) {
    const said = told(variant, seeds);
    names.set(said, [...(names.get(said) ?? []), variant.name]);
  }
  return `${[...names].map(([said, who]) => `${listed(who)} ${said}`).join("; ")}.`;
}

function told({ name, converged, diverged, worst }: FoldedVariant, seeds: number): string {
  if (converged === seeds) {
    const { value = 0 } = worst.converge ?? {};
    const when = value === 0 ? "by" : `within ${formatTime(toMs(value))} of`;
    const all = seeds === 1 ? "the one seed" : `all ${seeds} seeds`;
    return `converged with ${all}, ${when} the last disturbance`;
  }
  const { seed, parting } = diverged ?? {};
  const why = parting?.missedBy === name ? `: ${causeText(parting)}` : "";
  const which = `${seeds - converged} of ${seeds === 1 ? "one seed" : `${seeds} seeds`}`;
  return `did not converge with ${which}, such as seed ${seed}${why}`;
}

const between = " · ";

function cellTable(cell: SweepCell, view: View): readonly Line[] {
  const { variants } = cell;
  const seeds = seedCount(cell);
  const text = (variant: FoldedVariant, name: MeasureName): string => {
    const isAlways = name !== "converge" || variant.converged === seeds;
    const middle = measureText(name, medianOf(variant.values[name], seeds));
    const worst = measureText(name, isAlways ? variant.worst[name]?.value : undefined);
    return middle === worst ? middle : `${middle}${between}${worst}`;
  };
  const names = variants.map(({ name }) => name);
  const rows = measureNames.map((name) => ({
    label: measureWords[name],
    cells: variants.map((variant): Line => [
      costs.has(name) ? span(text(variant, name), "faint") : span(text(variant, name)),
    ]),
  }));
  const cells = variants.map((variant) => shareOf(variant, seeds, view.glyphs));
  const note = "Where two values stand, they are the median and the worst over the seeds.";
  return [
    ...fittingTable(names, [{ label: "converged", cells }, ...rows], view),
    ...paragraph(note, view.columns, "faint"),
  ];
}

function shareOf({ converged }: FoldedVariant, seeds: number, { yes, no }: View["glyphs"]): Line {
  const sign = converged === seeds ? span(yes, "good") : span(no, "bad");
  return [sign, span(` ${converged} of ${seeds}`)];
}

function chart(cell: SweepCell, view: View): readonly Line[] {
  const { variants, end } = cell;
  const endMs = toMs(end);
  const rows = variants.map(({ name, apart }) => {
    const values = meanApart(apart, seedCount(cell), endMs);
    return { name, values, note: `${Math.max(...values).toFixed(2)} at most` };
  });
  if (rows.every(({ values }) => values.every((value) => value === 0))) return [];
  return [...divergenceChart(rows, endMs, "containers apart, mean over the seeds", view), []];
}

/** A line for each choice: with how many seeds each converged, and how late at worst. */
function choiceTable(cells: readonly SweepCell[], view: View): readonly Line[] {
  const names = cells[0]?.variants.map(({ name }) => name) ?? [];
  const rows = cells.map((cell) => ({
    label: choiceText(cell),
    cells: cell.variants.map((variant): Line => {
      const { value } = variant.worst.converge ?? {};
      const late = value === undefined ? "" : `${between}${measureText("converge", value)}`;
      return [...shareOf(variant, seedCount(cell), view.glyphs), span(late, "faint")];
    }),
  }));
  const note = "Beside those that converged: the longest that it took with any of them.";
  return [...fittingTable(names, rows, view), ...paragraph(note, view.columns, "faint")];
}

export function choiceText({ vary }: SweepCell): string {
  return Object.entries(vary)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}

function sentences(cells: readonly SweepCell[], { columns }: View): readonly Line[] {
  return cells.flatMap((cell) =>
    paragraph(`${choiceText(cell)}: ${sweepSentence(cell)}`, columns, "title"),
  );
}
