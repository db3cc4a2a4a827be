import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { InputError, formatDiagnostic } from "../../src/model/diagnostic.ts";
import type { Overrides, PreparedInput } from "../../src/scenario/prepare.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { podYaml, scenarioYaml } from "./scenario-text.ts";

function prepare(text: string, overrides: Overrides = {}): PreparedInput {
  const readFile = () => ({ unreadable: "no such file" });
  return prepareInput(parseYaml({ file: "f.yaml", text }), { readFile, overrides });
}

const tooLong = podYaml
  .replace("name: web", "name: toolong")
  .replace(
    'name: app, image: "app:1"',
    'name: app, image: "app:1", lifecycle: {preStop: {sleep: {seconds: 31}}}',
  );

describe("a pod that the scenario expects to be refused", () => {
  it("is rejected, as case hk-05 has it", () => {
    const url = new URL("../cases/hk-05.yaml", import.meta.url);
    const { pods, rejected, scenario } = prepare(readFileSync(url, "utf8"), {
      model: "kubernetes",
    });
    const [expected] = scenario.expectations.filter(({ check }) => check === "rejected");
    expect(pods.map(({ pod }) => pod.metadata.name)).toEqual(["five", "equal", "early"]);
    expect(rejected.map(({ name }) => name)).toEqual(["toolong"]);
    expect(rejected[0]?.message).toContain(expected && "contains" in expected && expected.contains);
  });

  it("is an error where the scenario does not expect it", () => {
    expect(() => prepare(scenarioYaml("{}", tooLong))).toThrow("a sleep longer than the grace");
    const expected = "expect: [{check: rejected, pod: toolong}]";
    expect(prepare(scenarioYaml(expected, tooLong)).rejected).toHaveLength(1);
  });
});

describe("the node", () => {
  const bound = podYaml.replace("spec:", "spec:\n  nodeName: worker-7");
  const nodeOf = (text: string) => prepare(text).scenario.nodes.map(({ name }) => name);

  it("is that of a pod that was fetched from a cluster", () => {
    expect(bound).toContain("nodeName");
    expect(nodeOf(bound)).toEqual(["worker-7"]);
    expect(nodeOf(scenarioYaml("{}", bound))).toEqual(["worker-7"]);
  });

  it("refuses pods of other nodes, which is said before", () => {
    const other = bound.replace("worker-7", "worker-8").replace("name: web", "name: other");
    const [warning, ...more] = prepare(`${bound}---\n${other}`).diagnostics;
    expect(more.filter(({ severity }) => severity === "warning")).toEqual([]);
    expect(warning && formatDiagnostic(warning)).toContain(
      "warning: this is node worker-7, whose kubelet refuses pods of other nodes," +
        " found pod other of node worker-8",
    );
    const text = scenarioYaml("node: {name: node-9}", `${bound}---\n${other}`);
    const [both] = prepare(text).diagnostics;
    expect(both?.found).toBe("pod web of node worker-7, and 1 more");
  });

  it("is the scenario's where that names one", () => {
    expect(nodeOf(scenarioYaml("node: {name: n1}", bound))).toEqual(["n1"]);
  });
});

describe("the version of the scenario", () => {
  const hook = "lifecycle: {preStop: {sleep: {seconds: 0}}}";
  const zeroSleep = podYaml.replace('image: "app:1"', `image: "app:1", ${hook}`);
  const of = (version: string) => `model: kubernetes\nkubernetes: "${version}"`;

  it("decides what the API server takes", () => {
    expect(() => prepare(scenarioYaml(of("1.32"), zeroSleep))).toThrow("not in Kubernetes 1.32");
    expect(prepare(scenarioYaml(of("1.33"), zeroSleep)).pods).toHaveLength(1);
  });

  it("decides what the kubelet takes from a file, which is no error but a warning", () => {
    const write = "stimuli: [{at: 1, action: writeFile, path: a.yaml, content: web}]";
    const { files, diagnostics } = prepare(scenarioYaml(`${of("1.34")}\n${write}`, zeroSleep));
    const what =
      "spec.containers[0].lifecycle.preStop.sleep.seconds: not in a static pod of Kubernetes" +
      " 1.34: a hook that sleeps for 0 s, found 0, expected Kubernetes 1.35 or later";
    expect([...files.values()]).toEqual([{ kind: "broken", error: what }]);
    expect(diagnostics.map(formatDiagnostic)).toContain(`f.yaml:11:18: warning: ${what}`);
    const newer = prepare(scenarioYaml(`${of("1.35")}\n${write}`, zeroSleep));
    expect([...newer.files.values()]).toMatchObject([{ kind: "pods" }]);
  });

  it("says nothing to the textbook, which imitates no version", () => {
    const text = scenarioYaml('model: textbook\nkubernetes: "1.32"', zeroSleep);
    expect(prepare(text).pods).toHaveLength(1);
  });
});

