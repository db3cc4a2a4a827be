/** What is measured of a run, over traces made by hand. */
import { describe, expect, it } from "vitest";
import { apartInBins, binCount, meanApart } from "../../src/compare/bins.ts";
import { measureRun } from "../../src/compare/measured-run.ts";
import type { Measures } from "../../src/compare/measures.ts";
import { variantOf } from "../../src/compare/variant.ts";
import type { Observe } from "../../src/node/node-options.ts";
import type { PreparedInput } from "../../src/scenario/prepare.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

function inputOf(...lines: readonly string[]): PreparedInput {
  const head = [
    "apiVersion: relist.dev/v1alpha1",
    "kind: Scenario",
    "metadata: {name: x}",
    "spec:",
  ];
  const pod = [
    "---",
    "apiVersion: v1",
    "kind: Pod",
    "metadata: {name: web}",
    "spec: {containers: [{name: app, image: a}]}",
  ];
  const text = [...head, ...lines.map((line) => `  ${line}`), ...pod].join("\n");
  return prepareInput(parseYaml({ file: "x.yaml", text }));
}

function measuresOf(input: PreparedInput, observe: Observe): Measures {
  return measureRun(input, variantOf(observe), input.scenario.durationMs / 1000).measures;
}

const fall = "- {id: fall, at: 10.4s, action: killContainer, of: web/app#1}";

describe("measures of the textbook", () => {
  const quiet = inputOf("model: textbook", "duration: 1m", "stimuli:", fall);
  const lossy = inputOf(
    "model: textbook",
    "duration: 1m",
    "stimuli:",
    fall,
    "- {at: 10s, action: dropEvents, for: 1s}",
  );

  it("level waits for its list, then for a tick, whatever is lost", () => {
    const expected = { converge: 1.6, apart: 1.6, restarts: 1, missedExits: 0, lists: 61 };
    expect(measuresOf(quiet, "level")).toMatchObject(expected);
    expect(measuresOf(lossy, "level")).toMatchObject(expected);
  });

  it("edge waits for a tick alone, and for ever where the event is lost", () => {
    expect(measuresOf(quiet, "edge")).toMatchObject({ converge: 1, apart: 1, missedExits: 0 });
    const lost = measuresOf(lossy, "edge");
    expect(lost).toMatchObject({ apart: 49.6, restarts: 0, missedExits: 1, lists: 1, entries: 0 });
    expect(lost).not.toHaveProperty("converge");
  });

  it("counts a stray that nobody was told of as an orphan", () => {
    const stray = inputOf(
      "model: textbook",
      "duration: 20s",
      "stimuli:",
      "- {at: 5s, action: dropEvents, for: 2s}",
      "- {at: 6s, action: addContainer, pod: ghost, container: x}",
    );
    expect(measuresOf(stray, "edge").orphans).toBe(1);
    expect(measuresOf(stray, "level").orphans).toBe(0);
  });

  it("is not apart while no kubelet knows what is declared", () => {
    const restart = inputOf(
      "model: textbook",
      "duration: 30s",
      "stimuli:",
      "- {at: 10s, action: kubeletRestart, downFor: 5s}",
    );
    expect(measuresOf(restart, "level").apart).toBe(0);
  });
});

describe("measures of the kubernetes model", () => {
  const scenario = inputOf(
    "model: kubernetes",
    "duration: 3m",
    "stimuli:",
    fall,
    "- {at: 10s, action: dropEvents, for: 20s}",
  );

  it("level restarts, edge never hears of it", () => {
    expect(measuresOf(scenario, "level")).toMatchObject({ restarts: 1, missedExits: 0 });
    expect(measuresOf(scenario, "edge")).toMatchObject({ restarts: 0, missedExits: 1 });
  });
});

describe("divergence in bins", () => {
  const endMs = 120_000;

  it("adds up to the time apart, times how many were", () => {
    const bins = apartInBins(
      [
        [1.5, 1],
        [2.5, 3],
        [4, 0],
        [119, 1],
      ],
      endMs,
    );
    expect(bins).toHaveLength(binCount);
    expect(bins.slice(0, 5)).toEqual([0, 500, 2000, 3000, 0]);
    expect(bins.at(-1)).toBe(1000);
    expect(meanApart(bins, 2, endMs)[3]).toBe(1.5);
  });

  it("works where a bin is no whole number of milliseconds", () => {
    for (const end of [7, 119, 1001, 380_001]) {
      const bins = apartInBins([[0, 2]], end);
      expect(bins.reduce((sum, ms) => sum + ms, 0)).toBe(2 * end);
    }
  });
});
