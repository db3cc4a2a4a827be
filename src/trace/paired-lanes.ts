/** The lanes of runs side by side, under one axis; what they have alike stands there once. */
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

/** Runs of one input, the uppermost first. */
export interface PairedRuns {
  readonly words: readonly string[];
  readonly lanes: readonly Lanes[];
  /** Seconds: from when on the lanes of that name differ for good, where it is known. */
  readonly partings?: ReadonlyMap<string, number>;
  /** Where lanes are that are not shown: ` (--output jsonl has everything)`. */
  readonly where?: string;
}

/** One container name in all runs; those with one picture stand on one line. */
interface Pair {
  readonly name: string;
  readonly rows: readonly { readonly word: string; readonly cells: Line }[];
  readonly parting: number | undefined;
}

export function pairedLanes(
  { words, lanes, partings = new Map(), where = "" }: PairedRuns,
  view: View,
): readonly Line[] {
  const { columns, glyphs } = view;
  const names = [...new Set(lanes.flatMap((run) => run.lanes).map(({ name }) => name))];
  const widest = widestOf(names, 8);
  const wordWidth = wordWidthOf(words);
  const room = columns - wordWidth - 2;
  const endMs = Math.max(...lanes.map((run) => run.endMs));
  const scale = timeScale(endMs, Math.max(8, room - Math.min(widest, Math.floor(columns * 0.32))));
  const labelWidth = Math.min(widest, room - scale.cells);
  const runs = lanes.map((run, index) => ({ word: words[index] ?? "", lanes: byName(run) }));
  const pairs = names.map((name) => pairOf(name, runs, partings.get(name), scale, view));
  const shown = choose(pairs);
  const hidden = pairs.length - shown.length;
  const indent = labelWidth + 2 + wordWidth;
  const more = `and ${counted(hidden, "more lane")}${where}`;
  const [first] = lanes;
  if (first === undefined) return [];
  return [
    ...axisLines(scale, glyphs.axis, columns - indent).map((line) => [blanks(indent), ...line]),
    ...uptimeRows(first, scale, glyphs, indent),
    ...shown.flatMap((pair) => pairLines(pair, { labelWidth, wordWidth, scale, view })),
    ...(hidden > 0 ? [[span(more, "faint")]] : []),
    ...legendLines(
      shown.flatMap(({ rows }) => rows.map(({ cells }) => cells)),
      view,
      first.model,
    ),
  ];
}

/** Room for what stands together when two of three are alike. */
function wordWidthOf(words: readonly string[]): number {
  const together = words.length > 2 ? words.slice(-2).join(", ") : "both";
  return Math.min(widestOf([...words, together]), widestWord) + 2;
}

function byName({ lanes }: Lanes): ReadonlyMap<string, Lane> {
  return new Map(lanes.map((lane) => [lane.name, lane]));
}

function pairOf(
  name: string,
  runs: readonly { readonly word: string; readonly lanes: ReadonlyMap<string, Lane> }[],
  parting: number | undefined,
  scale: TimeScale,
  { glyphs }: View,
): Pair {
  const rows = new Map<string, { readonly words: string[]; readonly cells: Line }>();
  for (const { word, lanes } of runs) {
    const lane = lanes.get(name);
    const cells = lane ? laneLine(lane, scale, glyphs) : [];
    const picture = cells.map(({ text }) => text).join("");
    const known = rows.get(picture);
    if (known) known.words.push(word);
    else rows.set(picture, { words: [word], cells });
  }
  const all = runs.length > 2 ? "all" : "both";
  const toRow = ({ words, cells }: { readonly words: string[]; readonly cells: Line }) => ({
    word: words.length === runs.length ? all : words.join(", "),
    cells,
  });
  return { name, rows: [...rows.values()].map(toRow), parting };
}

function choose(pairs: readonly Pair[]): readonly Pair[] {
  const parted = pairs.filter(({ parting }) => parting !== undefined);
  const rest = pairs.filter(({ parting }) => parting === undefined);
  const others = rest.filter(({ rows }) => rows.length > 1);
  const alike = rest.filter(({ rows }) => rows.length === 1).slice(0, alikeShown);
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
  { name, rows, parting }: Pair,
  { labelWidth, wordWidth, scale, view: { glyphs } }: Layout,
): readonly Line[] {
  const label = padEnd([span(shortenMiddle(name, labelWidth, glyphs.ellipsis))], labelWidth + 2);
  const word = (text: string): Line => {
    const short = shortenMiddle(text, wordWidth - 2, glyphs.ellipsis);
    return padEnd(clip([span(short, "faint")], wordWidth), wordWidth);
  };
  const lines: Line[] = rows.map(({ word: text, cells }, index) => [
    ...(index === 0 ? label : [blanks(labelWidth + 2)]),
    ...word(text),
    ...cells,
  ]);
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
