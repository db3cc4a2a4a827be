/** What is done to a container that is over is told of, like a deletion of a pod that is gone. */
import { describe, expect, it } from "vitest";
import { prepareTexts } from "../../src/scenario/input-texts.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";

function warningsOf(model: "textbook" | "kubernetes", ...stimuli: readonly string[]) {
  const text = [
    "apiVersion: relist.dev/v1alpha1",
    "kind: Scenario",
    "metadata: {name: ended}",
    "spec:",
    "  duration: 90s",
    "  stimuli:",
    ...stimuli.map((stimulus) => `  - {${stimulus}}`),
    "---",
    "apiVersion: v1",
    "kind: Pod",
    "metadata: {name: web}",
    "spec:",
    "  restartPolicy: Never",
    "  containers: [{name: app, image: web}]",
  ].join("\n");
  const sources = [{ file: "ended.yaml", text }];
  const { records } = runScenario(prepareTexts({ sources, named: {}, overrides: { model } }));
  return records.flatMap((record) => (record.type === "warning" ? record.message : []));
}

const kill = "action: killContainer, of: web/app#1, exitCode: 1";
const remove = "action: removeContainer, of: web/app#1";

describe.each(["textbook", "kubernetes"] as const)("with the %s model", (model) => {
  it("a process that runs is killed, and an ended container removed, without a word", () => {
    expect(warningsOf(model, `at: 30s, ${kill}`, `at: 30.2s, ${remove}`)).toEqual([]);
  });

  it("a process that has ended cannot be killed", () => {
    expect(warningsOf(model, `at: 30s, ${kill}`, `at: 30.2s, ${kill}`)).toEqual([
      "killContainer: web/app#1 has ended",
    ]);
  });

  it("a container that was removed can be neither killed nor removed", () => {
    const [first, second] = [`at: 30s, ${kill}`, `at: 30.2s, ${remove}`];
    expect(warningsOf(model, first, second, `at: 31s, ${kill}`, `at: 31s, ${remove}`)).toEqual([
      "killContainer: the runtime has no web/app#1 any more",
      "removeContainer: the runtime has no web/app#1 any more",
    ]);
  });
});
