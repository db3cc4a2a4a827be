/** Many seeds of one scenario: the interval of each milestone, and what becomes of expectations. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CheckResult, Outcome } from "../../src/check/check-expectations.ts";
import { seedsText } from "../../src/check/seeds-text.ts";
import { CheckFold, checkedOf } from "../../src/sample/check-fold.ts";
import type { Milestone } from "../../src/sample/milestone.ts";
import { renderSample } from "../../src/sample/render-sample.ts";
import { SampleFold } from "../../src/sample/sample-fold.ts";
import { sampleAsJson, sampleAsLines } from "../../src/sample/sample-json.ts";
import { sample } from "../../src/sample/sample.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { asciiGlyphs, unicodeGlyphs } from "../../src/trace/glyphs.ts";
import { plain } from "../../src/trace/line.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

/** It fails once after ten seconds, and the next list, whose phase is chance, finds it. */
const text = `
apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: app, image: "a:1"}]}
---
apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: flaky}
spec:
  model: kubernetes
  duration: 20s
  seed: 3
  behaviour: {app: {runs: [{exitAfter: 10s, exitCode: 1}, {}]}}
  expect:
  - {check: start, of: app#2, from: app#1.exit, window: [0, 0.5]}
  - {check: exit, of: app#1, code: 1}
`;
const input = prepareInput(parseYaml({ file: "flaky.yaml", text }), {
  readFile: () => ({ unreadable: "none is named" }),
});

const exit = (key: string, t: number, exitCode: number): Milestone => ({
  key,
  t,
  kind: "exit",
  detail: { exitCode, message: `at ${t}` },
});

describe("the fold of milestones", () => {
  it("keeps the earliest, the latest, how often, and which details", () => {
    const fold = new SampleFold();
    fold.take(1, [exit("a", 5, 1), exit("b", 1, 1)]);
    fold.take(2, [exit("a", 4, 137)]);
    fold.take(3, [exit("a", 5, 1)]);
    expect(fold.folded()).toEqual([
      {
        key: "b",
        kind: "exit",
        earliest: 1,
        earliestSeed: 1,
        latest: 1,
        latestSeed: 1,
        seeds: 1,
        details: [{ detail: { exitCode: 1 }, seeds: 1 }],
        place: { seed: 1, index: 1 },
      },
      {
        key: "a",
        kind: "exit",
        earliest: 4,
        earliestSeed: 2,
        latest: 5,
        latestSeed: 1,
        seeds: 3,
        details: [
          { detail: { exitCode: 137 }, seeds: 1 },
          { detail: { exitCode: 1 }, seeds: 2 },
        ],
        place: { seed: 1, index: 0 },
      },
    ]);
  });

  it("is the same whoever ran which seed, and in whatever order", () => {
    const runs = fc.array(
      fc.uniqueArray(
        fc.record({
          key: fc.constantFrom("a", "b", "c"),
          t: fc.integer({ min: 0, max: 3 }),
          exitCode: fc.constantFrom(0, 1, 137),
        }),
        { selector: ({ key }) => key },
      ),
      { minLength: 1, maxLength: 8 },
    );
    const shares = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(runs, shares, (all, share) => {
        const one = new SampleFold();
        const workers = [new SampleFold(), new SampleFold(), new SampleFold()];
        all.forEach((run, index) => {
          const milestones = run.map(({ key, t, exitCode }) => exit(key, t, exitCode));
          one.take(index + 1, milestones);
          workers[share[index] ?? 0]?.take(index + 1, milestones);
        });
        const together = new SampleFold();
        for (const worker of workers.toReversed()) together.merge(worker.folded());
        expect(together.folded()).toEqual(one.folded());
      }),
    );
  });
});

