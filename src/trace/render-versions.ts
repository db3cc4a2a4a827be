/** The table of what differs between the kubelets that are imitated. */
import type { VersionRow } from "../decide/kubelet/version-rows.ts";
import { type Line, type Paint, span, toText } from "./line.ts";
import type { View } from "./view.ts";

export function renderVersions(
  versions: readonly string[],
  rows: readonly VersionRow[],
  { columns }: View,
  paint: Paint,
): string {
  const lines: Line[] = [
    [span(`Kubelets: ${versions.join(", ")}`, "title"), span("; the last is the default", "faint")],
    [],
  ];
  for (const row of rows) {
    const until = row.until === undefined ? "" : `, until ${row.until}`;
    lines.push([span(`${row.number}  ${row.what}`, "title"), span(`  from ${row.first}${until}`)]);
    lines.push(...wrap(`before: ${row.old}`, columns), ...wrap(`since: ${row.new}`, columns));
    if (row.notSimulated !== undefined) {
      lines.push(...wrap(`not simulated: ${row.notSimulated}`, columns));
    }
    const { source, recorded = [] } = row;
    const grounds = recorded.length > 0 ? [source, `recordings: ${recorded.join(", ")}`] : [source];
    lines.push(
      ...grounds
        .flatMap((text) => wrap(text, columns))
        .map((line) => line.map(({ text }) => span(text, "faint"))),
    );
    lines.push([]);
  }
  return toText(lines, paint);
}

const indent = "    ";

function wrap(text: string, columns: number): Line[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(" ")) {
    const longer = line === indent ? `${indent}${word}` : `${line} ${word}`;
    if (longer.length > columns && line !== indent) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = longer;
  }
  return [...lines, line].map((shown) => [span(shown)]);
}
