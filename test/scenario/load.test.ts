import { describe, expect, it } from "vitest";
import { formatDiagnostic } from "../../src/model/diagnostic.ts";
import { errorsOf, load, podYaml, scenarioYaml } from "./scenario-text.ts";

const files: Readonly<Record<string, string>> = {
  "cases/pods/api.yaml": podYaml.replace("web", "api"),
  "/pods/bad.yaml": "a: [1\n",
  "cases/nested.yaml": scenarioYaml(""),
};

function readFile(path: string) {
  const text = files[path];
  return text === undefined ? { unreadable: "there is no such file" } : { file: path, text };
}

describe("manifests", () => {
  it("of the file, of the scenario, and of named files come together", () => {
    const text = scenarioYaml(
      "manifests:\n- kind: Pod\n  metadata: {name: in}\n  spec: {containers: [{name: c}]}\n- pods/api.yaml",
    );
    const documents = load(text, { readFile: (path) => readFile(`cases/${path}`) });
    expect(documents.inventory.pods).toEqual([
      { name: "web", containers: ["app", "sidecar"] },
      { name: "in", containers: ["c"] },
      { name: "api", containers: ["app", "sidecar"] },
    ]);
    const [own, inline, named] = documents.manifests;
    expect(own?.locate(["metadata", "name"])).toEqual({ file: "f.yaml", line: 13, column: 18 });
    expect(inline?.locate(["metadata", "name"])).toEqual({ file: "f.yaml", line: 7, column: 22 });
    expect(inline?.locate(["spec", "nodeName"])).toEqual({ file: "f.yaml", line: 8, column: 5 });
    expect(named?.locate(["metadata", "name"])).toEqual({
      file: "cases/pods/api.yaml",
      line: 3,
      column: 18,
    });
  });

  it("are looked for beside the scenario's file", () => {
    const asked: string[] = [];
    const remember = (path: string) => {
      asked.push(path);
      return readFile(path);
    };
    errorsOf(scenarioYaml("manifests: [a/b.yaml, ../c.yaml, /d.yaml]"), { readFile: remember });
    expect(asked).toEqual(["a/b.yaml", "../c.yaml", "/d.yaml"]);
  });

  it.each([
    [
      "missing.yaml",
      'f.yaml:5:15: error: spec.manifests[0]: there is no such file, found "missing.yaml"; ' +
        "the path is relative to this file",
    ],
    ["cases/nested.yaml", "cases/nested.yaml:2:7: error: kind: a second scenario"],
    ["/pods/bad.yaml", "/pods/bad.yaml:1:5: error: "],
  ])("that cannot be used are an error, and names are not blamed: %s", (path, expected) => {
    const spec = `manifests: [${path}]\nbehaviour: {other/x: {}}`;
    const [error, ...others] = errorsOf(scenarioYaml(spec), { readFile });
    expect(others).toEqual([]);
    expect(error).toContain(expected);
  });
});

it("an update that sets a status is told that it changes nothing (strategy.go)", () => {
  const change = "set: {status.phase: Failed, metadata.labels: {a: b}}";
  const { warnings } = load(
    scenarioYaml(`stimuli: [{at: 5, action: updateObject, pod: web, ${change}}]`),
  );
  expect(warnings.map(formatDiagnostic)).toEqual([
    'f.yaml:5:73: warning: spec.stimuli[0].set["status.phase"]: the API server keeps the old status' +
      " at an update, so this changes nothing, expected a field of metadata or spec, or " +
      "status.conditions[0]; leave it out",
  ]);
});

describe("documents", () => {
  it("without a scenario are manifests of a default one", () => {
    const { scenario, manifests, warnings } = load(podYaml, { defaultModel: "textbook" });
    expect(scenario).toMatchObject({ model: "textbook", seed: 1, durationMs: 300_000 });
    expect([manifests.length, warnings]).toEqual([1, []]);
  });

  it("have one scenario at most", () => {
    const text = `${scenarioYaml("")}---\n${scenarioYaml("")}`;
    expect(errorsOf(text)).toEqual([
      "f.yaml:16:7: error: kind: a second scenario, the first is at f.yaml:2:7, " +
        "expected one document of kind Scenario; put it into a file of its own",
    ]);
  });

  it("of a scenario with nothing but its kind say what is missing", () => {
    expect(errorsOf("kind: Scenario\n")).toEqual([
      "f.yaml:1:1: error: apiVersion: is missing, expected relist.dev/v1alpha1",
      "f.yaml:1:1: error: metadata: is missing, expected an object (key: value)",
      "f.yaml:1:1: error: spec: is missing, expected an object (key: value)",
    ]);
  });
});

it("warns of what never happens", () => {
  const { warnings } = load(scenarioYaml("stimuli: [{at: 6m, action: apiDown}]"));
  expect(warnings).toMatchObject([{ severity: "warning", found: "6m", expected: "at most 5m" }]);
});
