/** A comparison of two inputs for people: both timelines, what moved, and what moved it. */
import { rangeText, sizeOf } from "../../check/seeds-text.ts";
import { isShown } from "../render-sample.ts";
import type { TraceRecord } from "../../model/trace.ts";
import { foldLanes } from "../../trace/lanes.ts";
import {
  type Line,
  type Paint,
  type Role,
  clip,
  padEnd,
  paragraph,
  shortenMiddle,
  span,
  toText,
  widestOf,
} from "../../trace/line.ts";
import { pairedLanes } from "../../trace/paired-lanes.ts";
import { counted, formatTime, toMs } from "../../trace/times.ts";
import type { View } from "../../trace/view.ts";
import { type Diff, type ExplainedRow, isTold } from "./diff.ts";
import type { Change, Side } from "./pair-fold.ts";

export interface ShownDiff extends Diff {
  /** `1.34` and `1.36`, or the names of two files. */
  readonly words: readonly [string, string];
  /** The runs of one seed. */
  readonly runs: readonly [readonly TraceRecord[], readonly TraceRecord[]];
  /** Pods of the second have names of the first. */
  readonly isRenamed: boolean;
}

/** More would push the reasons off any screen. */
const rowsShown = 24;
const gap = 2;
/** Fewer characters of a name say too little. */
const leastName = 28;

const roles: Partial<Record<Change, Role>> = { comes: "good", goes: "bad" };

export function renderDiff(diff: ShownDiff, view: View, paint: Paint): string {
  const [upper, lower] = diff.runs;
  const lanes = [foldLanes(upper), foldLanes(lower)] as const;
  const picture = pairedLanes({ words: diff.words, lanes }, view);
  const told = diff.rows.filter(({ change }) => isTold(change));
  const numbers = numbersOf(told);
  const table = tableLines(diff, told, numbers, view);
  const note = diff.isRenamed ? paragraph(renamedNote(diff.words[0]), view.columns, "faint") : [];
  const lines = [...picture, [], ...table, ...note, [], ...reasons(diff, told, numbers, view)];
  return toText(
    lines.map((line) => clip(line, view.columns)),
    paint,
  );
}

function renamedNote(first: string): string {
  return `Pods of an edited template go by the names that they have in ${first}.`;
}

/** Of the differences that do something by themselves, by their index: 1, 2, 3 … */
type Numbers = ReadonlyMap<number, number>;

function numbersOf(told: readonly ExplainedRow[]): Numbers {
  const effective = new Set(told.flatMap(({ because }) => because));
  const inOrder = [...effective].toSorted((a, b) => a - b);
  return new Map(inOrder.map((index, place) => [index, place + 1]));
}

function tableLines(
  { words, seeds }: ShownDiff,
  told: readonly ExplainedRow[],
  numbers: Numbers,
  { columns, glyphs }: View,
): readonly Line[] {
  if (told.length === 0) {
    const text = `No milestone comes, goes or moves, over ${counted(sizeOf(seeds), "seed")}.`;
    return [[span(text, "good")]];
  }
  const main = told.filter((row) => isShown(row) || row.kind === "phase");
  const others = told.filter(({ kind }) => kind !== "event");
  if (others.length === 0) {
    const count = counted(told.length, "Event");
    return paragraph(`Nothing differs but ${count}: --output json has them all.`, columns);
  }
  // Where nothing of what matters most differs, the rest is all there is to see.
  const chosen = (main.length === 0 ? others : main).slice(0, rowsShown);
  const cells = chosen.map((row) => [
    sideText(row.a, glyphs.none),
    sideText(row.b, glyphs.none),
    changeText(row),
    row.because.map((index) => numbers.get(index)).join(" "),
  ]);
  const head = [...words, "change", "by"];
  const widths = head.map((word, index) =>
    widestOf([word, ...cells.map((row) => row[index] ?? "")]),
  );
  const taken = widths.reduce((sum, width) => sum + width + gap, 0);
  const names = widestOf([`seeds ${rangeText(seeds)}`, ...chosen.map(({ key }) => key)]);
  // Where names have no room beside their times they stand above them.
  const isStacked = columns - taken < Math.min(names, leastName);
  const room = isStacked ? gap : Math.min(names, columns - taken);
  const line = (name: string, row: readonly string[], role?: Role): readonly Line[] => {
    const label = span(shortenMiddle(name, isStacked ? columns : room, glyphs.ellipsis));
    const times = row.flatMap((text, index) => [
      span(" ".repeat(gap)),
      ...padEnd([span(text, index === 2 ? role : undefined)], widths[index] ?? 0),
    ]);
    return isStacked ? [[label], times] : [[...padEnd([label], room), ...times]];
  };
  const hidden = told.length - chosen.length;
  const more = `${counted(hidden, "milestone")} more differ: --output json has them all`;
  return [
    ...line(`seeds ${rangeText(seeds)}`, head).map(faint),
    ...chosen.flatMap((row, index) => line(row.key, cells[index] ?? [], roles[row.change])),
    ...(hidden > 0 ? [[span(more, "faint")]] : []),
  ];
}

