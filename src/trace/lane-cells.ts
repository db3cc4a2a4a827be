/** Draws a lane cell by cell: what filled most of its time, or the mark that fell into it. */
import { type Glyphs, markRoles, stateRoles } from "./glyphs.ts";
import type { Lane, LaneMark, LaneSpan, Uptime } from "./lane.ts";
import { type Line, type Role, type Span, span } from "./line.ts";
import { type TimeScale, cellAt } from "./time-axis.ts";

interface Cell {
  readonly text: string;
  readonly role: Role;
}

export function laneLine(lane: Lane, scale: TimeScale, glyphs: Glyphs): Line {
  const cells: Cell[] = majority(lane.spans, scale, "absent").map((state) => ({
    text: glyphs.states[state],
    role: stateRoles[state],
  }));
  for (const [cell, marks] of marksByCell(lane, scale)) {
    const crashes = marks.filter((mark) => mark === "crash" || mark === "end").length;
    const mark = markOrder.find((candidate) => marks.includes(candidate)) ?? "lost";
    const text = crashes > 1 ? String(Math.min(crashes, 9)) : glyphs.marks[mark];
    cells[cell] = { text, role: markRoles[mark] };
  }
  return joined(cells);
}

export function uptimeLine(uptime: Uptime, scale: TimeScale, glyphs: Glyphs): Line {
  const states = majority(uptime, scale, "down");
  return joined(
    states.map((state) => ({
      text: glyphs.link[state],
      role: state === "up" ? "link" : "missing",
    })),
  );
}

/** Where several fall into one cell, the worst is shown. */
const markOrder: readonly LaneMark[] = ["kill", "crash", "lost", "end", "stop", "term", "probe"];

function marksByCell({ marks }: Lane, scale: TimeScale): ReadonlyMap<number, LaneMark[]> {
  const byCell = new Map<number, LaneMark[]>();
  for (const { atMs, mark } of marks) {
    const cell = cellAt(scale, atMs);
    const others = byCell.get(cell);
    if (others) others.push(mark);
    else byCell.set(cell, [mark]);
  }
  return byCell;
}

/** The state that each cell was in for the longest time; of two equally long ones the later. */
function majority<State>(
  spans: readonly LaneSpan<State>[],
  { cells, cellMs, endMs }: TimeScale,
  otherwise: State,
): readonly State[] {
  const states: State[] = [];
  let next = 0;
  for (let cell = 0; cell < cells; cell++) {
    const fromMs = cell * cellMs;
    const toMs = Math.min(endMs, fromMs + cellMs);
    while (next < spans.length && (spans[next]?.toMs ?? 0) <= fromMs) next++;
    const times = new Map<State, number>();
    let covered = 0;
    for (let at = next; at < spans.length; at++) {
      const current = spans[at];
      if (current === undefined || current.fromMs >= toMs) break;
      const ms = Math.min(toMs, current.toMs) - Math.max(fromMs, current.fromMs);
      times.set(current.state, (times.get(current.state) ?? 0) + ms);
      covered += ms;
    }
    let best = otherwise;
    let bestMs = toMs - fromMs - covered;
    for (const [state, ms] of times) if (ms >= bestMs) [best, bestMs] = [state, ms];
    states.push(best);
  }
  return states;
}

/** Neighbours of one role become one span: fewer colour codes, the same picture. */
function joined(cells: readonly Cell[]): Line {
  const line: Span[] = [];
  for (const { text, role } of cells) {
    const last = line.at(-1);
    if (last?.role === role) line[line.length - 1] = span(last.text + text, role);
    else line.push(span(text, role));
  }
  return line;
}
