/** A table with a column for each variant. No cell is cut: it would be another value. */
import {
  type Line,
  lineWidth,
  padEnd,
  paragraph,
  shortenMiddle,
  span,
  widestOf,
} from "../trace/line.ts";
import type { View } from "../trace/view.ts";

export interface FittingRow {
  readonly label: string;
  /** One for each name. */
  readonly cells: readonly Line[];
}

const widest = 26;
const longestName = 24;

/** Columns of one width; or else each as wide as it has to be; or else a line for each variant. */
export function fittingTable(
  names: readonly string[],
  rows: readonly FittingRow[],
  { columns, glyphs }: View,
): readonly Line[] {
  const heads = names.map((name) => {
    return [span(shortenMiddle(name.toUpperCase(), longestName, glyphs.ellipsis), "faint")];
  });
  const label = widestOf(rows.map((row) => row.label)) + 2;
  const needed = heads.map((head, place) =>
    Math.max(lineWidth(head), ...rows.map(({ cells }) => lineWidth(cells[place] ?? []))),
  );
  const equal = Math.min(Math.floor((columns - label) / names.length), widest);
  const own = needed.map((width) => width + 2);
  const isEqual = needed.every((width) => width < equal);
  const widths = isEqual ? needed.map(() => equal) : own;
  const total = label + widths.reduce((sum, width) => sum + width, 0);
  if (isEqual || total - 2 <= columns) {
    const line = (text: string, cells: readonly Line[]): Line => [
      ...padEnd([span(text)], label),
      ...cells.flatMap((cell, place) => padEnd(cell, widths[place] ?? 0)),
    ];
    return [line("", heads), ...rows.map((row) => line(row.label, row.cells))];
  }
  const name = Math.max(...heads.map(lineWidth)) + 2;
  return rows.flatMap((row) => [
    ...paragraph(row.label, columns),
    ...row.cells.map((cell, place): Line => [
      span("  "),
      ...padEnd(heads[place] ?? [], name),
      ...cell,
    ]),
  ]);
}
