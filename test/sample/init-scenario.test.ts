/** What `relist init` writes holds as it is. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/model/diagnostic.ts";
import { checkRun } from "../../src/sample/check-run.ts";
import { initScenario } from "../../src/sample/init-scenario.ts";
import { withSeed } from "../../src/sample/sample.ts";
import { valueAt } from "../../src/scenario/issues.ts";
import { isScenario } from "../../src/scenario/parse.ts";
import { type PreparedInput, prepareInput } from "../../src/scenario/prepare.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

const pod = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  initContainers:
  - {name: setup, image: "a:1"}
  - {name: proxy, image: "a:1", restartPolicy: Always}
  containers:
  - name: app
    image: "a:1"
    startupProbe: {tcpSocket: {port: 80}}
    livenessProbe: {tcpSocket: {port: 80}}
    readinessProbe: {tcpSocket: {port: 80}}
    lifecycle: {postStart: {exec: {command: [a]}}, preStop: {sleep: {seconds: 5}}}
`;

function init(text: string, isInline = true): string {
  return initScenario({ name: "x", sources: [{ file: "m.yaml", text }], isInline });
}

function prepare(text: string, manifests = ""): PreparedInput {
  const readFile = (path: string) => ({ file: path, text: manifests });
  return prepareInput(parseYaml({ file: "s.yaml", text }), { readFile });
}

/** The manifests of a scenario's file, each as JSON, which is YAML too. */
function manifestsIn(path: string): string {
  const documents = parseYaml({ file: path, text: readFileSync(path, "utf8") });
  const objects = documents.flatMap((document): readonly unknown[] => {
    if (!isScenario(document)) return [document.value];
    const named = valueAt(document.value, ["spec", "manifests"]);
    return Array.isArray(named) ? named.filter((one) => typeof one === "object") : [];
  });
  return objects.map((object) => `---\n${JSON.stringify(object)}\n`).join("");
}

/** One of each kind. */
const files = [
  "docs/examples/pod.yaml",
  "docs/examples/sidecar-in-job.yaml",
  "docs/examples/job-that-fails.yaml",
  "test/cases/hk-03.yaml",
  "test/cases/pr-04.yaml",
  "test/cases/sb-01.yaml",
  "test/cases/admission-pods.yaml",
];

describe("a scenario for the manifests of", () => {
  it.each(files)("%s", (path) => {
    const text = manifestsIn(path);
    const input = prepare(init(text));
    // Of one of the seeds that it was made from, and of another.
    for (const seed of [3, 21]) {
      const { results } = checkRun({ input: withSeed(input, seed), assertions: [] });
      expect(results.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
    }
  });
});

it("has each container, probe and hook, and the manifest by name", () => {
  const text = init(pod, false);
  expect(text).toContain('manifests:\n  - "m.yaml"\n');
  for (const part of [
    /"setup": +# an init container, which has to end\n.*\n.*\n +exitAfter: 0s +# needed: /,
    /"proxy": +# a sidecar\n/,
    /"app": +# a container that runs for ever\n/,
    /startup: \[\]\n +liveness: \[\]\n +readiness: \[\]/,
    / postStart: \{takes: 0s, result: success\}/,
    /# preStop: \{result: success\} +# sleeps as the manifest says/,
    /- \{check: exit, of: web\/setup#1, code: 0\}/,
    /- \{check: state, path: web.conditions.Ready, equals: "True", atEnd: true\}/,
  ]) {
    expect(text).toMatch(part);
  }
  expect(prepare(text, pod).scenario.behaviourKeys).toHaveLength(3);
});

describe("a scenario for a Deployment", () => {
  const template = `{metadata: {labels: {a: b}}, spec: {
    initContainers: [{name: setup, image: "a:1"}],
    containers: [{name: app, image: "a:1", readinessProbe: {tcpSocket: {port: 80}},
      lifecycle: {preStop: {exec: {command: [sleep, "15"]}}}}]}}`;
  const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: {replicas: 3, selector: {matchLabels: {a: b}}, template: ${template}}
`;

  it("expects of its pods by a pattern, and holds after an edit of their template", () => {
    const text = init(deployment, false);
    const [, expected = ""] = text.split("  expect:\n");
    const of = (container: string) => `{type: container, pod: "web-*", container: ${container}, to`;
    const pods = '{kind: pod, pod: "web-*", phase: Running, ready: true}';
    expect(expected.trim().split("\n  ")).toEqual([
      `- {check: count, of: ${of("setup")}: Running}, equals: 3}`,
      `- {check: count, of: ${of("setup")}: Exited, exitCode: 0}, equals: 3}`,
      `- {check: count, of: ${of("app")}: Running}, equals: 3}`,
      `- {check: concurrent, of: ${pods}, min: 3, max: 3, window: [end, end]}`,
    ]);
    const outcomes = (manifest: string) => {
      const { results } = checkRun({ input: prepare(text, manifest), assertions: [] });
      return results.map(({ outcome }) => outcome);
    };
    const edited = deployment.replace('app, image: "a:1"', 'app, image: "a:2"');
    expect(outcomes(edited)).toEqual(Array(4).fill("passed"));
    const fewer = deployment.replace("replicas: 3", "replicas: 2");
    expect(outcomes(fewer)).toEqual(Array(4).fill("failed"));
  });

  it("says of its hook what the program reads from its command", () => {
    const text = init(deployment);
    expect(text).toMatch(/preStop: \{takes: 15s, result: success\} +# as its command says/);
  });
});

it("has stimuli that are right once their # is gone", () => {
  const text = init(pod).replaceAll(/^ {2}# (stimuli:|- \{)/gm, "  $1");
  expect(prepare(text).scenario.stimuli).toHaveLength(7);
});

it("is not written for a scenario", () => {
  expect(() => init(init(pod))).toThrow(InputError);
});
