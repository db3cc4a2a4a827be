import { describe, expect, it } from "vitest";
import { defaultBehaviour } from "../../src/model/behaviour.ts";
import { defaultScenario, parseScenario } from "../../src/scenario/parse.ts";
import type { Scenario } from "../../src/scenario/scenario.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { load, scenarioYaml } from "./scenario-text.ts";

function scenario(spec: string): Scenario {
  return load(scenarioYaml(spec)).scenario;
}

describe("what a file leaves out", () => {
  it("has the defaults of the format", () => {
    expect(scenario("")).toMatchObject({
      name: "test",
      labels: {},
      model: "kubernetes",
      observe: "level",
      seed: 1,
      durationMs: 300_000,
      nodes: [{ name: "node-1" }],
      requires: [],
      manifests: [],
      behaviour: [],
      stimuli: [],
      expectations: [],
    });
    const { latency } = scenario("").runtime;
    expect(Object.keys(latency)).toContain("stopSandbox");
    for (const range of Object.values(latency)) {
      expect(range).toEqual({ from: { ms: 0 }, to: { ms: 0 } });
    }
  });

  it("is the same for a file without a scenario", () => {
    const empty = scenario("");
    const plain = defaultScenario("pod.yaml");
    expect({ ...plain, name: "test", document: empty.document }).toEqual(empty);
  });

  it("may be of another model by option, which the file overrides", () => {
    const options = { defaultModel: "textbook" } as const;
    expect(load(scenarioYaml(""), options).scenario.model).toBe("textbook");
    expect(load(scenarioYaml("model: kubernetes"), options).scenario.model).toBe("kubernetes");
  });

  it("holds of entries too", () => {
    const { stimuli, expectations } = scenario(
      [
        "stimuli:",
        "- {at: 1, action: killContainer, of: app#1}",
        "- {at: 1, action: kubeletRestart}",
        "- {at: 1, action: listHangs}",
        "- {at: 1, action: dropEvents}",
        "expect:",
        "- {check: start, of: app#1}",
        "- {check: gone, pod: web}",
      ].join("\n"),
    );
    expect(stimuli).toMatchObject([
      { exitCode: 137, of: [{ container: "app", run: 1 }] },
      { downFor: { ms: 0 } },
      { until: { kind: "end", offsetMs: 0 } },
      { stream: "runtime", probability: 1 },
    ]);
    expect(expectations).toMatchObject([{ from: { kind: "t0" } }, { kind: "Pod" }]);
  });
});

it("throws all errors of the document alone, without looking names up", () => {
  const [document] = parseYaml({
    file: "f.yaml",
    text: scenarioYaml("seed: one\nduration: x\nbehaviour: {nobody: {}}"),
  });
  expect(() => parseScenario(document!)).toThrow(
    /^f.yaml:5:9: error: spec.seed: .*\nf.yaml:6:13: error: spec.duration: [^\n]*$/,
  );
});

