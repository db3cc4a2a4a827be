/** Which of the pods of one name a stimulus means, and that there is only one at a time. */
import { describe, expect, it } from "vitest";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

function run(model: string, ...stimuli: readonly string[]) {
  const text = `
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  terminationGracePeriodSeconds: 5
  containers: [{name: app, image: example.com/app:1}]
---
apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: instances}
spec:
  model: ${model}
  duration: 2m
  stimuli: [${stimuli.map((stimulus) => `{${stimulus}}`).join(", ")}]
`;
  const documents = parseYaml({ file: "instances.yaml", text });
  const input = prepareInput(documents, { readFile: () => ({ unreadable: "none" }) });
  const { records } = runScenario(input);
  const messages = (type: "warning" | "rejected") =>
    records.flatMap((record) => (record.type === type ? [record.message] : []));
  const started = records.flatMap((record) =>
    record.type === "container" && record.to === "Running" ? [record.uid] : [],
  );
  return { warnings: messages("warning"), rejected: messages("rejected"), started };
}

const create = (at: string) => `at: ${at}, action: createPod, pod: web`;
const remove = (at: string, pod = "web") => `at: ${at}, action: deletePod, pod: ${pod}`;
const exists = 'pods "web" already exists';

describe.each(["textbook", "kubernetes"])("pods of one name in the %s model", (model) => {
  it("deletes no other pod than the one meant", () => {
    const { warnings } = run(model, create("1s"), remove("10s", "web@2"), remove("20s", "web@1"));
    expect(warnings).toEqual(["deletePod: the API has no pod web@2"]);
  });

  it("refuses a pod that is there already", () => {
    const { rejected, started } = run(model, create("1s"), create("10s"), create("20s"));
    expect(rejected).toEqual([exists, exists]);
    expect(started).toHaveLength(1);
  });

  it("takes it once the one before is gone, and the second is then the one to delete", () => {
    const pod = [create("1s"), remove("10s"), create("60s")];
    const { rejected, started, warnings } = run(model, ...pod, remove("90s", "web@2"));
    expect([rejected, warnings]).toEqual([[], []]);
    expect(new Set(started).size).toBe(2);
  });

  it("takes it at once after a deletion by force", () => {
    const forced = `${remove("10s")}, force: true`;
    const { rejected } = run(model, create("1s"), forced, create("10s"));
    expect(rejected).toEqual([]);
  });
});

describe("of two pods of one name in the kubernetes model", () => {
  const pods = [create("1s"), remove("10s"), create("60s")];

  it("the sandbox of the one that is meant is killed, and no other", () => {
    const killed = run("kubernetes", ...pods, "at: 80s, action: killSandbox, pod: web@2");
    expect(killed.started.filter((uid) => uid === "web@2")).toHaveLength(2);
    const spared = run("kubernetes", ...pods, "at: 80s, action: killSandbox, pod: web@1");
    expect(spared.started.filter((uid) => uid === "web@2")).toHaveLength(1);
  });

  it("a stray container is put to the one that is meant", () => {
    const stray = "at: 80s, action: addContainer, pod: web@1, container: x";
    expect(run("kubernetes", ...pods, stray).started.at(-1)).toMatch(/web@1$/);
  });
});
