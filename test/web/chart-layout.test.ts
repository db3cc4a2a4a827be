/** The picture of each machine: all states in it, apart from each other, in their frames. */
import { describe, expect, it } from "vitest";
import { createMachine } from "xstate";
import { type ChartBox, layoutChart, lineHeight } from "../../src/web/machines/chart-layout.ts";
import { machineTable } from "../../src/web/machines/machine-table.ts";
import { type ChartState, statechartOf } from "../../src/web/machines/statechart.ts";

function statesOf(state: ChartState): readonly ChartState[] {
  return state.children.flatMap((child) => [child, ...statesOf(child)]);
}

function overlap(a: ChartBox, b: ChartBox): boolean {
  const beside = a.x + a.width <= b.x || b.x + b.width <= a.x;
  return !beside && !(a.y + a.height <= b.y || b.y + b.height <= a.y);
}

describe.each(machineTable)("$title", ({ machine }) => {
  const chart = statechartOf(machine);
  const picture = layoutChart(chart);
  const boxes = picture.boxes.filter(({ kind }) => kind !== "start");

  it("has every state, and an arrow for each way from one to another", () => {
    const states = statesOf(chart);
    expect(boxes.map(({ path }) => path).toSorted()).toEqual(
      states.map(({ path }) => path).toSorted(),
    );
    const ways = states.flatMap(({ path, arrows }) =>
      [...new Set(arrows.flatMap(({ target }) => target ?? []))].map((to) => `${path}>${to}`),
    );
    expect(picture.arrows.filter(({ lines }) => lines.length > 0)).toHaveLength(ways.length);
  });

  it("has room for what happens in each state, and a list of the rest", () => {
    for (const { kind, lines, height } of boxes) {
      if (kind === "frame") expect(lines).toEqual([]);
      expect(height).toBeGreaterThanOrEqual(20 + lines.length * lineHeight);
    }
    const frames = [chart, ...statesOf(chart)].filter(({ children }) => children.length > 0);
    const rest = frames.flatMap(({ path, entry, exit, invokes, arrows }) => [
      ...[entry, exit].filter((names) => names.length > 0),
      ...invokes,
      ...arrows.filter(({ target }) => path === "" || target === undefined),
    ]);
    expect(picture.everywhere).toHaveLength(rest.length);
  });

  it("has no two states in one place, and all of them in the picture", () => {
    const own = boxes.filter(({ kind }) => kind !== "frame");
    const met = own.flatMap((a, index) =>
      own.slice(index + 1).flatMap((b) => (overlap(a, b) ? [`${a.path} ${b.path}`] : [])),
    );
    expect(met).toEqual([]);
    for (const { x, y, width, height } of boxes) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(picture.width);
      expect(y + height).toBeLessThanOrEqual(picture.height);
    }
  });
});

describe("machines of other programs", () => {
  it("lead to themselves, from within and from everywhere", () => {
    const picture = layoutChart(
      statechartOf(
        createMachine({
          id: "m",
          initial: "a",
          on: { reset: "#m" },
          states: { a: { on: { again: "#m", back: "#h" } }, h: { id: "h", type: "history" } },
        }),
      ),
    );
    expect(picture.arrows.map(({ from, to, lines }) => [from, to, ...lines].join(" "))).toEqual([
      "\0start a",
      "a a again",
      "a h back",
    ]);
    expect(picture.everywhere).toEqual(["reset"]);
  });

  it("have no states at all", () => {
    const { boxes, everywhere } = layoutChart(statechartOf(createMachine({ on: { ping: {} } })));
    expect(boxes).toEqual([]);
    expect(everywhere).toEqual(["ping"]);
  });
});
