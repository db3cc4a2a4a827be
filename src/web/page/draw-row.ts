/**
 * Draws one row of the timeline: its states as bars whose height is their life, its signs above
 * them, its probes below. What would fall on one pixel is drawn once.
 */
import { type PictureRow, type RowState, firstSpan } from "../picture.ts";
import { countUpTo } from "../search.ts";
import { drawMarks } from "./draw-marks.ts";
import { type Drawing, xOf } from "./drawing.ts";

export const rowHeight = 26;

/** Where the bars stand, from the top of the row. */
const barTop = 4;
const barHeight = 15;

type Fill = "solid" | "hatched" | "dashed" | "line";

const looks: Readonly<Record<RowState, { readonly height: number; readonly fill: Fill }>> = {
  running: { height: 1, fill: "solid" },
  unready: { height: 0.74, fill: "hatched" },
  creating: { height: 0.5, fill: "solid" },
  pulling: { height: 0.5, fill: "hatched" },
  hook: { height: 1, fill: "hatched" },
  stopping: { height: 1, fill: "hatched" },
  undeclared: { height: 1, fill: "hatched" },
  waiting: { height: 0.3, fill: "dashed" },
  exited: { height: 0.16, fill: "solid" },
  completed: { height: 0.16, fill: "solid" },
  pending: { height: 0.1, fill: "dashed" },
  missing: { height: 0.1, fill: "dashed" },
  absent: { height: 0, fill: "line" },
  up: { height: 0.3, fill: "solid" },
  down: { height: 0.1, fill: "dashed" },
};

export function drawRow(drawing: Drawing, row: PictureRow, top: number): void {
  drawSpans(drawing, row, top);
  drawProbes(drawing, row, top);
  drawMarks(drawing, row, top + barTop, barHeight);
}

function drawSpans(drawing: Drawing, { spans }: PictureRow, top: number): void {
  const { window, width } = drawing;
  let painted = -1;
  for (let index = firstSpan(spans, window.fromMs); index < spans.length; index++) {
    const span = spans[index];
    if (span === undefined || span.fromMs > window.toMs) return;
    const left = Math.max(0, xOf(drawing, span.fromMs));
    const right = Math.min(width, xOf(drawing, span.toMs));
    if (right - left < 1 && Math.floor(left) === painted) continue;
    painted = Math.floor(left);
    drawBar(drawing, span.state, left, Math.max(1, right - left), top + barTop + barHeight);
  }
}

/** `bottom`: where all bars stand, high or low. */
export function drawBar(
  { context, palette }: Pick<Drawing, "context" | "palette">,
  state: RowState,
  left: number,
  width: number,
  bottom: number,
): void {
  const { height, fill } = looks[state];
  const high = Math.max(fill === "line" ? 0 : 1.5, height * barHeight);
  if (fill === "dashed")
    return drawDashes(context, palette.state(state), left, width, bottom, high);
  context.fillStyle =
    fill === "hatched" && width > 2 ? palette.hatched(context, state) : palette.state(state);
  // A hair of the ground between two neighbours keeps them apart.
  const gap = width > 4 ? 0.5 : 0;
  context.fillRect(left, bottom - high, width - gap, high);
  if (fill !== "hatched" || width <= 6) return;
  context.strokeStyle = palette.state(state);
  context.lineWidth = 1;
  context.strokeRect(left + 0.5, bottom - high + 0.5, width - gap - 1, high - 1);
}

function drawDashes(
  context: CanvasRenderingContext2D,
  colour: string,
  left: number,
  width: number,
  bottom: number,
  high: number,
): void {
  context.fillStyle = colour;
  if (width < 6) return context.fillRect(left, bottom - high, width, high);
  const [dash, gap] = high > 2 ? [5, 4] : [2, 5];
  for (let x = 0; x < width; x += dash + gap) {
    context.fillRect(left + x, bottom - high, Math.min(dash, width - x), high);
  }
}

/** A passed one is a short tick, a failed one a longer and wider one. */
function drawProbes(drawing: Drawing, { probes }: PictureRow, top: number): void {
  const { context, palette, window } = drawing;
  const first = countUpTo(probes.length, (at) => probes[at]?.atMs ?? 0, window.fromMs - 1);
  let painted = -1;
  let failed = -1;
  for (let index = first; index < probes.length; index++) {
    const probe = probes[index];
    if (probe === undefined || probe.atMs > window.toMs) return;
    const x = Math.round(xOf(drawing, probe.atMs));
    if (probe.isSuccess ? x === painted : x === failed) continue;
    if (probe.isSuccess) painted = x;
    else failed = x;
    context.fillStyle = palette.colour(probe.isSuccess ? "good" : "bad");
    if (probe.isSuccess) context.fillRect(x, top + 21, 1, 3);
    else context.fillRect(x - 1, top + 20, 2, 5);
  }
}
