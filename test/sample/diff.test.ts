/** Two inputs against each other: what moves, and which difference moves it. */
import { describe, expect, it } from "vitest";
import { diffInputs } from "../../src/sample/diff/diff.ts";
import { renderDiff } from "../../src/sample/diff/render-diff.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { plain } from "../../src/trace/line.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { view } from "../trace/traces.ts";

const seeds = { from: 1, to: 4 };

const command = "exec: {command: [check]}";

interface Parts {
  readonly kubernetes?: string;
  readonly probe?: string;
  readonly behaviour?: string;
  readonly stimuli?: string;
  readonly pods?: readonly string[];
  readonly latency?: string;
  readonly labels?: string;
  readonly model?: string;
}

function input({ kubernetes = "1.36", probe = `{${command}}`, pods = ["web"], ...parts }: Parts) {
  const { behaviour = "{}", stimuli = "[]", latency = "{}", labels } = parts;
  const { model = "kubernetes" } = parts;
  const manifests = pods.map(
    (name) => `
  - apiVersion: v1
    kind: Pod
    metadata: {name: ${name}${labels === undefined ? "" : `, labels: ${labels}`}}
    spec:
      containers:
      - {name: app, image: "example.com/app:1", livenessProbe: ${probe}}`,
  );
  const text = `
apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: diff}
spec:
  duration: 2m
  model: ${model}
  runtime: {latency: ${latency}}
  kubernetes: "${kubernetes}"
  behaviour: ${behaviour}
  stimuli: ${stimuli}
  manifests:${manifests.join("")}
`;
  return prepareInput(parseYaml({ file: "diff.yaml", text }));
}

const dead = "{web/app: {probes: {liveness: [{from: 0s, result: failure}]}}}";

function diff(a: Parts, b: Parts) {
  const all = { behaviour: dead };
  const { differences, rows } = diffInputs(input({ ...all, ...a }), input({ ...all, ...b }), seeds);
  const row = (key: string) => {
    const found = rows.find((one) => one.key === key);
    return found && { ...found, because: found.because.map((index) => differences[index]?.what) };
  };
  return { whats: differences.map(({ what }) => what), differences, rows, row };
}

