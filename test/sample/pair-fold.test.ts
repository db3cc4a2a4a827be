/** What becomes of a milestone between two inputs, by the times that it has with each seed. */
import { describe, expect, it } from "vitest";
import { type Change, PairFold } from "../../src/sample/diff/pair-fold.ts";
import type { Milestone } from "../../src/sample/milestone.ts";

/** One entry a seed: when it happens there, or never. */
type Times = readonly (number | undefined)[];

function run(t: number | undefined, exitCode?: number): readonly Milestone[] {
  const detail = exitCode === undefined ? {} : { detail: { exitCode } };
  return t === undefined ? [] : [{ key: "web/app#1.exit", kind: "exit", t, ...detail }];
}

function rowOf(a: Times, b: Times, codes: readonly [number, number] = [1, 1]) {
  const fold = new PairFold();
  a.forEach((t, seed) => fold.take(run(t, codes[0]), run(b[seed], codes[1])));
  return fold.rows()[0];
}

describe("a milestone of two inputs", () => {
  it.each<[Change, Times, Times]>([
    ["same", [1, 2], [1, 2]],
    ["later", [1, 2], [1.5, 4]],
    ["earlier", [1, 2], [0.999, 1]],
    ["by chance", [1, 2], [2, 1]],
    ["by chance", [1, 2], [1, 3]],
    ["comes", [undefined, undefined], [undefined, 3]],
    ["goes", [1, undefined], [undefined, undefined]],
    ["oftener", [1, undefined], [1, 2]],
    ["rarer", [1, 2], [undefined, 2]],
  ])("is %s: %j, %j", (change, a, b) => {
    expect(rowOf(a, b)?.change).toBe(change);
  });

  it("is otherwise where its detail is another at the same time", () => {
    expect(rowOf([1, 2], [1, 2], [1, 137])?.change).toBe("otherwise");
  });

  it("has its interval on each side, and how far it moved with each seed", () => {
    expect(rowOf([1, 2], [1.5, 4])).toMatchObject({
      a: { earliest: 1, latest: 2, seeds: 2, detail: { exitCode: 1 } },
      b: { earliest: 1.5, latest: 4, seeds: 2 },
      moved: { least: 0.5, most: 2 },
    });
  });

  it("stands where it is first on either side", () => {
    const fold = new PairFold();
    const at = (key: string, t: number): Milestone => ({ key, kind: "start", t });
    fold.take([at("b", 2), at("c", 3)], [at("a", 1), at("c", 1.5)]);
    expect(fold.rows().map(({ key }) => key)).toEqual(["a", "c", "b"]);
  });
});
