/** Two kubelets on one world, in one screen: their lanes in pairs, where they part, and the end. */
import type { ComparedParting, ComparedRuns, VariantName } from "./compared-runs.ts";
import { laneLine } from "./lane-cells.ts";
import type { Lane, Lanes } from "./lane.ts";
import { legendLines } from "./legend.ts";
import { foldLanes } from "./lanes.ts";
import {
  type Line,
  type Paint,
  clip,
  padEnd,
  shortenMiddle,
  span,
  toText,
  widestOf,
} from "./line.ts";
import { renderOutcome } from "./render-outcome.ts";
import { uptimeRows } from "./render-timeline.ts";
import { type TimeScale, axisLines, timeScale } from "./time-axis.ts";
import { counted, formatTime, toMs } from "./times.ts";
import type { View } from "./view.ts";

/** Pairs that differ come first; of those that are alike a few show the world around them. */
const pairsShown = 6;
const alikeShown = 3;
/** `level` and two blanks. */
const variantWidth = 7;

/** One container name under both kubelets. */
interface Pair {
  readonly name: string;
  readonly level: Line;
  readonly edge: Line;
  readonly isAlike: boolean;
  readonly parting: ComparedParting | undefined;
}

export function renderComparison(runs: ComparedRuns, view: View, paint: Paint): string {
  const lines = [...pictureLines(runs, view), [], ...renderOutcome(runs, view)];
  return toText(
    lines.map((line) => clip(line, view.columns)),
    paint,
  );
}

function pictureLines(runs: ComparedRuns, view: View): readonly Line[] {
  const { columns, glyphs } = view;
  const level = foldLanes(runs.variants.level.records);
  const edge = foldLanes(runs.variants.edge.records);
  const names = namesOf(level, edge);
  const widest = widestOf(names, 8);
  const room = columns - variantWidth - 2;
  const endMs = Math.max(level.endMs, edge.endMs);
  const scale = timeScale(endMs, Math.max(8, room - Math.min(widest, Math.floor(columns * 0.32))));
  const labelWidth = Math.min(widest, room - scale.cells);
  const partings = new Map(runs.partings.map((parting) => [parting.name, parting]));
  const lanes = { level: byName(level), edge: byName(edge) };
  const pairs = names.map((name) => pairOf(name, lanes, partings.get(name), scale, view));
  const shown = choose(pairs);
  const hidden = pairs.length - shown.length;
  const indent = labelWidth + 2 + variantWidth;
  const more = `and ${counted(hidden, "more container")} (--output jsonl has everything)`;
  return [
    ...axisLines(scale, glyphs.axis, columns - indent).map((line) => [blanks(indent), ...line]),
    ...uptimeRows(level, scale, glyphs, indent),
    ...shown.flatMap((pair) => pairLines(pair, labelWidth, scale, view)),
    ...(hidden > 0 ? [[span(more, "faint")]] : []),
    ...legendLines(
      shown.flatMap((pair) => [pair.level, pair.edge]),
      view,
      level.model,
    ),
  ];
}

function namesOf(level: Lanes, edge: Lanes): readonly string[] {
  return [...new Set([...level.lanes, ...edge.lanes].map(({ name }) => name))];
}

function byName({ lanes }: Lanes): ReadonlyMap<string, Lane> {
  return new Map(lanes.map((lane) => [lane.name, lane]));
}

function pairOf(
  name: string,
  lanes: Readonly<Record<VariantName, ReadonlyMap<string, Lane>>>,
  parting: ComparedParting | undefined,
  scale: TimeScale,
  { glyphs }: View,
): Pair {
  const line = (variant: VariantName): Line => {
    const lane = lanes[variant].get(name);
    return lane ? laneLine(lane, scale, glyphs) : [];
  };
  const [level, edge] = [line("level"), line("edge")];
  const picture = (cells: Line): string => cells.map(({ text }) => text).join("");
  return { name, level, edge, isAlike: picture(level) === picture(edge), parting };
}

function choose(pairs: readonly Pair[]): readonly Pair[] {
  const parted = pairs.filter(({ parting }) => parting);
  const others = pairs.filter(({ parting, isAlike }) => !parting && !isAlike);
  const alike = pairs.filter(({ parting, isAlike }) => !parting && isAlike).slice(0, alikeShown);
  const chosen = new Set([...[...parted, ...others].slice(0, pairsShown), ...alike]);
  return pairs.filter((pair) => chosen.has(pair));
}

function pairLines(
  { name, level, edge, isAlike, parting }: Pair,
  labelWidth: number,
  scale: TimeScale,
  { glyphs }: View,
): readonly Line[] {
  const label = padEnd([span(shortenMiddle(name, labelWidth, glyphs.ellipsis))], labelWidth + 2);
  const variant = (word: string): Line => padEnd([span(word, "faint")], variantWidth);
  if (isAlike) return [[...label, ...variant("both"), ...level]];
  const lines: Line[] = [
    [...label, ...variant("level"), ...level],
    [blanks(labelWidth + 2), ...variant("edge"), ...edge],
  ];
  if (parting)
    lines.push(pointerLine(parting, labelWidth + 2 + variantWidth, scale, glyphs.pointer));
  return lines;
}

/** Points at the cell from which on the two lanes differ for good. */
function pointerLine(
  { t }: ComparedParting,
  indent: number,
  scale: TimeScale,
  pointer: string,
): Line {
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
