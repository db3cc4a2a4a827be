import { describe, expect, it } from "vitest";
import { notesOf } from "./load.ts";

const podWith = (...fields: readonly string[]): string =>
  [
    "apiVersion: v1",
    "kind: Pod",
    "metadata: {name: a}",
    "spec:",
    "  containers: [{name: a, image: b}]",
    ...fields.map((field) => `  ${field}`),
    "",
  ].join("\n");

const kubernetes = { model: "kubernetes" } as const;

describe("a pod's priorityClassName", () => {
  it.each([
    ["is one of every API server", ["priorityClassName: system-node-critical"]],
    [
      "has its priority beside it",
      ["priorityClassName: system-cluster-critical", "priority: 2000000000"],
    ],
    ["is somebody's own, with its priority", ["priorityClassName: high", "priority: 1000"]],
    ["is empty", ['priorityClassName: ""']],
  ])("is no news where it %s", (_, fields) => {
    expect(notesOf(podWith(...fields), kubernetes)).toEqual([]);
  });

  it("needs the priority of a class that nobody declares", () => {
    const text = podWith("priorityClassName: high");
    expect(notesOf(`${text}---\n${text.replace("name: a}\n", "name: c}\n")}`, kubernetes)).toEqual([
      "f:6:3: warning: spec.priorityClassName: no PriorityClass is read, so that the pod has no" +
        " priority, found in 2 places; write the value of its class to spec.priority, too",
    ]);
  });
});
