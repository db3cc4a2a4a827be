/** The timeline: a lane for each container, scaled to the width, under an axis of virtual time. */
import type { Glyphs } from "./glyphs.ts";
import { laneLine, uptimeLine } from "./lane-cells.ts";
import type { Lane, Lanes, Uptime } from "./lane.ts";
import { legendLines } from "./legend.ts";
import { type Line, padEnd, shortenMiddle, span, widestOf } from "./line.ts";
import { type TimeScale, axisLines, cellAt, timeScale } from "./time-axis.ts";
import { counted } from "./times.ts";
import type { View } from "./view.ts";

/** More would push the log and the verdict off any screen. */
const lanesShown = 20;

/** `API link` and two blanks less. */
const minLabelWidth = 8;

/** One row: a name, its picture, and how many lanes look exactly like it. */
interface Row {
  readonly name: string;
  readonly line: Line;
  readonly restarts: number;
  readonly alike: number;
  readonly marks: number;
}

/** By the names of pods and containers: between which times of many runs something happens. */
export type Intervals = ReadonlyMap<string, readonly Interval[]>;

export interface Interval {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Under a lane stand its intervals, those that more than one cell shows. */
export function renderTimeline(
  lanes: Lanes,
  view: View,
  intervals: Intervals = new Map(),
): readonly Line[] {
  const { columns, glyphs } = view;
  const restartsWidth = restartColumn(lanes.lanes, glyphs);
  const labelMax = Math.floor(columns * 0.32);
  const names = lanes.lanes.map(({ name }) => name);
  const suffix = names.length > lanesShown ? othersText(names.length).length : 0;
  const widest = widestOf(names, minLabelWidth) + suffix;
  const scale = timeScale(
    lanes.endMs,
    Math.max(8, columns - Math.min(widest, labelMax) - 2 - restartsWidth),
  );
  // What a round scale leaves over goes to the names.
  const labelWidth = Math.min(widest, columns - 2 - restartsWidth - scale.cells);
  const rows = lanes.lanes.map((lane) => toRow(lane, scale, glyphs));
  const shown = choose(lanes.lanes.length > lanesShown ? mergeAlike(rows) : rows);
  const indent = labelWidth + 2;
  const axis = axisLines(scale, glyphs.axis, columns - indent);
  return [
    ...axis.map((line) => [...padEnd([], indent), ...line]),
    ...uptimeRows(lanes, scale, glyphs, indent),
    ...shown.flatMap((row) => [
      rowLine(row, labelWidth, glyphs),
      ...intervalLine(intervals.get(subjectOf(row.name)) ?? [], scale, glyphs, indent),
    ]),
    ...hiddenLine(rows, shown),
    ...legendLines(
      shown.map(({ line }) => line),
      view,
      lanes.model,
    ),
  ];
}

/** Link and kubelet, each only where it was ever away. */
export function uptimeRows(
  { link, kubelet }: Lanes,
  scale: TimeScale,
  glyphs: Glyphs,
  indent: number,
): readonly Line[] {
  const row = (name: string, spans: Uptime): readonly Line[] =>
    spans.some(({ state }) => state === "down")
      ? [[...padEnd([span(name, "faint")], indent), ...uptimeLine(spans, scale, glyphs)]]
      : [];
  return [...row("API link", link), ...row("kubelet", kubelet)];
}

function toRow(lane: Lane, scale: TimeScale, glyphs: Glyphs): Row {
  const { name, restarts, marks } = lane;
  const line = laneLine(lane, scale, glyphs);
  return { name, line, restarts, alike: 1, marks: marks.length };
}

function rowLine({ name, line, restarts, alike }: Row, width: number, glyphs: Glyphs): Line {
  const others = alike > 1 ? othersText(alike) : "";
  const short = shortenMiddle(name, width - others.length, glyphs.ellipsis);
  const label = padEnd([span(short), span(others, "faint")], width + 2);
  return restarts === 0
    ? [...label, ...line]
    : [...label, ...line, span(` ${glyphs.restarts}${restarts}`, "failed")];
}

/** A lane's name without its kind: `web/proxy (sidecar)`. */
function subjectOf(name: string): string {
  return name.replace(/ \(.*\)$/, "");
}

/** `[───]` from the earliest to the latest time; where several meet, their ends are shown. */
function intervalLine(
  intervals: readonly Interval[],
  scale: TimeScale,
  { axis }: Glyphs,
  indent: number,
): readonly Line[] {
  const wide = intervals
    .map(({ fromMs, toMs }) => ({ from: cellAt(scale, fromMs), to: cellAt(scale, toMs) }))
    .filter(({ from, to }) => from < to);
  if (wide.length === 0) return [];
  const cells = Array.from({ length: scale.cells }, () => " ");
  for (const { from, to } of wide) cells.fill(axis.line, from, to + 1);
  for (const { from, to } of wide) [cells[from], cells[to]] = ["[", "]"];
  return [[...padEnd([], indent), span(cells.join("").trimEnd(), "faint")]];
}

function othersText(alike: number): string {
  return ` +${alike - 1}`;
}

/** Lanes with one picture become one row, at the place of the first. */
function mergeAlike(rows: readonly Row[]): readonly Row[] {
  const merged = new Map<string, Row>();
  for (const row of rows) {
    const picture = `${row.restarts} ${row.line.map(({ text }) => text).join("")}`;
    const known = merged.get(picture);
    merged.set(picture, known ? { ...known, alike: known.alike + 1 } : row);
  }
  return [...merged.values()];
}

/** If not all have room, those to which something happened come first. */
function choose(rows: readonly Row[]): readonly Row[] {
  if (rows.length <= lanesShown) return rows;
  const eventful = new Set(rows.toSorted((a, b) => b.marks - a.marks).slice(0, lanesShown));
  return rows.filter((row) => eventful.has(row));
}

function hiddenLine(all: readonly Row[], shown: readonly Row[]): readonly Line[] {
  const hidden = all.length - shown.reduce((sum, { alike }) => sum + alike, 0);
  if (hidden === 0) return [];
  const text = `and ${counted(hidden, "more lane")} (--output jsonl has everything)`;
  return [[span(text, "faint")]];
}

function restartColumn(lanes: readonly Lane[], { restarts }: Glyphs): number {
  const most = lanes.reduce((max, lane) => Math.max(max, lane.restarts), 0);
  return most === 0 ? 0 : ` ${restarts}${most}`.length;
}
