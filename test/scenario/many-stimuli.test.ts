/** Thousands of stimuli: followed once each, and none of them by recursion. */
import { describe, expect, it } from "vitest";
import { originOf } from "../../src/scenario/stimulus-times.ts";
import { Moments } from "../../src/scenario/moments.ts";
import type { Reference } from "../../src/scenario/reference.ts";
import type { Stimulus } from "../../src/scenario/scenario.ts";

const count = 20_000;

/** A chain from last to first, in which every read of a moment is counted. */
function chain(ofFirst: Reference) {
  const reads = { count: 0 };
  const stimuli = Array.from({ length: count }, (_, index) => {
    const at = index === 0 ? ofFirst : after(`s${index - 1}`);
    const stimulus = { id: `s${index}` };
    Object.defineProperty(stimulus, "at", { get: () => (reads.count++, at), enumerable: true });
    return stimulus as unknown as Stimulus;
  });
  return { reads, stimuli };
}

function after(id: string, offsetMs = 1): Reference {
  return { kind: "stimulus", id, offsetMs };
}

describe("thousands of stimuli", () => {
  it("adds up the offsets of a chain, from either end", () => {
    for (const order of ["first", "last"]) {
      const { reads, stimuli } = chain({ kind: "t0", offsetMs: 5 });
      const ids = stimuli.map((_, index) => index);
      for (const index of order === "first" ? ids : ids.toReversed()) {
        const expected = { kind: "t0", offsetMs: 5 + index };
        expect(originOf(after(`s${index}`, 0), stimuli)).toEqual(expected);
      }
      expect(reads.count).toBeLessThanOrEqual(2 * count);
    }
  });

  it("finds no origin in a loop, nor after one, nor where an id is unknown", () => {
    for (const first of [`s${count - 1}`, "s0", `s${count / 2}`, "nobody"]) {
      const { reads, stimuli } = chain(after(first));
      for (let index = 0; index < count; index++) {
        expect(originOf(after(`s${index}`), stimuli)).toBeUndefined();
      }
      expect(reads.count).toBeLessThanOrEqual(2 * count);
    }
  });

  it("tells each that waits for one moment once, in their order", () => {
    const moments = new Moments();
    const reached: number[] = [];
    for (let index = 0; index < count; index++) {
      moments.watch(
        { kind: "run", run: { container: "app", run: 1 }, moment: "start", offsetMs: 0 },
        () => reached.push(index),
      );
    }
    const fact = { type: "container", id: "1", pod: "web", container: "app", run: 1 };
    for (const to of ["Creating", "Running", "Running"]) moments.see({ ...fact, to } as never);
    expect(reached).toEqual(Array.from({ length: count }, (_, index) => index));
  });
});
