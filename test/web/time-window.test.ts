import { describe, expect, it } from "vitest";
import { panned, revealed, ticksOf, wholeRun, zoomed } from "../../src/web/time-window.ts";

const endMs = 100_000;

describe("what is in sight", () => {
  it("is the whole run with a little room, at first", () => {
    expect(wholeRun(endMs)).toEqual({ fromMs: 0, toMs: 101_000 });
    expect(wholeRun(0).toMs).toBeGreaterThan(0);
  });

  it("grows nearer around a moment, and comes back", () => {
    const near = zoomed(wholeRun(endMs), 2, 50_500, endMs);
    expect(near).toEqual({ fromMs: 25_250, toMs: 75_750 });
    expect(zoomed(near, 1 / 2, 50_500, endMs)).toEqual(wholeRun(endMs));
    expect(zoomed(near, 1 / 100, 50_500, endMs)).toEqual(wholeRun(endMs));
  });

  it("is never shorter than 50 ms", () => {
    const { fromMs, toMs } = zoomed(wholeRun(endMs), 1e9, 10_000, endMs);
    expect(toMs - fromMs).toBe(50);
    expect(fromMs).toBeLessThanOrEqual(10_000);
  });

  it("moves no further than the run", () => {
    const near = { fromMs: 10_000, toMs: 20_000 };
    expect(panned(near, 5_000, endMs)).toEqual({ fromMs: 15_000, toMs: 25_000 });
    expect(panned(near, -50_000, endMs)).toEqual({ fromMs: 0, toMs: 10_000 });
    expect(panned(near, 500_000, endMs)).toEqual({ fromMs: 91_000, toMs: 101_000 });
  });

  it("follows a moment that would be out of sight", () => {
    const near = { fromMs: 10_000, toMs: 20_000 };
    expect(revealed(near, 12_000, endMs)).toBe(near);
    expect(revealed(near, 50_000, endMs)).toEqual({ fromMs: 45_000, toMs: 55_000 });
  });
});

it.each([
  [{ fromMs: 0, toMs: 100_000 }, 5, "0s 30s 1m 1m30s"],
  [{ fromMs: 0, toMs: 3_636_000 }, 12, "0s 10m 20m 30m 40m 50m 1h"],
  [{ fromMs: 990, toMs: 1040 }, 6, "0.99s 1s 1.01s 1.02s 1.03s 1.04s"],
  [{ fromMs: 0, toMs: 20 * 86_400_000 }, 5, "0s 96h 192h 288h 384h 480h"],
])("the axis of %o has round times, %i at most", (window, most, texts) => {
  const found = ticksOf(window, most).map(({ text }) => text);
  expect(found.join(" ")).toBe(texts);
});
