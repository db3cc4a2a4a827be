/**
 * What an `updateObject` cannot change is refused when the scenario is read.
 *
 * Models: kubernetes/pkg/registry/core/pod/strategy.go PrepareForUpdate.
 */
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/model/diagnostic.ts";
import { kubeInput } from "../support/kube-run.ts";

function errors(change: string): readonly string[] {
  try {
    kubeInput(
      `pods: {web: {}}\nstimuli: [{at: 1, action: updateObject, pod: web, set: {${change}}}]`,
    );
  } catch (error) {
    if (error instanceof InputError) return error.message.split("\n");
    throw error;
  }
  return [];
}

const up = "type: example.com/up";

describe("what an update may set", () => {
  it.each([
    '"spec.containers[0].image": "app:2"',
    '"spec.nodeSelector[\\"a.b/c\\"]": d',
    "spec.activeDeadlineSeconds: 5",
    "metadata.labels: {a: b}",
    '"metadata.annotations[\\"a.b/c\\"]": d',
    // The API server tells that they are immutable.
    "metadata.name: other",
    `"status.conditions[0]": {${up}, status: "False", reason: A, message: b}`,
  ])("is %s", (change) => {
    expect(errors(change)).toEqual([]);
  });

  it.each([
    ["foo: 1", 'foo: no field of a Pod, found "foo"'],
    ["spec.container: []", 'no field of spec, found "container"', 'did you mean "containers"?'],
    ['"spec.containers[0].imag": a', "no field of spec.containers[0]", 'did you mean "image"?'],
    ["spec.containers.image: a", "no field of spec.containers", "expected the place of an item"],
    ["metadata.finalizers: []", "no update changes it here, found metadata.finalizers"],
    ["metadata.resourceVersion: a", "no update changes it here"],
    ["kind: Job", "no update changes it here"],
    ['"status.conditions[0]": {type: Ready, status: "True"}', "that the kubelet writes"],
    [`"status.conditions[0]": {${up}, status: Yes}`, "no condition", "{type: example.com/up"],
    [`"status.conditions[0]": {${up}, status: "True", since: 3}`, "no condition"],
    ['"status.conditions[0]": "True"', "no condition"],
  ])("is not %s", (change, ...texts) => {
    const told = errors(change);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^test\.yaml:1:\d+: error: spec\.stimuli\[0\]\.set/);
    for (const text of texts) expect(told[0]).toContain(text);
  });
});
