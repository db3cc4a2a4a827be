/** Explains the signs of the lanes, those that are there and no others. */
import { type Glyphs, markRoles, stateRoles } from "./glyphs.ts";
import type { LaneMark, LaneState, TraceModel } from "./lane.ts";
import { type Line, lineWidth, span } from "./line.ts";
import type { View } from "./view.ts";

type Meanings = readonly (readonly [LaneState | LaneMark, string])[];

/** In the order of a container's life. */
const textbook: Meanings = [
  ["missing", "missing"],
  ["waiting", "back-off"],
  ["creating", "creating"],
  ["running", "running"],
  ["undeclared", "undeclared"],
  ["stopping", "stopping"],
  ["exited", "exited"],
  ["crash", "crash"],
  ["end", "completed"],
  ["stop", "stopped"],
  ["lost", "event lost"],
];

const kubernetes: Meanings = [
  ["pending", "waiting"],
  ["pulling", "pulling"],
  ["waiting", "back-off"],
  ["creating", "creating"],
  ["unready", "not ready"],
  ["running", "running"],
  ["undeclared", "undeclared"],
  ["hook", "hook"],
  ["stopping", "stopping"],
  ["exited", "exited"],
  ["probe", "probe fails"],
  ["term", "SIGTERM"],
  ["kill", "SIGKILL"],
  ["crash", "failed"],
  ["end", "completed"],
  ["stop", "stopped"],
  ["lost", "event lost"],
];

export function legendLines(
  lanes: readonly Line[],
  { columns, glyphs }: View,
  model: TraceModel = "textbook",
): readonly Line[] {
  const meanings = model === "textbook" ? textbook : kubernetes;
  const drawn = lanes.flatMap((line) => line.map(({ text }) => text)).join("");
  const items: Line[] = meanings
    .map(([word, meaning]) => ({ sign: signOf(word, glyphs), meaning }))
    .filter(({ sign }) => drawn.includes(sign.text))
    .map(({ sign, meaning }) => [sign, span(` ${meaning}`, "faint")]);
  if (/\d/.test(drawn))
    items.push([
      span("2-9", "failed"),
      span(model === "textbook" ? " so many crashes" : " so many failures", "faint"),
    ]);
  const lines: Line[] = [];
  for (const item of items) {
    const line = lines.at(-1);
    if (line && lineWidth(line) + 2 + lineWidth(item) <= columns) {
      lines[lines.length - 1] = [...line, span("  "), ...item];
    } else lines.push(item);
  }
  return lines;
}

function signOf(word: LaneState | LaneMark, glyphs: Glyphs) {
  return isMark(word)
    ? span(glyphs.marks[word], markRoles[word])
    : span(glyphs.states[word], stateRoles[word]);
}

function isMark(word: LaneState | LaneMark): word is LaneMark {
  return Object.hasOwn(markRoles, word);
}
