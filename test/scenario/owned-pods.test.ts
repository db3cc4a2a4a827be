/** A workload's name in a flag stands for its pods. */
import { describe, expect, it } from "vitest";
import { parseAssertions } from "../../src/scenario/assertion-text.ts";
import { ownedPods } from "../../src/scenario/owned-pods.ts";
import { type Overrides, prepareInput } from "../../src/scenario/prepare.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

const template = (name: string) =>
  `template: {metadata: {labels: {a: ${name}}}, spec: {containers: [{name: app, image: "a:1"}]}}`;
const workload = (kind: string, name: string, replicas: number) =>
  `apiVersion: apps/v1\nkind: ${kind}\nmetadata: {name: ${name}}\nspec: {replicas: ${replicas},` +
  ` selector: {matchLabels: {a: ${name}}}, ${template(name)}}\n`;
const pod = (name: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\n` +
  "spec: {containers: [{name: app, image: a}]}\n";

function inputOf(objects: readonly string[], overrides: Overrides = {}) {
  return prepareInput(parseYaml({ file: "f", text: objects.join("---\n") }), { overrides });
}

const api = workload("Deployment", "api", 2);
const set = workload("StatefulSet", "db", 3);

describe("the name of a workload", () => {
  it("stands for its pods by what their names have in common", () => {
    const { pods } = inputOf([api, set, workload("StatefulSet", "one", 1)]);
    expect(ownedPods("api", pods)?.pattern).toMatch(/^api-[a-z0-9]+-\*$/);
    expect(ownedPods("db", pods)).toEqual({ pattern: "db-*", names: ["db-0", "db-1", "db-2"] });
    expect(ownedPods("one", pods)).toEqual({ pattern: "one-0", names: ["one-0"] });
  });

  it("stands for nothing where a pod has it, or its pods' names begin as another's", () => {
    expect(ownedPods("api", inputOf([api, pod("api")]).pods)).toBeUndefined();
    expect(ownedPods("db", inputOf([set, pod("db-backup")]).pods)).toBeUndefined();
    expect(ownedPods("nobody", inputOf([api]).pods)).toBeUndefined();
  });

  it("is taken by --behave, --delete and --assert", () => {
    const overrides = { behave: ["db/app: exit 1 after 5s"], deletions: ["db at 20s"] };
    const input = inputOf([api, set], overrides);
    expect(input.scenario.behaviour).toEqual([
      expect.objectContaining({ pod: "db-*", container: "app" }),
    ]);
    expect(input.scenario.stimuli).toEqual([
      expect.objectContaining({
        action: "deletePod",
        pod: ["db-0", "db-1", "db-2"].map((name): unknown => expect.objectContaining({ name })),
      }),
    ]);
    const subjects = parseAssertions(["db ready", "db/app restarts > 0", "pod db removed"], input);
    expect(subjects.map(({ subject }) => subject)).toEqual([
      { kind: "pod", pod: "db-*" },
      { kind: "container", pod: "db-*", container: "app" },
      { kind: "pod", pod: "db-*" },
    ]);
  });
});

describe("a pod with the name of a workload", () => {
  it("is the one that a flag means, and a note says what the others go by", () => {
    const { diagnostics } = inputOf([api, pod("api")], { behave: ["api/app: ready 8s"] });
    expect(diagnostics).toContainEqual(
      expect.objectContaining({
        severity: "note",
        position: { file: "--behave", line: 1, column: 1 },
        message: expect.stringMatching(
          /^api is the Pod of that name, and the pods of Deployment api go by api-[a-z0-9]+-\*$/,
        ) as string,
      }),
    );
    const { diagnostics: others } = inputOf([api, pod("web")], { behave: ["web/app: ready 8s"] });
    expect(others.some(({ message }) => message.includes("go by"))).toBe(false);
  });
});