describe("the set of a writeFile", () => {
  const write = (more: string) => `{at: 1, action: writeFile, path: a.yaml, ${more}}`;
  const image = (tag: string) => `set: {"spec.containers[0].image": "${tag}"}`;
  const prepared = (...writes: readonly string[]) =>
    prepare(scenarioYaml(`model: kubernetes\nstimuli:\n- ${writes.join("\n- ")}`));
  const images = ({ files }: PreparedInput) =>
    Array.from(files.values(), (file) =>
      file.kind === "pods" ? file.pods[0]?.pod.spec.containers[0]?.image : file.error,
    );

  it("changes that writing of the manifest, and no other", () => {
    const input = prepared(
      write("content: web"),
      write(`content: web, ${image("app:2")}`),
      write("content: web"),
    );
    expect(images(input)).toEqual(["app:1", "app:2", "app:1"]);
  });

  it("changes a text, too, and has the defaults of what it sets", () => {
    const text = "apiVersion: v1, kind: Pod, metadata: {name: b}";
    const content = `content: "{${text}, spec: {containers: [{name: app, image: b}]}}"`;
    expect(images(prepared(write(`${content}, ${image("b:2")}`)))).toEqual(["b:2"]);
    const probe = "readinessProbe: {httpGet: {port: 80}}";
    const set = `set: {"spec.containers": [{name: app, image: "b:1", ${probe}}]}`;
    const { files } = prepared(write(`content: web, ${set}`));
    expect([...files.values()][0]).toMatchObject({
      pods: [{ pod: { spec: { containers: [{ readinessProbe: { periodSeconds: 10 } }] } } }],
    });
  });

  it("without content changes what was written there before it", () => {
    const input = prepared(
      write("content: web"),
      write(image("app:2")),
      write(`set: {"spec.terminationGracePeriodSeconds": 5}`),
    );
    expect(images(input)).toEqual(["app:1", "app:2", "app:2"]);
    expect([...input.files.values()][2]).toMatchObject({
      pods: [{ pod: { spec: { terminationGracePeriodSeconds: 5 } } }],
    });
  });

  it("writes a broken file where the result is no manifest, and warns of it", () => {
    const input = prepared(write(`content: web, set: {"spec.restartPolicy": Sometimes}`));
    expect([...input.files.values()][0]).toMatchObject({ kind: "broken" });
    expect(input.diagnostics.map(formatDiagnostic)).toEqual([
      expect.stringMatching(/^f\.yaml:7:65: warning: spec\.restartPolicy: .*"Sometimes"/),
    ]);
  });
});

it.each(["kubernetes", "textbook"])("names the model in warnings: %s", (model) => {
  const pod = podYaml.replace("spec:\n", "spec:\n  overhead: {cpu: 1m}\n");
  const [warning] = prepare(scenarioYaml(`model: ${model}`, pod)).diagnostics;
  expect(warning?.message).toBe(
    `not simulated by the ${model} model, though it changes what a kubelet does`,
  );
});

it("tells what is wrong with scenario, model and manifests in one go, in the order of the text", () => {
  const text = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: app}], restartPolicy: Sometimes}
---
apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: x}
spec:
  seeds: 3
  requires: [controllers]
  stimuli: [{at: 1, action: deletePod, pod: wob}]
`;
  const documents = parseYaml({ file: "f.yaml", text });
  const said = (() => {
    try {
      prepareInput(documents);
    } catch (error) {
      return error instanceof InputError ? error.diagnostics.map(formatDiagnostic) : [error];
    }
    return [];
  })();
  expect(said.map((line) => String(line).split(", ")[0])).toEqual([
    "f.yaml:4:21: error: spec.containers[0].image: a container without an image",
    "f.yaml:4:50: error: spec.restartPolicy: a value it cannot have",
    "f.yaml:10:3: error: spec.seeds: unknown key",
    "f.yaml:11:14: error: spec.requires[0]: the kubernetes model does not carry out controllers yet",
    "f.yaml:12:45: error: spec.stimuli[0].pod: names no pod",
  ]);
});

it("says what it takes, to a program in JavaScript", () => {
  expect(() => prepareInput("kind: Pod" as never)).toThrow(
    "prepareInput takes a list of documents",
  );
  expect(() => parseYaml("kind: Pod" as never)).toThrow("parseYaml takes a file as {file, text}");
});
