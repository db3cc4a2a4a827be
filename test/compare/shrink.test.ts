/** The smallest case: it replays, nothing of it can be left out, and it is as small as can be. */
import { describe, expect, it } from "vitest";
import { compareVariants } from "../../src/compare/compare.ts";
import { faultEntries } from "../../src/compare/shrink/fault-list.ts";
import { type Smallest, shrink } from "../../src/compare/shrink/shrink.ts";
import { variantOf } from "../../src/compare/variant.ts";
import type { Observe } from "../../src/node/node-options.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { exampleText } from "../trace/traces.ts";

function inputOf(text: string, faults?: string) {
  const documents = parseYaml({ file: "x.yaml", text });
  const overrides = faults === undefined ? {} : { faults };
  return { documents, input: prepareInput(documents, { overrides }) };
}

function shrunk(text: string, faults: string, observe: readonly Observe[] = ["level", "edge"]) {
  const { documents, input } = inputOf(text, faults);
  const variants = observe.map(variantOf);
  return shrink(documents, input, { variants, seeds: { from: 1, to: 30 } });
}

function expectReplay({ text, variant }: Smallest): void {
  const observe = ["level", variant as Observe] as const;
  const { variants } = compareVariants(inputOf(text).input, { observe });
  expect(variants["level"]?.converged).toBe(true);
  expect(variants[variant]?.converged).toBe(false);
}

const pods = Array.from({ length: 8 }, (_, index) =>
  [
    "---",
    "{apiVersion: v1, kind: Pod, metadata: {name: web-" + index + "}, spec: {containers: [",
    "{name: app, image: a}, {name: side, image: b}]}}",
  ].join("\n"),
);
const kills = pods.map(
  (_, index) => `  - {at: ${10 + index}, action: killContainer, of: web-${index}/app#1}`,
);
const large = [
  "apiVersion: relist.dev/v1alpha1",
  "kind: Scenario",
  "metadata: {name: large}",
  "spec:",
  "  model: textbook",
  "  duration: 1m",
  "  runtime: {latency: {create: 100ms}}",
  "  behaviour:",
  "    '*/side': {runs: [{startup: 1s}]}",
  "    web-3/app: {runs: [{startup: 2s}, {startup: 1s}]}",
  "  stimuli:",
  "  - {id: cut, at: 4s, action: apiDown}",
  "  - {at: cut+2s, action: apiUp}",
  ...kills,
  "  - {at: 30, action: deletePod, pod: web-1}",
  ...pods,
].join("\n");

describe("the smallest case of edge in the textbook", () => {
  it.each([
    ["of the demo", exampleText("bootstrap"), "drop=0.2"],
    ["of eight pods that lose half of all events", large, "drop=0.5"],
    ["among late, doubled and overtaken ones", large, "drop=0.1,delay=2s@0.3,duplicate=0.2"],
  ])("%s is one pod, one container, one event of the world and one lost", (_, text, faults) => {
    const smallest = shrunk(text, faults);
    if (smallest === undefined) throw new Error("edge fails with some seed");
    expect(smallest.after).toEqual({ pods: 1, containers: 1, events: 1, faults: 1 });
    expect(smallest.text).toContain("action: dropEvents");
    expect(smallest.difference).toMatch(/edge did not converge, for Container\w+ of .* was lost/);
    expectReplay(smallest);
  });

  it("is what the file says, and its explanation", async () => {
    const smallest = shrunk(exampleText("bootstrap"), "drop=0.05");
    await expect(smallest?.text).toMatchFileSnapshot("smallest-edge.yaml");
  });

  it("is none where nothing is lost", () => {
    expect(shrunk(exampleText("bootstrap"), "delay=1s")).toBeUndefined();
    expect(shrunk(exampleText("bootstrap"), "drop=0.2", ["level", "evented"])).toBeUndefined();
  });
});

describe("the smallest case of edge in the kubernetes model", () => {
  const text = [
    "apiVersion: relist.dev/v1alpha1",
    "kind: Scenario",
    "metadata: {name: k}",
    "spec:",
    "  duration: 2m",
    "  stimuli:",
    "  - {at: 30, action: killContainer, of: web-0/app#1}",
    "  - {at: 40, action: killContainer, of: web-1/app#1}",
    ...pods.slice(0, 3),
  ].join("\n");

  it("is one pod and one lost event, which may be that of its own start", () => {
    const smallest = shrunk(text, "drop=0.4");
    if (smallest === undefined) throw new Error("edge fails with some seed");
    expect(smallest.after).toMatchObject({ pods: 1, containers: 1, faults: 1 });
    expect(smallest.after.events).toBeLessThanOrEqual(1);
    expectReplay(smallest);
  });
});

describe("the faults of a run, one by one", () => {
  it("make the same run as the chances that they came from", () => {
    const faults = "drop=0.2,delay=2s@0.3,duplicate=0.2";
    const { input } = inputOf(large, faults);
    const { records } = runScenario(input, { observe: "edge" });
    const entries = faultEntries(records, input.scenario);
    expect(new Set(entries.map(({ action }) => action)).size).toBe(3);
    const lines = entries.map((entry) => `  - ${JSON.stringify(entry)}`);
    const written = large.replace("  stimuli:", ["  stimuli:", ...lines].join("\n"));
    const again = runScenario(inputOf(written).input, { observe: "edge" });
    const facts = (all: typeof records) =>
      all.flatMap((record) =>
        record.type === "container" ? [`${record.t} ${record.pod} ${record.to}`] : [],
      );
    expect(facts(again.records)).toEqual(facts(records));
  });
});
