/**
 * The signs of a timeline. A state's height is its life: low is Exited, middle is Creating, high is
 * Running; so that nothing hangs on colour. One that runs and is not ready stands in between.
 */
import type { AxisGlyphs } from "./time-axis.ts";
import type { LaneMark, LaneState } from "./lane.ts";
import type { Role } from "./line.ts";

export interface Glyphs {
  readonly states: Readonly<Record<LaneState, string>>;
  readonly marks: Readonly<Record<LaneMark, string>>;
  readonly link: { readonly up: string; readonly down: string };
  readonly axis: AxisGlyphs;
  readonly restarts: string;
  readonly ellipsis: string;
  readonly divider: string;
  readonly yes: string;
  readonly no: string;
  readonly none: string;
  readonly dot: string;
  readonly bullet: string;
  readonly pointer: string;
}

export const unicodeGlyphs: Glyphs = {
  states: {
    absent: " ",
    missing: "·",
    waiting: "~",
    creating: "▃",
    running: "▇",
    exited: "▁",
    completed: "▁",
    undeclared: "░",
    stopping: "▒",
    pending: "·",
    pulling: "»",
    unready: "▅",
    hook: "▚",
  },
  marks: { crash: "✗", end: "✓", stop: "×", lost: "!", term: "T", kill: "K", probe: "▾" },
  link: { up: "━", down: "╌" },
  axis: { line: "─", tick: "┬" },
  restarts: "↻",
  ellipsis: "…",
  divider: "│",
  yes: "✓",
  no: "✗",
  none: "—",
  dot: " · ",
  bullet: "•",
  pointer: "▲",
};

/** For terminals that say they have no Unicode. */
export const asciiGlyphs: Glyphs = {
  states: {
    absent: " ",
    missing: ".",
    waiting: "~",
    creating: "-",
    running: "#",
    exited: "_",
    completed: "_",
    undeclared: "%",
    stopping: "=",
    pending: ".",
    pulling: ">",
    unready: "+",
    hook: "h",
  },
  marks: { crash: "X", end: "o", stop: "x", lost: "!", term: "T", kill: "K", probe: "v" },
  link: { up: "=", down: "." },
  axis: { line: "-", tick: "+" },
  restarts: "r",
  ellipsis: "..",
  divider: "|",
  yes: "ok",
  no: "X",
  none: "-",
  dot: ", ",
  bullet: "*",
  pointer: "^",
};

export const stateRoles: Readonly<Record<LaneState, Role>> = {
  absent: "faint",
  missing: "missing",
  waiting: "missing",
  creating: "creating",
  running: "running",
  exited: "failed",
  completed: "faint",
  undeclared: "undeclared",
  stopping: "undeclared",
  pending: "missing",
  pulling: "creating",
  unready: "creating",
  hook: "link",
};

export const markRoles: Readonly<Record<LaneMark, Role>> = {
  crash: "failed",
  end: "good",
  stop: "faint",
  lost: "warning",
  term: "undeclared",
  kill: "failed",
  probe: "warning",
};
