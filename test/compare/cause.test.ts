/**
 * The event that a comparison names is the one that did it: a counterfactual for each. Lost alone
 * it keeps the kubelet from converging, and heard, with all else as it was, it does not.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Comparison, compareVariants } from "../../src/compare/compare.ts";
import { differenceText } from "../../src/compare/difference.ts";
import { renderComparison } from "../../src/compare/render-compare.ts";
import { documentsOf, draftOf } from "../../src/compare/shrink/draft.ts";
import { type FaultEntry, faultEntries } from "../../src/compare/shrink/fault-list.ts";
import type { TraceRecord } from "../../src/model/trace.ts";
import { type Overrides, prepareInput } from "../../src/scenario/prepare.ts";
import { plain } from "../../src/trace/line.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { exampleText, view } from "../trace/traces.ts";

const observe = ["level", "edge"] as const;
const documents = parseYaml({ file: "x.yaml", text: exampleText("bootstrap") });

/** Of Kubernetes a container that ends for good, and one that is killed and comes back. */
const kubernetes = parseYaml({
  file: "x.yaml",
  text: [
    "apiVersion: relist.dev/v1alpha1",
    "kind: Scenario",
    "metadata: {name: ends}",
    "spec:",
    '  kubernetes: "1.35"',
    "  duration: 60s",
    "  runtime: {latency: {sandbox: 200ms, create: 20ms, start: 80ms, event: 5ms}}",
    "  behaviour: {job/app: {runs: [{exitAfter: 10s, exitCode: 0}]}}",
    "  stimuli:",
    "  - {id: fall, at: 20s, action: killContainer, of: web/app#1}",
    "---",
    "apiVersion: v1",
    "kind: Pod",
    "metadata: {name: job}",
    "spec: {restartPolicy: Never, containers: [{name: app, image: a}]}",
    "---",
    "apiVersion: v1",
    "kind: Pod",
    "metadata: {name: web}",
    "spec: {containers: [{name: app, image: a}]}",
  ].join("\n"),
});

function prepared(overrides: Overrides, world = documents) {
  return prepareInput(world, { overrides });
}

/** The same world, with these faults alone; the containers that edge has otherwise at the end. */
function apartWith(
  input: ReturnType<typeof prepared>,
  faults: readonly FaultEntry[],
  world: typeof documents,
) {
  const written = documentsOf(draftOf(world, input, "edge", faults));
  const locate = () => ({ file: "x.yaml", line: 1, column: 1 });
  const entries = written.map((value) => ({ file: "x.yaml", value, locate }));
  const { partings, variants } = compareVariants(prepareInput(entries), { observe });
  const converged = variants["edge"]?.converged;
  return { converged, names: partings.map(({ name }) => name).toSorted() };
}

/** Each of the events that were kept with the fault of its own that a shrunk case has. */
function keptOf(records: readonly TraceRecord[], input: ReturnType<typeof prepared>) {
  const kept = records.filter((record) => {
    if (record.type !== "runtimeEvent") return false;
    return record.delivered !== true && record.fault === undefined;
  });
  const entries = faultEntries(records, input.scenario);
  expect(entries).toHaveLength(kept.length);
  return new Map(kept.map(({ seq }, index) => [seq, entries[index] ?? {}]));
}

const mixes = [
  ["bootstrap", "drop=0.3", documents, 100],
  ["bootstrap", "drop=0.5,delay=2s", documents, 100],
  ["bootstrap", "drop=0.3,delay=2s@0.5,reorder=4s@0.5", documents, 100],
  ["bootstrap", "delay=3s,reorder=100s@0.3", documents, 100],
  ["kubernetes", "drop=0.3", kubernetes, 20],
  ["kubernetes", "drop=0.2,delay=6s@0.5", kubernetes, 20],
] as const;