describe("diffInputs", () => {
  it("of the same input finds nothing", () => {
    const { whats, rows } = diff({}, {});
    expect(whats).toEqual([]);
    expect(new Set(rows.map(({ change }) => change))).toEqual(new Set(["same"]));
  });

  it("names the field of the manifest that moves a milestone", () => {
    const { whats, row } = diff({}, { probe: `{${command}, failureThreshold: 5}` });
    const field = "web: spec.containers[app].livenessProbe.failureThreshold";
    expect(whats).toEqual([field]);
    expect(row("web/app#1.sigterm")).toMatchObject({
      change: "later",
      moved: { least: 20, most: 20 },
      because: [field],
    });
    expect(row("web/app#1.start")).toMatchObject({ change: "same", because: [] });
  });

  it("tells two fields apart by running each alone", () => {
    const { whats, row } = diff({}, { probe: `{${command}, periodSeconds: 2, timeoutSeconds: 9}` });
    expect(whats).toHaveLength(2);
    expect(row("web/app#1.sigterm")).toMatchObject({
      change: "earlier",
      because: ["web: spec.containers[app].livenessProbe.periodSeconds"],
    });
  });

  it("names the behaviour", () => {
    const { whats, row } = diff({}, { behaviour: "{}" });
    expect(whats).toEqual(["behaviour.web/app"]);
    expect(diff({}, { behaviour: "{}" }).differences).toMatchObject([
      { a: "liveness fails", b: "liveness succeeds" },
    ]);
    expect(row("web/app#2.start")).toMatchObject({ change: "goes", because: whats });
  });

  it("names the part of a behaviour", () => {
    const slow = dead.replace("app: {", "app: {sigterm: {exitAfter: 7s}, ");
    const { whats, row } = diff({ behaviour: slow }, { behaviour: slow.replace("7s", "9s") });
    expect(whats).toEqual(["behaviour.web/app.sigterm"]);
    const exit = row("web/app#1.exit");
    expect(exit).toMatchObject({ change: "later", moved: { least: 2, most: 2 }, because: whats });
  });

  it("names the stimuli", () => {
    const { whats, row } = diff({}, { stimuli: "[{at: 5s, action: deletePod, pod: web}]" });
    expect(whats).toEqual(["stimuli"]);
    expect(row("web.terminating")).toMatchObject({ change: "comes", because: whats });
  });

  it("names a pod that only one of them has", () => {
    const { whats, row } = diff({}, { pods: ["web", "other"] });
    expect(whats).toEqual(["pod other"]);
    expect(row("other/app#1.start")).toMatchObject({ change: "comes", because: whats });
  });

  it("names the row of the version: no exit status is lost, and the wait is shorter (row 1)", () => {
    const crash = { behaviour: "{app: {runs: [{exitAfter: 1s, exitCode: 1}]}}" };
    const { row } = diff({ kubernetes: "1.34", ...crash }, { kubernetes: "1.35", ...crash });
    expect(row("web/app#4.start")).toMatchObject({
      change: "earlier",
      because: ["kubernetes 1.35: requeue in a crash back-off"],
    });
  });

  it("names the field of a static pod, which is in its file as well", () => {
    const stimuli = "[{at: 0s, action: writeFile, path: web.yaml, content: web}]";
    const later = `{${command}, failureThreshold: 5}`;
    const { whats, row } = diff({ stimuli }, { stimuli, probe: later });
    expect(whats).toHaveLength(1);
    expect(row("web/app#1.sigterm")).toMatchObject({ change: "later", because: whats });
  });

  it("takes a range of a latency as one", () => {
    const { whats } = diff({}, { latency: "{start: [10ms, 50ms]}" });
    expect(whats).toEqual(["runtime.latency.start"]);
  });

  it("takes a label that every object has by another right", () => {
    const { whats } = diff({}, { labels: "{toString: x, constructor: z}" });
    expect(whats).toEqual(["web: metadata.labels"]);
  });

  it("refuses two models", () => {
    const both = () => diff({ behaviour: "{}" }, { behaviour: "{}", model: "textbook" });
    expect(both).toThrow("two inputs are compared under one model");
  });

  it("says how many runs there are to be, and how many are done", () => {
    const told: number[] = [];
    const b = input({ kubernetes: "1.35" });
    diffInputs(input({}), b, { from: 1, to: 2 }, (done, all) => told.push(done / all));
    expect(told.toSorted((x, y) => x - y)).toEqual(told);
    expect(told[0]).toBe(0);
    expect(Math.max(...told)).toBeLessThan(1);
  });
});

describe("renderDiff", () => {
  const [a, b] = [input({ behaviour: dead }), input({ behaviour: "{}" })];
  const shown = {
    ...diffInputs(a, b, seeds),
    words: ["before.yaml", "after.yaml"] as const,
    runs: [runScenario(a).records, runScenario(b).records] as const,
    isRenamed: false,
  };

  it.each([60, 80, 120])("fits %i columns", async (columns) => {
    const text = renderDiff(shown, view(columns), plain);
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(columns);
    await expect(text).toMatchFileSnapshot(`diff-${columns}.txt`);
  });

  it("says in one line that only Events do", () => {
    const rows = diffInputs(a, b, seeds).rows.filter(({ kind }) => kind === "event");
    const count = rows.filter(({ change }) => !["same", "by chance"].includes(change)).length;
    const text = renderDiff({ ...shown, rows }, view(), plain);
    expect(text).toContain(`Nothing differs but ${count} Events: --output json has them all.`);
    expect(text).toContain("changes Events alone");
  });

  it("says so where nothing differs", () => {
    const runs = [runScenario(a).records, runScenario(a).records] as const;
    const same = { ...diffInputs(a, a, seeds), words: ["a", "a"] as const, runs };
    const text = renderDiff({ ...same, isRenamed: false }, view(), plain);
    expect(text).toContain("No milestone comes, goes or moves, over 4 seeds.");
    expect(text).toContain("The two inputs are the same in all that is simulated.");
  });
});
