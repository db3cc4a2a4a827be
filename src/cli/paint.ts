/** The colours of a terminal; which of them is chosen at all is decided elsewhere. */
import picocolors from "picocolors";
import type { Paint, Role } from "../trace/line.ts";

const colours = picocolors.createColors(true);

const looks: Readonly<Record<Role, (text: string) => string>> = {
  title: colours.bold,
  faint: colours.dim,
  running: colours.green,
  creating: colours.yellow,
  failed: colours.red,
  missing: colours.yellow,
  undeclared: colours.magenta,
  link: colours.cyan,
  good: colours.green,
  bad: colours.red,
  warning: colours.yellow,
};

export const terminalPaint: Paint = (text, role) => looks[role](text);