describe.each(mixes)("%s with %s", (_, faults, world, count) => {
  const seeds = Array.from({ length: count }, (_none, index) => index + 1);
  const cases = seeds.flatMap((seed) => {
    const input = prepared({ seed, faults }, world);
    const comparison = compareVariants(input, { observe });
    return comparison.variants["edge"]?.converged ? [] : [{ input, comparison }];
  });

  it("edge is kept from converging by some, and by no event that is not named", () => {
    expect(cases.length).toBeGreaterThan(4);
    expect(cases.length).toBeLessThan(seeds.length);
    // The end of a second run is no end that level could part from: then that start is told of.
    const unnamed = cases.filter(({ comparison }) => comparison.partings.length === 0);
    expect(unnamed.length).toBeLessThanOrEqual(world === kubernetes ? 2 : 0);
    for (const { comparison } of unnamed) {
      expect(differenceText(comparison)).toContain(" more, for ContainerStarted of");
    }
    for (const { comparison } of cases) {
      expect(comparison.variants["level"]?.converged).toBe(true);
      for (const { lost, missedBy } of comparison.partings) {
        expect([missedBy, typeof lost]).toEqual(["edge", "object"]);
      }
    }
  });

  it("what is named does it alone, in all cases", () => {
    for (const { input, comparison } of cases) {
      const kept = keptOf(comparison.variants["edge"]?.records ?? [], input);
      const named = comparison.partings.flatMap(({ lost, also = [] }) =>
        [...(lost ? [lost] : []), ...also].map(({ seq }) => kept.get(seq) ?? {}),
      );
      if (named.length === 0) continue;
      const names = comparison.partings.map(({ name }) => name).toSorted();
      expect(apartWith(input, named, world)).toEqual({ converged: false, names });
    }
  });

  it("without any one of what is named it would not have been, in all cases", () => {
    for (const { input, comparison } of cases) {
      const kept = keptOf(comparison.variants["edge"]?.records ?? [], input);
      for (const { name, lost, also = [] } of comparison.partings) {
        for (const event of [...(lost ? [lost] : []), ...also]) {
          const others = [...kept].filter(([seq]) => seq !== event.seq);
          const { names } = apartWith(
            input,
            others.map(([, entry]) => entry),
            world,
          );
          expect(names).not.toContain(name);
        }
      }
    }
  });
});

it("names what was lost for good before what merely came late", () => {
  const input = prepared({ seed: 1, faults: "drop=0.5,delay=5s,reorder=100s" });
  expect(differenceText(compareVariants(input, { observe }))).toContain(
    "edge did not converge, for ContainerDied of web/app at 8.5s, which fall made, was lost to",
  );
});

it("names both where either would have told", () => {
  const input = prepared({ seed: 1, faults: "drop=0.3,delay=2s" });
  expect(differenceText(compareVariants(input, { observe }))).toContain(
    "for ContainerCreated and ContainerStarted of stray/x at 13.4s, which smuggle made, were lost",
  );
});

describe("what is told of each of the two is so", () => {
  const glitch = [
    "apiVersion: relist.dev/v1alpha1",
    "kind: Scenario",
    "metadata: {name: fall}",
    "spec:",
    "  model: textbook",
    "  duration: 20s",
    "  stimuli:",
    "  - {id: glitch, at: 4s, action: dropEvents, pod: web, for: 2s}",
    "  - {id: fall, at: 5s, action: killContainer, of: web/app#1}",
    "---",
    "apiVersion: v1",
    "kind: Pod",
    "metadata: {name: web}",
    "spec: {containers: [{name: app, image: a}]}",
  ].join("\n");

  function told(comparison: Comparison): string {
    return renderComparison(comparison, 20_000, view(120), plain);
  }

  it.each([
    ["level", "edge"],
    ["edge", "level"],
  ] as const)("in the order %s, %s", (...order) => {
    const input = prepareInput(parseYaml({ file: "x.yaml", text: glitch }));
    const comparison = compareVariants(input, { observe: order });
    const { partings } = comparison;
    expect(partings).toMatchObject([{ missedBy: "edge", lost: { event: "ContainerDied" } }]);
    const text = told(comparison);
    expect(text).toContain("level  its list of 5s shows what is: running again at 6s\n");
    expect(text).toContain("edge   was not told in time and did not look again: exited to the");
    const edge = "edge did not converge, for ContainerDied of web/app at 5s, which fall made, was";
    const level = "level converged 1s after the last disturbance";
    const difference = differenceText(comparison);
    expect(difference).toContain(`${edge} lost to glitch`);
    expect(difference).toMatch(new RegExp(`${level}[;.]`));
  });

  it("of one that listed and left it so, and of the list that another one made", () => {
    const file = "docs/examples/started-twice.yaml";
    const input = prepareInput(parseYaml({ file, text: readFileSync(file, "utf8") }));
    const comparison = compareVariants(input);
    const { level, evented } = comparison.variants;
    const lists = (records: readonly TraceRecord[] = []) =>
      records.flatMap(({ type, t }) => (type === "relist" ? [t] : []));
    expect(lists(level?.records)).toContain(0.614);
    expect(lists(evented?.records)).toEqual([184.472]);
    const text = told(comparison);
    expect(text).toContain("level    its list of 0.614s shows what is: running\n");
    expect(text).toContain(
      "evented  was told only at 8.3s, and no list up to 3m4.472s mended it: running twice to",
    );
    expect(text).toContain("edge   was told only at 8.3s and did not look again: running twice");
    expect(text).toMatch(/^web\/app +✓ running +✗ running, duplicate +✗ running, duplicate$/m);
  });
});
