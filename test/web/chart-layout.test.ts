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

it("regions that are side by side stand in lines, each with all that is in it", () => {
  const kubelet = machineTable.find(({ title }) => title === "Kubelet of Kubernetes");
  if (kubelet === undefined) throw new Error("there is no such machine");
  const { width, boxes, arrows } = layoutChart(statechartOf(kubelet.machine));
  const frames = boxes.filter(({ kind, path }) => kind === "frame" && /^[^.]+$/.test(path));
  expect(frames.length).toBe(5);
  expect(new Set(frames.map(({ y }) => y)).size).toBeGreaterThan(1);
  expect(width).toBeLessThan(frames.reduce((sum, frame) => sum + frame.width, 0));
  const isIn = (x: number, y: number, frame: ChartBox | undefined): boolean =>
    frame !== undefined &&
    x >= frame.x &&
    x <= frame.x + frame.width &&
    y >= frame.y &&
    y <= frame.y + frame.height;
  for (const { path, x, y } of boxes.filter(({ kind }) => kind !== "start")) {
    const own = frames.find((frame) => path.startsWith(frame.path));
    expect([path, isIn(x, y, own)]).toEqual([path, true]);
  }
  for (const { to, points } of arrows) {
    const own = frames.find((frame) => to.startsWith(frame.path));
    for (const { x, y } of points) expect([to, isIn(x, y, own)]).toEqual([to, true]);
  }
});

it("regions with an arrow from one to another stay where Dagre puts them", () => {
  const region = (target: string) => ({ initial: "on", states: { on: { on: { go: target } } } });
  const machine = createMachine({
    id: "crossing",
    type: "parallel",
    states: {
      a: { id: "a", ...region("#c") },
      b: { ...region("#a") },
      c: { id: "c", ...region("#a") },
    },
  });
  const { boxes, arrows } = layoutChart(statechartOf(machine));
  const frames = boxes.filter(({ kind }) => kind === "frame");
  expect(frames).toHaveLength(3);
  for (const [index, frame] of frames.entries()) {
    expect(frames.slice(index + 1).filter((other) => overlap(frame, other))).toEqual([]);
  }
  for (const { from, to, points } of arrows.filter(({ lines }) => lines.length > 0)) {
    const ends = [from, to].map((path) => boxes.find((box) => box.path === path));
    const [first, last] = [points[0], points.at(-1)];
    expect(isNear(first, ends[0])).toBe(true);
    expect(isNear(last, ends[1])).toBe(true);
  }
});

/** On its border, but for what a number loses. */
function isNear(point: { x: number; y: number } | undefined, box: ChartBox | undefined): boolean {
  if (point === undefined || box === undefined) return false;
  const isBeside = point.x < box.x - 1 || point.x > box.x + box.width + 1;
  return !isBeside && point.y >= box.y - 1 && point.y <= box.y + box.height + 1;
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
    const ofFrames = boxes.filter(({ kind }) => kind === "frame");
    expect(ofFrames.flatMap(({ lines }) => lines)).toEqual([]);
    for (const { lines, height } of boxes) {
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
