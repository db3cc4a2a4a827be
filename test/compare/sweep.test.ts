/** Sweeps: the same whatever order the runs were done in, and whoever did them. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CompareFold, type FoldedVariant, medianOf } from "../../src/compare/compare-fold.ts";
import { renderSweep, sweepSentence } from "../../src/compare/render-sweep.ts";
import {
  type SeedSpan,
  type Sweep,
  mergeSweeps,
  missingSeeds,
  seedCount,
  shardOf,
} from "../../src/compare/sweep.ts";
import { parseSweep, sweepAsJson } from "../../src/compare/sweep-json.ts";
import { observers, variantOf } from "../../src/compare/variant.ts";
import { plain, textWidth } from "../../src/trace/line.ts";
import { withFaults } from "../../src/scenario/faults-text.ts";
import { exampleInput, view } from "../trace/traces.ts";

const demo = exampleInput("bootstrap");
const input = { ...demo, scenario: withFaults(demo.scenario, "drop=0.2") };
const compared = { variants: observers.map(variantOf), isExact: true };

function sweepOf(seeds: SeedSpan, order = (all: readonly number[]) => all): Sweep {
  const fold = new CompareFold(input, compared);
  const all = Array.from({ length: seeds.to - seeds.from + 1 }, (_, index) => seeds.from + index);
  for (const seed of order(all)) fold.take(seed);
  const cell = { vary: {}, seeds: [seeds], end: fold.endMs / 1000, variants: fold.folded() };
  const asked = { from: 1, to: 24 };
  return { digest: "d", scenario: "bootstrap", seeds: asked, cells: [cell] };
}

function atWorst(variant: FoldedVariant): FoldedVariant {
  const converge = { value: 288.512, seed: 1 };
  return { ...variant, worst: { ...variant.worst, converge, apart: converge } };
}

const whole = sweepOf({ from: 1, to: 24 });
const bytes = sweepAsJson(whole);

describe("a sweep", () => {
  it("has the same bytes in any order of its runs", () => {
    expect(sweepAsJson(sweepOf({ from: 1, to: 24 }, (all) => all.toReversed()))).toBe(bytes);
  });

  it("has the same bytes in any number of parts, put together in any order", () => {
    const parts = new Map<string, Sweep>();
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 3, 5, 24), fc.infiniteStream(fc.nat()), (count, nats) => {
        const named = Array.from({ length: count }, (_, index) => {
          const seeds = shardOf({ from: 1, to: 24 }, index + 1, count);
          const file = `${index + 1} of ${count}`;
          const sweep = parts.get(file) ?? parseSweep(sweepAsJson(sweepOf(seeds)), file);
          parts.set(file, sweep);
          return { file, sweep, place: nats.next().value as number };
        });
        const shuffled = named.toSorted((a, b) => a.place - b.place);
        expect(sweepAsJson(mergeSweeps(shuffled))).toBe(bytes);
      }),
      { seed: 42, numRuns: 20 },
    );
  });

  it("is the same on the way through several workers", () => {
    const folds = [1, 2, 3].map((part) => {
      const [cell] = sweepOf(shardOf({ from: 1, to: 24 }, part, 3)).cells;
      return cell?.variants ?? [];
    });
    const fold = new CompareFold(input, compared);
    for (const part of folds.toReversed()) fold.merge(structuredClone(part) as FoldedVariant[]);
    expect(fold.folded()).toEqual(whole.cells[0]?.variants);
  });

  it("refuses parts of another sweep, and a seed that two parts have", () => {
    const part = { file: "a.json", sweep: whole };
    const other = { file: "b.json", sweep: { ...whole, digest: "e" } };
    expect(() => mergeSweeps([part, other])).toThrow("of another input or another call than a.jso");
    expect(() => mergeSweeps([part, { ...part, file: "b.json" }])).toThrow("has seed 1, which");
  });

  it.each([
    ["{", "a text that is no JSON"],
    ["{}", "format"],
    [bytes.replace('"converged":24', '"converged":-1'), "converged"],
    [bytes.replace('"converged":24', '"converged":99'), "level: converged 99 of 24 seeds"],
    [bytes.replace('"converged":24', '"converged":23'), "level: diverged beside converged 23 of"],
    [bytes.replace("[21,24]", "[21,25]"), "level: lists of 25 seeds, where there are 24"],
    ["[]", "Invalid input: expected object"],
  ])("refuses what is none: %#", (text, said) => {
    expect(() => parseSweep(text, "x.json")).toThrow(said);
  });

  it("is read with a byte order mark before it", () => {
    expect(sweepAsJson(parseSweep(`\uFEFF${bytes}`, "x.json"))).toBe(bytes);
  });

  it("tells which seeds are missing in it", () => {
    const part = (index: number) => {
      const sweep = sweepOf(shardOf({ from: 1, to: 24 }, index, 3));
      return { file: `${index}.json`, sweep };
    };
    const some = mergeSweeps([part(3), part(1)]);
    expect(missingSeeds(some)).toEqual([{ from: 9, to: 16 }]);
    expect(JSON.parse(sweepAsJson(some))).toMatchObject({
      seeds: { from: 1, to: 24 },
      missing: [{ from: 9, to: 16 }],
    });
    expect(missingSeeds(part(1).sweep)).toEqual([{ from: 9, to: 24 }]);
    expect(missingSeeds(whole)).toEqual([]);
  });

  it.each([60, 80, 120])("has no number cut in %i columns", (columns) => {
    const [cell] = whole.cells;
    if (cell === undefined) throw new Error("a sweep has a cell");
    const late = { ...cell, variants: cell.variants.map(atWorst) };
    const long = ["0", "0.05"].map((drop) => {
      return { ...late, vary: { "faults.drop": drop, "faults.delay": "0s", until: "20s" } };
    });
    const text = renderSweep({ ...whole, cells: long }, view(columns), plain);
    expect(text.match(/^faults\.drop=0 faults\.delay=0s until=20s( |$)/gm)).toHaveLength(1);
    expect(text.match(/^faults\.drop=0\.05 faults\.delay=0s until=20s( |$)/gm)).toHaveLength(1);
    const [table = ""] = text.split("Beside those");
    expect(table.match(/of 24 · 4m48\.512s( |$)/gm)).toHaveLength(6);
    const one = renderSweep({ ...whole, cells: [late] }, view(columns), plain);
    expect(one.match(/ 4m48\.512s( |$)/gm)?.length).toBeGreaterThan(0);
    for (const line of [...text.split("\n"), ...one.split("\n")]) {
      expect(textWidth(line)).toBeLessThanOrEqual(columns);
    }
  });

  it("says what came of it", () => {
    const [cell] = whole.cells;
    if (cell === undefined) throw new Error("a sweep has a cell");
    expect(seedCount(cell)).toBe(24);
    const some = "edge and evented did not converge with \\d+ of 24 seeds, such as seed \\d+: Con";
    expect(sweepSentence(cell)).toMatch(
      new RegExp(`^level converged with all 24 seeds, by .*; ${some}`),
    );
    const text = renderSweep(whole, view(), plain);
    expect(text).toMatch(/^converged +✓ 24 of 24 +✗ \d+ of 24 +✗/m);
    const two = { ...whole, cells: [cell, { ...cell, vary: { "faults.drop": "0.3" } }] };
    expect(renderSweep(two, view(), plain)).toMatch(/^faults.drop=0.3 +✓ 24 of 24 · 0s +✗/m);
  });
});

describe("the median", () => {
  it.each([
    [[[1, 1]], 1, 1],
    [
      [
        [1, 1],
        [2, 1],
      ],
      2,
      1,
    ],
    [
      [
        [1, 1],
        [2, 2],
      ],
      3,
      2,
    ],
    [[[1, 1]], 3, undefined],
  ] as const)("of %j over %i seeds is %s", (values, seeds, expected) => {
    expect(medianOf(values, seeds)).toBe(expected);
  });
});

it("parts of seeds are all of them, each once", () => {
  for (const count of [1, 2, 3, 7, 10]) {
    const parts = Array.from({ length: count }, (_, index) =>
      shardOf({ from: 5, to: 14 }, index + 1, count),
    );
    expect(parts[0]?.from).toBe(5);
    expect(parts.at(-1)?.to).toBe(14);
    parts.slice(1).forEach((part, index) => expect(part.from).toBe((parts[index]?.to ?? 0) + 1));
  }
});
