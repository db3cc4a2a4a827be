/**
 * Every interleaving of what the world does, of events that are lost and of rounds: from each state
 * that can be reached the level-triggered kubelet gets back by itself, the edge-triggered does not.
 */
import { describe, expect, it } from "vitest";
import { cases, exploreCase } from "./cases.ts";
import { type State, after, agrees, nothing } from "./textbook-world.ts";

/** The round that sees a crash, and the longest wait: 1, 2, 4, 8, 8 … ticks. */
const k = 9;

describe.each(cases)("$title", (one) => {
  const level = exploreCase(one, "level");
  const edge = exploreCase(one, "edge");

  it("level is back within k rounds, whatever happened before", () => {
    expect(level.never).toBe(0);
    expect(level.slowest).toBeLessThanOrEqual(k);
  });

  it("edge can get into states that it never leaves by itself", () => {
    expect(edge.never).toBeGreaterThan(0);
    expect(edge.shortest).toMatchObject([{ lost: true }]);
  });

  it("is visited as far as it says", () => {
    expect({ level: level.states, edge: edge.states }).toEqual(one.states);
    expect(level.isComplete || level.depth === one.depth.level).toBe(true);
  });
});

describe("one pod and one container", () => {
  const [one] = cases;

  it("is visited as a whole, and k is reached", () => {
    if (one === undefined) throw new Error("there is a first case");
    const level = exploreCase(one, "level");
    expect([level.isComplete, level.slowest]).toEqual([true, k]);
    expect(exploreCase(one, "edge").isComplete).toBe(true);
  });
});

describe("the world in the small", () => {
  const pods = { web: ["app"] };
  const app = { pod: "web", name: "app", age: 1, isRunning: true };
  const running: State = { ...nothing, declared: ["web"], containers: [app], view: [app] };

  it("does what the simulated one does: a lost exit is seen in a list, and nowhere else", () => {
    const kill = { move: "kill", container: app, lost: true } as const;
    const level = after({ ...running, view: [] }, kill, "level", pods);
    const seen = after(level, { move: "period" }, "level", pods);
    expect(seen.containers).toEqual([]);
    expect(seen.waits).toEqual([{ pod: "web", name: "app", restarts: 1, periods: 1 }]);
    const again = after(seen, { move: "period" }, "level", pods);
    expect([again.containers, agrees(again, pods)]).toEqual([[app], true]);
    const edge = after(running, kill, "edge", pods);
    expect(after(edge, { move: "period" }, "edge", pods)).toEqual(edge);
    expect(agrees(edge, pods)).toBe(false);
  });

  it("an exit that is heard of is waited for and made good", () => {
    const kill = { move: "kill", container: app, lost: false } as const;
    const heard = after(running, kill, "edge", pods);
    expect(heard.containers).toEqual([]);
    expect(after(heard, { move: "period" }, "edge", pods).containers).toEqual([app]);
  });

  it("a container too many is removed by a round, and by edge if it was heard of", () => {
    const stray = { move: "stray", pod: "web", name: "app" } as const;
    const two = after(running, { ...stray, lost: true }, "level", pods);
    expect(two.containers).toHaveLength(2);
    expect(after(two, { move: "period" }, "level", pods).containers).toEqual([app]);
    expect(after(running, { ...stray, lost: false }, "edge", pods).containers).toEqual([app]);
    expect(after(running, { ...stray, lost: true }, "edge", pods).containers).toHaveLength(2);
  });
});
