/** The whole run in a strip: each row as a line, and what was done to the node above them. */
import type { Picture } from "../picture.ts";
import { ticksOf } from "../time-window.ts";
import { type Drawing, xOf } from "./drawing.ts";

const stripTop = 4;

export function drawOverview(drawing: Drawing, { rows }: Picture, height: number): void {
  const { context, palette } = drawing;
  const room = height - stripTop - 3;
  const step = room / Math.max(1, rows.length);
  for (const [index, { spans, marks }] of rows.entries()) {
    const y = stripTop + index * step;
    const thick = Math.min(6, Math.max(1, step * 0.7));
    let painted = -1;
    for (const { fromMs, toMs, state } of spans) {
      const left = xOf(drawing, fromMs);
      const right = xOf(drawing, toMs);
      if (right - left < 1 && Math.floor(left) === painted) continue;
      painted = Math.floor(left);
      context.fillStyle = palette.state(state);
      const isThin = state === "pending" || state === "missing";
      context.fillRect(left, y, Math.max(1, right - left), isThin ? Math.min(1, thick) : thick);
    }
    context.fillStyle = palette.colour("bad");
    for (const { atMs, mark } of marks) {
      if (mark === "crash" || mark === "kill") {
        context.fillRect(xOf(drawing, atMs) - 0.5, y - 0.5, 1.5, thick + 1);
      }
    }
  }
}

/** The axis: round times, and a flag for all that was done to the node. */
export function drawRuler(drawing: Drawing, { deeds }: Picture, height: number): void {
  const { context, palette, window, width } = drawing;
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  context.textAlign = "left";
  for (const { atMs, text } of ticksOf(window, width / 90)) {
    const x = Math.round(xOf(drawing, atMs));
    context.fillStyle = palette.colour("line");
    context.fillRect(x, 3, 1, height - 3);
    context.fillStyle = palette.colour("faint");
    if (x + 24 < width) context.fillText(text, x + 4, 10);
  }
  context.fillStyle = palette.colour("accent");
  for (const { atMs } of deeds) {
    const x = Math.round(xOf(drawing, atMs));
    if (x < -8 || x > width + 8) continue;
    context.beginPath();
    context.moveTo(x, height);
    context.lineTo(x, height - 10);
    context.lineTo(x + 9, height - 7);
    context.lineTo(x + 1, height - 4);
    context.lineTo(x + 1, height);
    context.fill();
  }
}

/** Lines that carry the axis and what was done down through the rows. */
export function drawGrid(drawing: Drawing, { deeds, endMs }: Picture, height: number): void {
  const { context, palette, window, width } = drawing;
  context.fillStyle = palette.colour("faint-line");
  for (const { atMs } of ticksOf(window, width / 90)) {
    context.fillRect(Math.round(xOf(drawing, atMs)), 0, 1, height);
  }
  context.fillStyle = palette.colour("accent");
  context.globalAlpha = 0.35;
  for (const { atMs } of deeds) context.fillRect(Math.round(xOf(drawing, atMs)), 0, 1, height);
  context.globalAlpha = 1;
  if (window.toMs < endMs) return;
  context.fillStyle = palette.colour("raised");
  const end = xOf(drawing, endMs);
  context.fillRect(end, 0, width - end, height);
}
