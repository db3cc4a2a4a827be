import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDuration, parseDuration, secondsToMs } from "../../src/scenario/duration.ts";

/** Models: go time.ParseDuration (format.go), without a sign. */
describe("a duration text", () => {
  it.each([
    ["0", 0],
    ["0s", 0],
    ["10s", 10_000],
    ["1m30s", 90_000],
    ["500ms", 500],
    ["1.5h", 5_400_000],
    [".5s", 500],
    ["1.s", 1_000],
    ["1h1h", 7_200_000],
    ["1h0m0.25s", 3_600_250],
    ["1us", 0],
    ["499us", 0],
    ["500us", 1],
    ["500µs", 1],
    ["500μs", 1],
    ["499999ns", 0],
    // As a sum of floats it would be 1000.4999… and be rounded down.
    ["1.0005s", 1_001],
    ["0.3s", 300],
    ["2562047h47m16.854775807s", 9_223_372_036_855],
  ])("%s is %d ms", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each([
    ["", "nothing"],
    ["10", "no unit"],
    ["s", "no number"],
    [".s", "no digit"],
    ["-1s", "a sign"],
    ["+1s", "a sign"],
    ["1 s", "a space"],
    [" 1s", "a space"],
    ["1s\n", "a line end"],
    ["1d", "no unit of Go"],
    ["1S", "a unit in capitals"],
    ["1e3s", "an exponent"],
    ["2562047h47m16.854775808s", "more than Go holds"],
  ])("%j is none: %s", (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});

describe("a number of seconds", () => {
  it.each([
    [0, 0],
    [20, 20_000],
    [0.2, 200],
    [0.29, 290],
    [1.0005, 1_001],
    [1e-9, 0],
  ])("%d is %d ms", (seconds, ms) => {
    expect(secondsToMs(seconds)).toBe(ms);
  });

  it.each([-1, -0.001, Number.NaN, Number.POSITIVE_INFINITY, 1e12, 1e30])(
    "%d is none",
    (seconds) => {
      expect(secondsToMs(seconds)).toBeUndefined();
    },
  );
});

describe("properties", () => {
  it("reads back what it writes", () => {
    fc.assert(
      fc.property(fc.nat({ max: 9_223_372_036_854 }), (ms) => {
        expect(parseDuration(formatDuration(ms))).toBe(ms);
      }),
    );
  });

  it("gives whole milliseconds or nothing for any text", () => {
    const unit = fc.constantFrom("ns", "us", "ms", "s", "m", "h", "d", "");
    const part = fc.tuple(fc.double({ min: 0, noNaN: true, max: 1e6 }), unit);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((all) => all.flat().join("")),
        ),
        (text) => {
          const ms = parseDuration(text);
          expect(ms === undefined || (Number.isSafeInteger(ms) && ms >= 0)).toBe(true);
        },
      ),
    );
  });
});
