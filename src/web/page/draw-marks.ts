/** The signs of a row: ends, signals, probes that fail, events that were lost. */
import type { LaneMark } from "../../trace/lane.ts";
import type { PictureMark, PictureRow } from "../picture.ts";
import { countUpTo } from "../search.ts";
import { type Drawing, xOf } from "./drawing.ts";
import type { ColourName } from "./palette.ts";

/** Two signs nearer than this become one. */
const apart = 13;

/** Where several stand for one, the worst is shown. */
const worstFirst: readonly LaneMark[] = ["kill", "crash", "lost", "end", "stop", "term", "probe"];

const signs: Readonly<Record<LaneMark, { readonly text: string; readonly colour: ColourName }>> = {
  crash: { text: "✗", colour: "bad" },
  kill: { text: "K", colour: "bad" },
  term: { text: "T", colour: "warn" },
  end: { text: "✓", colour: "good" },
  stop: { text: "×", colour: "soft" },
  lost: { text: "!", colour: "warn" },
  probe: { text: "▾", colour: "warn" },
};

export function drawMarks(
  drawing: Drawing,
  { marks }: PictureRow,
  top: number,
  height: number,
): void {
  const { window, context } = drawing;
  context.textAlign = "center";
  context.textBaseline = "middle";
  let index = countUpTo(marks.length, (at) => marks[at]?.atMs ?? 0, window.fromMs - 1);
  while (index < marks.length) {
    const first = marks[index];
    if (first === undefined || first.atMs > window.toMs) return;
    const x = xOf(drawing, first.atMs);
    const group: PictureMark[] = [];
    for (; index < marks.length; index++) {
      const mark = marks[index];
      if (mark === undefined || xOf(drawing, mark.atMs) - x >= apart) break;
      group.push(mark);
    }
    drawGroup(drawing, group, x, top, height);
  }
}

function drawGroup(
  drawing: Drawing,
  group: readonly PictureMark[],
  x: number,
  top: number,
  height: number,
): void {
  const worst = worstFirst.find((mark) => group.some((each) => each.mark === mark)) ?? "lost";
  const same = group.filter(({ mark }) => mark === worst).length;
  if (worst === "probe") return drawTriangle(drawing, x, top);
  drawSign(drawing, worst, x, top + height / 2);
  // That an end went unheard is another thing than the end, and happens at the same moment.
  if (worst !== "lost" && group.some(({ mark }) => mark === "lost")) {
    drawSign(drawing, "lost", x + apart, top + height / 2);
  }
  if (same === 1) return;
  const { context, palette } = drawing;
  context.font = "600 9px system-ui, sans-serif";
  context.fillStyle = palette.colour("ink");
  context.textAlign = "left";
  context.fillText(`${same}`, x + 7, top - 1);
  context.textAlign = "center";
}

/** A letter or a cross in a disc. */
export function drawSign(
  { context, palette }: Pick<Drawing, "context" | "palette">,
  mark: LaneMark,
  x: number,
  y: number,
): void {
  const { text, colour } = signs[mark];
  context.fillStyle = palette.colour("sheet");
  disc(context, x, y, 7.5);
  context.fillStyle = palette.colour(colour);
  disc(context, x, y, 6.2);
  context.fillStyle = palette.colour("sheet");
  context.font = "700 9.5px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, x, y + 0.5);
}

function disc(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

export function drawTriangle(
  { context, palette }: Pick<Drawing, "context" | "palette">,
  x: number,
  top: number,
): void {
  context.beginPath();
  context.moveTo(x - 5, top - 3);
  context.lineTo(x + 5, top - 3);
  context.lineTo(x, top + 5);
  context.closePath();
  context.fillStyle = palette.colour("warn");
  context.fill();
  context.strokeStyle = palette.colour("sheet");
  context.lineWidth = 1;
  context.stroke();
}
