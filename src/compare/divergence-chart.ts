/**
 * How far declared and actual are apart over time, a row for each variant: the higher the more. Our
 * own few lines: a row has to stand under the axis of the other pictures, in their signs.
 */
import { type Line, padEnd, span, widestOf } from "../trace/line.ts";
import { axisLines, timeScale } from "../trace/time-axis.ts";
import type { View } from "../trace/view.ts";

export interface ChartRow {
  readonly name: string;
  /** Of equal spans of the time shown; 0 or more. */
  readonly values: readonly number[];
  /** Stands at the end of the row. */
  readonly note: string;
}

/** Lowest first; more than nothing is never drawn as nothing. */
const unicodeSteps = "▁▂▃▄▅▆▇█";
const asciiSteps = ".:-=+*%#";

export function divergenceChart(
  rows: readonly ChartRow[],
  endMs: number,
  title: string,
  { columns, glyphs }: View,
): readonly Line[] {
  const width = widestOf(rows.map(({ name }) => name)) + 2;
  const notes = widestOf(rows.map(({ note }) => note)) + 2;
  const scale = timeScale(endMs, Math.max(8, columns - width - notes));
  const highest = Math.max(...rows.flatMap(({ values }) => values), 0);
  const steps = glyphs.ellipsis === "…" ? unicodeSteps : asciiSteps;
  const indent = span(" ".repeat(width));
  return [
    [span(title, "faint")],
    ...axisLines(scale, glyphs.axis, columns - width).map((line) => [indent, ...line]),
    ...rows.map(({ name, values, note }) => [
      ...padEnd([span(name)], width),
      ...padEnd(
        [span(resampled(values, scale.cells).map(stepOf).join(""), "missing")],
        scale.cells + 2,
      ),
      span(note, "faint"),
    ]),
  ];

  function stepOf(value: number): string {
    if (value <= 0) return " ";
    const step = Math.ceil((value / highest) * steps.length) - 1;
    return steps[Math.min(steps.length - 1, Math.max(0, step))] ?? " ";
  }
}

/** The highest of what falls into each cell: a short peak is not lost. */
function resampled(values: readonly number[], cells: number): readonly number[] {
  return Array.from({ length: cells }, (_, cell) => {
    const from = Math.floor((cell * values.length) / cells);
    const to = Math.max(from + 1, Math.ceil(((cell + 1) * values.length) / cells));
    return Math.max(0, ...values.slice(from, to));
  });
}
