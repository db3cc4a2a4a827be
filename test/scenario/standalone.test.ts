import { describe, expect, it } from "vitest";
import { InputError, formatDiagnostic } from "../../src/model/diagnostic.ts";
import { kube, kubeInput } from "../support/kube-run.ts";

const written = "{at: 0, action: writeFile, path: web.yaml, content: web}";

function scenario(stimuli: string, more = ""): string {
  return `
    kubelet: {standalone: true}
    duration: 30s
    pods: {web: {}}
    stimuli: [${stimuli}]
    ${more}`;
}

function errors(yaml: string): string[] {
  try {
    kubeInput(yaml);
  } catch (error) {
    if (error instanceof InputError) return error.diagnostics.map(formatDiagnostic);
    throw error;
  }
  return [];
}

describe("a kubelet without an API server", () => {
  it("runs the pods of its folder, and nothing is said of an API, a mirror or a node", () => {
    const run = kube(scenario(`${written}, {at: 20, action: removeFile, path: web.yaml}`));
    expect(run.start("app")).toBe(0);
    expect(run.sigterm("app")).toBe(20);
    expect(run.of("pod").map(({ source }) => source)).toEqual(["file", "file"]);
    expect([run.of("link"), run.of("node"), run.statuses("web-node-1")]).toEqual([[], [], []]);
    expect(run.of("status").every(({ sent }) => !sent)).toBe(true);
  });

  it("has heard its sources with the folder: housekeeping kills what nobody declares (S40)", () => {
    const stray = "{at: 5, action: addContainer, pod: ghost, container: x}";
    expect(kube(scenario(`${written}, ${stray}`)).sigterm("x")).toBeLessThanOrEqual(7);
  });

  it.each([
    "deletePod, pod: web",
    "createPod, pod: web",
    "createPods, template: web, count: 1",
    "addEphemeral, pod: web, container: {name: d}",
    "updateObject, pod: web, set: {}",
    "apiDown",
    "apiUp",
  ])("refuses %s", (stimulus) => {
    const [action = ""] = stimulus.split(",");
    const [error, ...others] = errors(scenario(`${written}, {at: 1, action: ${stimulus}}`));
    expect(others).toEqual([]);
    expect(error).toContain("there is no API server: spec.kubelet.standalone is true");
    expect(error).toContain(`found ${action}`);
  });

  it("refuses a pod that no file has, and what else stands on the API", () => {
    expect(errors(scenario("", "requires: [nodeLifecycle]"))).toEqual([
      expect.stringContaining("spec.requires[0]: there is no API server"),
      expect.stringContaining("found pod web; write the pod into the static pod folder"),
    ]);
  });

  it("is none where it says so", () => {
    expect(errors("{kubelet: {standalone: false}, pods: {web: {}}}")).toEqual([]);
    expect(errors("{kubelet: {maxPods: 3}, pods: {web: {}}}")).toEqual([
      expect.stringContaining("does not carry out maxPods yet, expected one of standalone"),
    ]);
  });
});
