import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { axisLines, cellAt, timeScale } from "../../src/trace/time-axis.ts";
import { formatTime } from "../../src/trace/times.ts";
import { textOf } from "./traces.ts";

const glyphs = { line: "-", tick: "+" };
const second = 1000;
const hour = 3600 * second;

describe("the scale", () => {
  it.each([
    [20 * second, 54, 500],
    [300 * second, 60, 5 * second],
    [hour, 66, 60 * second],
    [24 * hour, 40, hour],
    [365 * 24 * hour, 50, 336 * hour],
  ])("shows %i ms in %i cells as %i ms each", (endMs, width, cellMs) => {
    expect(timeScale(endMs, width).cellMs).toBe(cellMs);
  });

  it("never needs more cells than there are", () => {
    const spans = fc.integer({ min: 0, max: 10 * 365 * 24 * hour });
    fc.assert(
      fc.property(spans, fc.integer({ min: 8, max: 300 }), (endMs, width) => {
        const scale = timeScale(endMs, width);
        expect(scale.cells).toBeLessThanOrEqual(width);
        expect(scale.cells * scale.cellMs).toBeGreaterThanOrEqual(endMs);
        expect(cellAt(scale, endMs)).toBe(scale.cells - 1);
      }),
    );
  });
});

describe("the axis", () => {
  it("has round ticks, and one at a round end", () => {
    expect(textOf(axisLines(timeScale(20 * second, 54), glyphs, 54))).toBe(
      "0s        5s        10s       15s       20s\n+---------+---------+---------+---------+\n",
    );
  });

  it("leaves out a label that has no room", () => {
    expect(textOf(axisLines(timeScale(20 * second, 40), glyphs, 40))).toBe(
      "0s        5s        10s       15s\n+---------+---------+---------+---------\n",
    );
  });
});

it.each([
  [0, "0s"],
  [9300, "9.3s"],
  [90_000, "1m30s"],
  [hour, "1h"],
  [hour + 2, "1h0.002s"],
])("%i ms reads %s", (ms, expected) => {
  expect(formatTime(ms)).toBe(expected);
});
