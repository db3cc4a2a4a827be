/** The lanes of two runs in pairs, under one axis; what both have alike stands there once. */
import { laneLine } from "./lane-cells.ts";
import type { Lane, Lanes } from "./lane.ts";
import { legendLines } from "./legend.ts";
import { type Line, clip, padEnd, shortenMiddle, span, widestOf } from "./line.ts";
import { uptimeRows } from "./render-timeline.ts";
import { type TimeScale, axisLines, timeScale } from "./time-axis.ts";
import { counted, formatTime, toMs } from "./times.ts";
import type { View } from "./view.ts";

/** Pairs that differ come first; of those that are alike a few show the world around them. */
const pairsShown = 6;
const alikeShown = 3;
/** Of the word for a run; what is longer is cut. */
const widestWord = 16;

/** Two runs, the upper one first. */
export interface PairedRuns {
  readonly words: readonly [string, string];
  readonly lanes: readonly [Lanes, Lanes];
  /** Seconds: from when on the lanes of that name differ for good, where it is known. */
  readonly partings?: ReadonlyMap<string, number>;
  /** Where lanes are that are not shown: ` (--output jsonl has everything)`. */
  readonly where?: string;
}

/** One container name in both runs. */
interface Pair {
  readonly name: string;
  readonly upper: Line;
  readonly lower: Line;
  readonly isAlike: boolean;
  readonly parting: number | undefined;
}

export function pairedLanes(
  { words, lanes: [upper, lower], partings = new Map(), where = "" }: PairedRuns,
  view: View,
): readonly Line[] {
  const { columns, glyphs } = view;
  const names = [...new Set([...upper.lanes, ...lower.lanes].map(({ name }) => name))];
  const widest = widestOf(names, 8);
  const wordWidth = Math.min(widestOf([...words, "both"]), widestWord) + 2;
  const room = columns - wordWidth - 2;
  const endMs = Math.max(upper.endMs, lower.endMs);
  const scale = timeScale(endMs, Math.max(8, room - Math.min(widest, Math.floor(columns * 0.32))));
  const labelWidth = Math.min(widest, room - scale.cells);
  const [above, below] = [byName(upper), byName(lower)];
  const pairs = names.map((name) => pairOf(name, [above, below], partings.get(name), scale, view));
  const shown = choose(pairs);
  const hidden = pairs.length - shown.length;
  const indent = labelWidth + 2 + wordWidth;
  const more = `and ${counted(hidden, "more lane")}${where}`;
  return [
    ...axisLines(scale, glyphs.axis, columns - indent).map((line) => [blanks(indent), ...line]),
    ...uptimeRows(upper, scale, glyphs, indent),
    ...shown.flatMap((pair) => pairLines(pair, words, { labelWidth, wordWidth, scale, view })),
    ...(hidden > 0 ? [[span(more, "faint")]] : []),
    ...legendLines(
      shown.flatMap((pair) => [pair.upper, pair.lower]),
      view,
      upper.model,
    ),
  ];
}

function byName({ lanes }: Lanes): ReadonlyMap<string, Lane> {
  return new Map(lanes.map((lane) => [lane.name, lane]));
}

function pairOf(
  name: string,
  runs: readonly ReadonlyMap<string, Lane>[],
  parting: number | undefined,
  scale: TimeScale,
  { glyphs }: View,
): Pair {
  const [upper = [], lower = []] = runs.map((lanes): Line => {
    const lane = lanes.get(name);
    return lane ? laneLine(lane, scale, glyphs) : [];
  });
  const picture = (cells: Line): string => cells.map(({ text }) => text).join("");
  return { name, upper, lower, isAlike: picture(upper) === picture(lower), parting };
}

function choose(pairs: readonly Pair[]): readonly Pair[] {
  const parted = pairs.filter(({ parting }) => parting !== undefined);
  const rest = pairs.filter(({ parting }) => parting === undefined);
  const others = rest.filter(({ isAlike }) => !isAlike);
  const alike = rest.filter(({ isAlike }) => isAlike).slice(0, alikeShown);
  const chosen = new Set([...[...parted, ...others].slice(0, pairsShown), ...alike]);
  return pairs.filter((pair) => chosen.has(pair));
}

interface Layout {
  readonly labelWidth: number;
  readonly wordWidth: number;
  readonly scale: TimeScale;
  readonly view: View;
}

function pairLines(
  { name, upper, lower, isAlike, parting }: Pair,
  [above, below]: readonly [string, string],
  { labelWidth, wordWidth, scale, view: { glyphs } }: Layout,
): readonly Line[] {
  const label = padEnd([span(shortenMiddle(name, labelWidth, glyphs.ellipsis))], labelWidth + 2);
  const word = (text: string): Line => {
    const short = shortenMiddle(text, wordWidth - 2, glyphs.ellipsis);
    return padEnd(clip([span(short, "faint")], wordWidth), wordWidth);
  };
  if (isAlike) return [[...label, ...word("both"), ...upper]];
  const lines: Line[] = [
    [...label, ...word(above), ...upper],
    [blanks(labelWidth + 2), ...word(below), ...lower],
  ];
  if (parting !== undefined) {
    lines.push(pointerLine(parting, labelWidth + 2 + wordWidth, scale, glyphs.pointer));
  }
  return lines;
}

/** Points at the cell from which on the two lanes differ for good. */
function pointerLine(t: number, indent: number, scale: TimeScale, pointer: string): Line {
  const words = `they part at ${formatTime(toMs(t))}`;
  const cell = Math.min(scale.cells - 1, Math.floor(toMs(t) / scale.cellMs));
  // On the right half the words stand before the pointer, where there is room for them.
  const isLate = cell + 2 + words.length > scale.cells;
  const text = isLate ? `${words} ${pointer}` : `${pointer} ${words}`;
  const before = isLate ? Math.max(0, indent + cell - words.length - 1) : indent + cell;
  return [blanks(before), span(text, "bad")];
}

function blanks(count: number) {
  return span(" ".repeat(count));
}