describe("a sample", () => {
  const sampled = sample(input, { seeds: { from: 1, to: 20 } });
  const start = sampled.milestones.find(({ key }) => key === "web/app#2.start");

  it("has the interval of what chance moves, and the run of the scenario's own seed", () => {
    const { milestones } = sample(input, { seeds: { from: 3, to: 3 } });
    const own = milestones.find(({ key }) => key === "web/app#2.start");
    expect(own?.earliest).toBe(own?.latest);
    expect(start?.sample?.t).toBe(own?.earliest);
    expect(start?.seeds).toBe(20);
    // A list each second finds the exit of 10s.
    expect(start?.earliest).toBeGreaterThanOrEqual(10);
    expect(start?.latest).toBeLessThanOrEqual(11);
    expect(start?.latest).toBeGreaterThan((start?.earliest ?? 0) + 0.5);
  });

  it.each([
    [80, unicodeGlyphs],
    [120, unicodeGlyphs],
    [60, asciiGlyphs],
  ])("is shown in %i columns", async (columns, glyphs) => {
    const { records } = runScenario(input);
    const shown = renderSample(sampled, records, { columns, glyphs }, plain);
    const widths = shown.split("\n").map((line) => line.length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
    await expect(shown).toMatchFileSnapshot(`sample-${columns}.txt`);
  });

  it("has a time with its interval where one is, in tenths that hold all of it", () => {
    const milestone = (key: string, earliest: number, latest: number, t?: number) => ({
      key,
      kind: "start" as const,
      earliest,
      latest,
      earliestSeed: 1,
      latestSeed: 2,
      seeds: 2,
      ...(t === undefined ? {} : { sample: { t } }),
    });
    const milestones = [
      milestone("web/a#1.start", 1, 1, 1),
      milestone("web/b#1.start", 11.96, 12.91, 12.417),
      milestone("web/c#1.start", 2.001, 2.1, 2.05),
      milestone("web/d#1.start", 3, 5),
      milestone("web/e#1.start", 4, 4, 3),
    ];
    const shown = { milestones, seeds: { from: 1, to: 2 }, seed: 7 };
    const table = renderSample(shown, [], { columns: 80, glyphs: unicodeGlyphs }, plain);
    expect(table.split("\n").slice(1, 6)).toEqual([
      "web/a#1.start  1s",
      "web/b#1.start  12.4s [11.9s, 13s]",
      "web/c#1.start  2.05s [2.001s, 2.1s]",
      "web/d#1.start  — [3s, 5s]",
      "web/e#1.start  3s [4s, 4s]",
    ]);
  });

  it("is written as one object, or as a line for each milestone", () => {
    const object = JSON.parse(sampleAsJson(input.scenario, sampled)) as typeof sampled;
    expect(object).toMatchObject({ scenario: "flaky", seeds: { from: 1, to: 20 }, seed: 3 });
    const lines = sampleAsLines(sampled).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(object.milestones);
    expect(object.milestones).toEqual(sampled.milestones);
  });
});

describe("the fold of expectations", () => {
  const result = (outcome: Outcome, seen: string) =>
    ({ outcome, expected: "it", seen }) as CheckResult;

  it("names the seeds that fail, and tells of the lowest", () => {
    const fold = new CheckFold();
    fold.take(4, { results: [result("failed", "four"), result("passed", "well")] });
    fold.take(1, { results: [result("passed", "one"), result("passed", "good")] });
    fold.take(2, { results: [result("failed", "two"), result("passed", "fine")] });
    const { results, seeds } = checkedOf(input, { from: 1, to: 4 }, fold.folded());
    expect(seeds).toEqual({ from: 1, to: 4 });
    expect(results).toMatchObject([
      { outcome: "failed", seen: "two", seed: 2, failedSeeds: [2, 4] },
      { outcome: "passed", seen: "good", seed: 1, failedSeeds: [] },
    ]);
  });

  it.each<[number[], string]>([
    [[3], "3"],
    [[1, 2, 3, 7], "1 to 3, 7"],
    [
      Array.from({ length: 14 }, (_, index) => index * 2),
      "0, 2, 4, 6, 8, 10, 12, 14, 16, 18 and 4 more",
    ],
  ])("lists seeds %j", (seeds, words) => {
    expect(seedsText(seeds)).toBe(words);
  });
});
