/** The colours of the style sheet, for what is drawn on a canvas; and the hatching of states. */
import type { RowState } from "../picture.ts";

const stateColours = {
  running: "running",
  unready: "unready",
  creating: "creating",
  pulling: "pulling",
  hook: "hook",
  stopping: "stopping",
  undeclared: "undeclared",
  waiting: "waiting",
  exited: "exited",
  completed: "completed",
  pending: "pending",
  missing: "pending",
  absent: "pending",
  up: "running",
  down: "exited",
} as const satisfies Record<RowState, string>;

const names = ["sheet", "raised", "line", "faint-line", "ink", "soft", "faint", "accent"] as const;
const signs = ["good", "bad", "warn"] as const;

export type ColourName = (typeof names)[number] | (typeof signs)[number];

export interface Palette {
  readonly colour: (name: ColourName) => string;
  readonly state: (state: RowState) => string;
  readonly hatched: (context: CanvasRenderingContext2D, state: RowState) => CanvasPattern | string;
}

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const values = new Map<string, string>();
  const read = (name: string): string => {
    const known = values.get(name) ?? style.getPropertyValue(`--${name}`).trim();
    values.set(name, known);
    return known;
  };
  const patterns = new Map<RowState, CanvasPattern>();
  const state = (name: RowState): string => read(`state-${stateColours[name]}`);
  return {
    colour: read,
    state,
    hatched: (context, name) => {
      const known = patterns.get(name) ?? hatching(context, state(name));
      if (known === null) return state(name);
      patterns.set(name, known);
      return known;
    },
  };
}

const tile = 6;

/** Slanted lines on a paler ground of one colour. */
function hatching(context: CanvasRenderingContext2D, colour: string): CanvasPattern | null {
  const ratio = Math.max(1, Math.round(devicePixelRatio));
  const size = tile * ratio;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [size, size];
  const pen = canvas.getContext("2d");
  if (pen === null) return null;
  pen.fillStyle = colour;
  pen.globalAlpha = 0.3;
  pen.fillRect(0, 0, size, size);
  pen.globalAlpha = 1;
  pen.strokeStyle = colour;
  pen.lineWidth = 1.8 * ratio;
  pen.beginPath();
  for (const shift of [-size, 0, size]) {
    pen.moveTo(shift, size);
    pen.lineTo(shift + size, 0);
  }
  pen.stroke();
  const pattern = context.createPattern(canvas, "repeat");
  pattern?.setTransform(new DOMMatrix().scale(1 / ratio));
  return pattern;
}