function faint(line: Line): Line {
  return line.map(({ text }) => span(text, "faint"));
}

function sideText(side: Side | undefined, none: string): string {
  if (side === undefined) return none;
  const exit = side.detail?.["exitCode"];
  const code = exit === undefined ? "" : ` (${String(exit)})`;
  return rangeOf(side.earliest, side.latest) + code;
}

function changeText({ change, moved, a, b }: ExplainedRow): string {
  if (change === "oftener" || change === "rarer") {
    return `${change}: ${a?.seeds ?? 0}, ${b?.seeds ?? 0} seeds`;
  }
  if (moved === undefined || (change !== "later" && change !== "earlier")) return change;
  const [less, more] = [Math.abs(moved.least), Math.abs(moved.most)].toSorted((x, y) => x - y);
  return `${change} by ${rangeOf(less ?? 0, more ?? 0)}`;
}

/** In tenths of a second where it is a range, with the unit once where both have the same. */
function rangeOf(from: number, to: number): string {
  if (from === to) return formatTime(toMs(from));
  const [first, last] = [from, to].map((seconds) => formatTime(Math.round(seconds * 10) * 100));
  if (first === undefined || first === last) return last ?? "";
  return to < 60 ? `${first.replace(/s$/, "")}..${last}` : `${first}..${last}`;
}

/** Each difference that does something by itself, then the others by name. */
function reasons(
  diff: ShownDiff,
  told: readonly ExplainedRow[],
  numbers: Numbers,
  { columns }: View,
): readonly Line[] {
  const { differences } = diff;
  if (differences.length === 0) {
    return [[span("The two inputs are the same in all that is simulated.", "faint")]];
  }
  const effective = differences.flatMap(({ what, a, b, source }, index) => {
    const number = numbers.get(index);
    if (number === undefined) return [];
    const does = doesText(told.filter(({ because }) => because.includes(index)));
    const values = [`${a} -> ${b}`, source, does].filter((text) => text !== undefined);
    const indented = (line: Line): Line => [span("   "), ...line];
    const [head = [], ...others] = paragraph(what, columns - 3, "title");
    return [
      [...padEnd([span(String(number))], 3), ...head],
      ...others.map(indented),
      ...values.flatMap((text, at) =>
        paragraph(text, columns - 3, at === 0 ? undefined : "faint").map(indented),
      ),
    ];
  });
  const idle = differences.filter((_, index) => !numbers.has(index)).map(({ what }) => what);
  return [...effective, ...idleLines(idle, idleWord(diff, told, numbers), columns)];
}

function doesText(moved: readonly ExplainedRow[]): string {
  if (moved.every(({ kind }) => kind === "event")) return "changes Events alone";
  return `moves ${counted(moved.length, "milestone")} by itself`;
}

function idleWord({ differences, isTried }: Diff, told: readonly unknown[], { size }: Numbers) {
  if (!isTried) return `Too many to try each alone (${differences.length}):`;
  if (told.length === 0 || size > 0) return "Without effect here:";
  return "Each alone does none of it, only together:";
}

/** As many as two lines have room for; the rest is counted. */
function idleLines(idle: readonly string[], word: string, columns: number): readonly Line[] {
  const text = (count: number): string => {
    const hidden = idle.length - count;
    const more = hidden === 0 ? "" : `${count === 0 ? "" : "; and "}${hidden} more`;
    return `${word} ${idle.slice(0, count).join("; ")}${more}.`;
  };
  if (idle.length === 0) return [];
  const counts = idle.map((_, index) => idle.length - index);
  const fitting = counts.find((count) => paragraph(text(count), columns).length <= 2);
  return paragraph(text(fitting ?? 1), columns, "faint");
}
