/** A sample for people: each milestone with its earliest and its latest time, as a table. */
import { rangeText, sizeOf } from "../check/seeds-text.ts";
import {
  type Line,
  type Paint,
  clip,
  padEnd,
  shortenMiddle,
  span,
  toText,
  widestOf,
} from "../trace/line.ts";
import { counted, formatTime, toMs } from "../trace/times.ts";
import { type TimeScale, axisLines, cellAt, timeScale } from "../trace/time-axis.ts";
import type { View } from "../trace/view.ts";
import type { MilestoneDetail } from "./milestone.ts";
import type { Sample, SampledMilestone } from "./sample.ts";

const gap = 2;
/** Fewer cells show nothing that the numbers do not. */
const fewestCells = 24;

interface Row {
  readonly name: string;
  readonly earliest: string;
  readonly latest: string;
  readonly own: string;
  readonly note: string;
}

const columns = ["earliest", "latest", "own", "note"] as const;

export function renderSample(
  { milestones, seeds, seed }: Sample,
  durationMs: number,
  { columns: width, glyphs }: View,
  paint: Paint,
): string {
  const shown = milestones.filter(isShown);
  const hidden = milestones.length - shown.length;
  const count = sizeOf(seeds);
  const rows = shown.map((milestone) => rowOf(milestone, count, glyphs.none));
  const head: Row = {
    name: `seeds ${rangeText(seeds)}`,
    earliest: "earliest",
    latest: "latest",
    own: `seed ${seed}`,
    note: rows.some(({ note }) => note !== "") ? "in" : "",
  };
  const all = [head, ...rows];
  const widths = columns.map((column) => widestOf(all.map((row) => row[column])));
  const taken = widths.reduce((sum, cell) => sum + (cell === 0 ? 0 : cell + gap), 0);
  const widest = widestOf(all.map(({ name }) => name));
  const names = Math.max(8, Math.min(widest, width - taken));
  const room = width - names - taken - gap;
  const scale = room < fewestCells ? undefined : timeScale(durationMs, room);
  const line = (row: Row, bar: Line = []): Line => [
    ...padEnd([span(shortenMiddle(row.name, names, glyphs.ellipsis))], names),
    ...columns.flatMap((column, index) => {
      const cell = widths[index] ?? 0;
      const role = column === "own" || column === "note" ? "faint" : undefined;
      return cell === 0 ? [] : [span(" ".repeat(gap)), ...padEnd([span(row[column], role)], cell)];
    }),
    ...(scale ? [span(" ".repeat(gap)), ...bar] : []),
  ];
  const [labels, rule] = scale ? axisLines(scale, glyphs.axis, room) : [[], []];
  const faint = (parts: Line): Line => parts.map(({ text }) => span(text, "faint"));
  const bars = shown.map((milestone) => (scale ? barOf(milestone, scale, glyphs) : []));
  return toText(
    [
      faint(line(head, labels)),
      ...(scale ? [faint([span(" ".repeat(names + taken + gap)), ...rule])] : []),
      ...rows.map((row, index) => line(row, bars[index])),
      [],
      [span(`${counted(hidden, "milestone")} more: --output json has them all`, "faint")],
    ].map((each) => clip(each, width)),
    paint,
  );
}

/** Each start, exit, signal, Ready and removal; the rest is for programs. */
export function isShown({ kind, key }: Pick<SampledMilestone, "kind" | "key">): boolean {
  if (kind === "start" || kind === "exit" || kind === "signal") return true;
  if (kind === "condition") return /\.condition\.Ready=/.test(key);
  return kind === "pod" && /\.(removed|rejected)(@|$)/.test(key);
}

function rowOf(milestone: SampledMilestone, count: number, none: string): Row {
  const { earliest, latest, seeds, sample: own } = milestone;
  return {
    name: nameOf(milestone),
    earliest: formatTime(toMs(earliest)),
    latest: formatTime(toMs(latest)),
    own: own ? formatTime(toMs(own.t)) : none,
    note: seeds === count ? "" : `${seeds} of ${count}`,
  };
}

/** With how it ended, and where that is not always the same, in how many seeds each. */
function nameOf({ key, kind, details = [] }: SampledMilestone): string {
  if (kind !== "exit") return key;
  const [first, ...others] = details;
  if (first === undefined) return key;
  if (others.length === 0) return `${key} ${endText(first.detail)}`;
  return `${key} ${details.map(({ detail, seeds }) => `${endText(detail)} ×${seeds}`).join(", ")}`;
}

function endText({ exitCode = "", reason = "" }: MilestoneDetail): string {
  return `${exitCode} ${reason}`.trim();
}

/** From the earliest to the latest, with a tick where the scenario's own seed has it. */
function barOf(
  { earliest, latest, sample: own }: SampledMilestone,
  scale: TimeScale,
  { axis, divider }: View["glyphs"],
): Line {
  const [first, last] = [cellAt(scale, toMs(earliest)), cellAt(scale, toMs(latest))];
  const cells = Array.from({ length: last - first + 1 }, () => axis.line);
  if (own !== undefined) {
    const cell = cellAt(scale, toMs(own.t)) - first;
    if (cell >= 0 && cell < cells.length) cells[cell] = divider;
  }
  return [span(" ".repeat(first)), span(cells.join(""), "running")];
}
