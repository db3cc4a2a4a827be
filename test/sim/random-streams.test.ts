/** Chance from a seed: the same numbers for ever, and streams that do not shift each other. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type RandomStream, RandomStreams } from "../../src/sim/random-streams.ts";

function floats(stream: RandomStream, count: number): number[] {
  return Array.from({ length: count }, () => stream.float());
}

const seeds = fc.maxSafeInteger();
const names = fc.string();

describe("random streams", () => {
  it("give these numbers for seed 42, on any machine and in any version", () => {
    // A change here changes every trace there is: it needs a new major version, not a new literal.
    const streams = new RandomStreams(42);
    const jitter = streams.stream("probe-jitter");
    expect(floats(jitter, 3)).toEqual([
      0.6657666007965954, 0.09565286103302828, 0.044864464934141424,
    ]);
    expect(Array.from({ length: 8 }, () => jitter.integer(1, 6))).toEqual([6, 2, 3, 1, 1, 3, 1, 3]);
    expect(floats(streams.stream("relist"), 3)).toEqual([
      0.6061463107144549, 0.03542251883928582, 0.8784467715801078,
    ]);
    expect(new RandomStreams(43).stream("relist").float()).toBe(0.9172425255233713);
  });

  it("go on where they were when they are asked for again", () => {
    const streams = new RandomStreams(1);
    const first = streams.stream("a");
    const drawn = [first.float(), streams.stream("a").float()];
    expect(drawn).toEqual(floats(new RandomStreams(1).stream("a"), 2));
  });

  it("are not shifted by a new stream, whenever it draws", () => {
    fc.assert(
      fc.property(seeds, names, names, fc.array(fc.boolean()), (seed, name, other, turns) => {
        fc.pre(name !== other);
        const streams = new RandomStreams(seed);
        const drawn: number[] = [];
        for (const isOther of turns) {
          if (isOther) streams.stream(other).float();
          else drawn.push(streams.stream(name).float());
        }
        expect(drawn).toEqual(floats(new RandomStreams(seed).stream(name), drawn.length));
      }),
    );
  });

  it("differ by seed and by name", () => {
    const first = (seed: number, name: string): string =>
      floats(new RandomStreams(seed).stream(name), 2).join();
    const drawn = [1, 2, -1, 1e15].flatMap((seed) => ["a", "b", ""].map((n) => first(seed, n)));
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  it("stay within the bounds, both included", () => {
    const bounds = fc.tuple(fc.integer(), fc.nat(1e9));
    fc.assert(
      fc.property(seeds, bounds, (seed, [min, span]) => {
        const stream = new RandomStreams(seed).stream("a");
        const drawn = stream.integer(min, min + span);
        expect(Number.isInteger(drawn) && drawn >= min && drawn <= min + span).toBe(true);
        const float = stream.float();
        expect(float >= 0 && float < 1).toBe(true);
      }),
    );
    const dice = new RandomStreams(7).stream("dice");
    const seen = new Set(Array.from({ length: 200 }, () => dice.integer(1, 6)));
    expect([...seen].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(dice.integer(3, 3)).toBe(3);
  });

  it.each([Number.NaN, 0.5, Infinity, 2 ** 53])("refuse %d as a seed", (seed) => {
    expect(() => new RandomStreams(seed)).toThrow(`a seed must be a whole number, got ${seed}`);
  });
});
