/** `--delete` deletes a pod as the stimulus of a file does. */
import { describe, expect, it } from "vitest";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

const text = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: app, image: "a:1"}]}
`;

function inputOf(...deletions: readonly string[]) {
  return prepareInput(parseYaml({ file: "f.yaml", text }), {
    overrides: { deletions, durationMs: 60_000 },
  });
}

describe("--delete", () => {
  it("deletes the pod then", () => {
    const changes = runScenario(inputOf("web at 20s")).records.flatMap((record) =>
      record.type === "pod" ? [[record.change, Math.floor(record.t)]] : [],
    );
    expect(changes[0]).toEqual(["added", 0]);
    expect(changes[1]).toEqual(["terminating", 20]);
    expect(changes.at(-1)?.[0]).toBe("removed");
  });

  it.each([
    ["web", '--delete:1:1: error: is not understood, found "web", expected a pod and a time'],
    ["web at noon", "expected a pod and a time: web at 60s"],
    ["wbe at 5s", 'names no pod, found "wbe", expected web; did you mean "web"?'],
  ])("%s is refused", (said, told) => {
    expect(() => inputOf(said)).toThrow(told);
  });
});