describe("what a file says", () => {
  it("is typed, with times in milliseconds", () => {
    expect(
      scenario(
        [
          "title: A title",
          "why: A rule",
          "model: textbook",
          "observe: edge",
          'kubernetes: "1.36"',
          "seed: 7",
          "duration: 1m30s",
          "nodes: [{name: a, allocatable: {cpu: 2}}, {}]",
          "runtime: {latency: {stop: 250ms, create: [10ms, 0.05]}}",
          "requires: [controllers]",
        ].join("\n"),
      ),
    ).toMatchObject({
      title: "A title",
      why: "A rule",
      model: "textbook",
      observe: "edge",
      kubernetes: { major: 1, minor: 36 },
      seed: 7,
      durationMs: 90_000,
      nodes: [{ name: "a", allocatable: { cpu: 2 } }, { name: "node-1" }],
      runtime: {
        latency: {
          stop: { from: { ms: 250 }, to: { ms: 250 } },
          create: { from: { ms: 10 }, to: { ms: 50 } },
        },
      },
      requires: ["controllers"],
    });
  });

  it("keeps its places, and names stimuli by their id or place", () => {
    const { stimuli, expectations } = scenario(
      "stimuli:\n- {at: 1, action: apiDown}\n- {id: up, at: 2, action: apiUp}\nexpect:\n- {check: start, of: app#1}",
    );
    expect(stimuli).toMatchObject([
      { label: "stimuli[0]", place: { position: { file: "f.yaml", line: 6, column: 5 } } },
      { label: "up", place: { position: { line: 7 }, path: ["spec", "stimuli", 1] } },
    ]);
    expect(expectations[0]?.place.position).toEqual({ file: "f.yaml", line: 9, column: 5 });
  });

  it("reads one or a list as a list, and paths of changes as steps", () => {
    const { stimuli } = scenario(
      [
        "stimuli:",
        "- {at: 1, action: deletePod, pod: web@2}",
        "- {at: 1, action: addContainer, pod: ghost, container: x}",
        "- {at: 1, action: updateObject, pod: [web], set: {'spec.containers[0].image': 'a:2'}}",
      ].join("\n"),
    );
    expect(stimuli).toMatchObject([
      { pod: [{ kind: "pod", name: "web", instance: 2 }] },
      { container: { name: "x" } },
      { set: [{ fields: ["spec", "containers", 0, "image"], value: "a:2" }] },
    ]);
  });
});

describe("behaviour", () => {
  it("becomes a table in milliseconds", () => {
    const { behaviour } = scenario(
      [
        "behaviour:",
        "  app:",
        "    runs: [{startup: 2, exitAfter: 1.5, exitCode: 3}, {oomKilled: true, startHangs: true}]",
        "    sigterm: ignored",
        "    probes: {liveness: [{to: sigterm, result: failure, takes: 1}, {from: 5, to: 6, result: error}]}",
        "    preStop: {takes: forever}",
        "    pull: {takes: 3, result: byRegistry}",
      ].join("\n"),
    );
    expect(behaviour).toEqual([
      {
        pod: "*",
        container: "app",
        behaviour: {
          runs: [
            { startupMs: 2_000, exitAfterMs: 1_500, exitCode: 3 },
            { startupMs: 0, exitCode: 137, oomKilled: true, startHangs: true },
          ],
          sigterm: "ignored",
          probes: {
            liveness: [
              { fromMs: 0, toMs: "sigterm", result: "failure", takesMs: 1_000 },
              { fromMs: 5_000, toMs: 6_000, result: "error" },
            ],
          },
          preStop: { takesMs: "forever", result: "success" },
          pull: { takesMs: 3_000, result: "byRegistry" },
        },
      },
    ]);
  });

  it("has the defaults of the model where it says nothing", () => {
    expect(scenario("behaviour: {app: {}}").behaviour[0]?.behaviour).toEqual(defaultBehaviour);
    const { sigterm } = scenario("behaviour: {app: {sigterm: {}}}").behaviour[0]?.behaviour ?? {};
    expect(sigterm).toEqual({ exitAfterMs: 0, exitCode: 143 });
  });

  it("is sorted from the most specific rule to the least", () => {
    const keys = ["'*'", "'*/app'", "web/*", "web@2/app", "web/app", "web-*/app", "app", "w*/app"];
    const spec = `behaviour:\n${keys.map((key) => `  ${key}: {}`).join("\n")}`;
    const workload =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: web-1}\nspec: {containers: [{name: app}]}";
    const pod =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app}]}";
    const text = scenarioYaml(spec.replace("  app: {}\n", ""), `${pod}\n---\n${workload}\n`);
    const rules = load(text).scenario.behaviour;
    expect(
      rules.map(({ pod: name, instance = "", container }) => `${name}@${instance}/${container}`),
    ).toEqual(["web@2/app", "web@/app", "web@/*", "web-*@/app", "w*@/app", "*@/app", "*@/*"]);
  });
});
