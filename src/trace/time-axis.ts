/** The scale of a timeline: how much time one cell stands for, and where the round ticks fall. */
import { type Line, span, textWidth } from "./line.ts";
import { formatTime } from "./times.ts";

export interface TimeScale {
  readonly endMs: number;
  readonly cellMs: number;
  readonly cells: number;
}

/** Spans of a cell that divide round ticks evenly: equal times are then equally long on screen. */
const cellSpansMs: readonly number[] = [
  [1, 2, 5, 10, 20, 50, 100, 200, 250, 500],
  [1, 2, 3, 5, 6, 10, 12, 15, 20, 30].map((s) => s * 1000),
  [1, 2, 3, 5, 6, 10, 12, 15, 20, 30].map((m) => m * 60_000),
  [1, 2, 3, 4, 6, 12, 24, 48, 96, 168, 336, 720, 1440, 2880, 8760].map((h) => h * 3_600_000),
].flat();

const tickSpansMs: readonly number[] = [
  [10, 20, 50, 100, 200, 500],
  [1, 2, 5, 10, 15, 30].map((s) => s * 1000),
  [1, 2, 5, 10, 15, 30].map((m) => m * 60_000),
  [1, 2, 3, 6, 12, 24, 48, 120, 240, 720, 2400, 8760, 87600].map((h) => h * 3_600_000),
].flat();

/** The finest round scale that shows all of `endMs` in at most `width` cells. */
export function timeScale(endMs: number, width: number): TimeScale {
  const end = Math.max(1, endMs);
  const cellMs = cellSpansMs.find((span_) => Math.ceil(end / span_) <= width) ?? end / width;
  return { endMs: end, cellMs, cells: Math.ceil(end / cellMs) };
}

/** The cell of a moment; the end belongs to the last one. */
export function cellAt({ cellMs, cells }: TimeScale, ms: number): number {
  return Math.max(0, Math.min(cells - 1, Math.floor(ms / cellMs)));
}

const ticksApart = 8;

export interface AxisGlyphs {
  readonly line: string;
  readonly tick: string;
}

/** Two lines: the times, and the rule under them. `room` is what the end's label may use. */
export function axisLines(
  scale: TimeScale,
  glyphs: AxisGlyphs,
  room: number,
): readonly [Line, Line] {
  const { endMs, cellMs, cells } = scale;
  const tickMs = tickSpansMs.find((ms) => isRound(ms, cellMs)) ?? endMs;
  const rule = Array.from({ length: cells }, () => glyphs.line);
  let labels = "";
  for (let ms = 0; ms <= endMs; ms += tickMs) {
    const cell = Math.round(ms / cellMs);
    const label = formatTime(ms);
    if (cell + textWidth(label) > room) break;
    rule[cell] = glyphs.tick;
    labels = labels.padEnd(cell) + label;
  }
  return [[span(labels, "faint")], [span(rule.join(""), "faint")]];
}

function isRound(tickMs: number, cellMs: number): boolean {
  return tickMs % cellMs === 0 && tickMs / cellMs >= ticksApart;
}
