/** How far kubelets are from what is declared, a line for each; and where they part for good. */
import type { ApartStep } from "../divergence.ts";
import { type Pair, isForGood } from "../pair.ts";
import { toMs } from "../../trace/times.ts";
import { type Drawing, xOf } from "./drawing.ts";

/** Where they are alike, the one before is seen through the gaps of the next. */
const looks = [
  ["accent", []],
  ["bad", [7, 5]],
  ["warn", [2, 4]],
] as const;

/** Room above and below the lines. */
const top = 12;
const bottom = 5;

export function drawDivergence(
  drawing: Drawing,
  { divergence, runs: [{ endMs }] }: Pair,
  height: number,
): void {
  const { context, palette, width } = drawing;
  const most = Math.max(1, ...divergence.flat().map(({ apart }) => apart));
  const base = height - bottom;
  const yOf = (apart: number): number => base - (apart / most) * (base - top);
  context.fillStyle = palette.colour("line");
  context.fillRect(0, base, width, 1);
  context.fillStyle = palette.colour("faint");
  context.font = "11px system-ui, sans-serif";
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillText(`${most}`, 3, top);
  for (const [side, steps] of divergence.entries()) drawSteps(drawing, steps, endMs, yOf, side);
}

function drawSteps(
  drawing: Drawing,
  steps: readonly ApartStep[],
  endMs: number,
  yOf: (apart: number) => number,
  side: number,
): void {
  const [colour, dash] = looks[side] ?? looks[1];
  const { context, palette } = drawing;
  context.beginPath();
  context.moveTo(xOf(drawing, 0), yOf(0));
  let y = yOf(0);
  for (const { atMs, apart } of steps) {
    const x = xOf(drawing, atMs);
    context.lineTo(x, y);
    y = yOf(apart);
    context.lineTo(x, y);
  }
  context.lineTo(xOf(drawing, endMs), y);
  context.setLineDash([...dash]);
  context.lineWidth = 2;
  context.strokeStyle = palette.colour(colour);
  context.stroke();
  context.setLineDash([]);
}

/** A line through everything at each moment since which they differ for good. */
export function drawPartings(drawing: Drawing, { partings }: Pair, height: number): void {
  const { context, palette } = drawing;
  context.fillStyle = palette.colour("bad");
  for (const atMs of new Set(partings.filter(isForGood).map(({ t }) => toMs(t)))) {
    const x = Math.round(xOf(drawing, atMs));
    for (let y = 0; y < height; y += 7) context.fillRect(x, y, 1.5, 4);
  }
}
