/** What changed between two readings of a source. */
import { describe, expect, it } from "vitest";
import { podChanges } from "../../src/decide/pod-changes.ts";
import type { DeclaredPod } from "../../src/model/pod.ts";
import { containers, pod } from "./support.ts";

const web = pod("web");
const terminating = pod("web", { deletionGraceMs: 5000 });

describe("a pod", () => {
  const rows: readonly (readonly [
    string,
    readonly DeclaredPod[],
    readonly DeclaredPod[],
    readonly string[],
  ])[] = [
    ["that is new", [], [web], ["added web"]],
    ["that is the same", [web], [web], []],
    ["that reads the same", [web], [pod("web")], []],
    ["that reads otherwise", [web], [pod("web", containers("side"))], ["updated web"]],
    ["whose deletion was asked for", [web], [terminating], ["terminating web"]],
    [
      "whose grace got shorter",
      [terminating],
      [{ ...terminating, deletionGraceMs: 1 }],
      ["updated web"],
    ],
    ["that is gone", [web], [], ["removed web"]],
    ["of another UID", [web], [pod("web", { uid: "next" })], ["added web", "removed web"]],
  ];

  it.each(rows)("%s", (_, before, after, changes) => {
    expect(podChanges(before, after).map(({ change, pod: of }) => `${change} ${of}`)).toEqual(
      changes,
    );
  });
});

it("tells news in the order of the new reading, then what is gone in that of the old", () => {
  const changes = podChanges([pod("c"), pod("b"), pod("a")], [pod("z"), pod("b"), pod("y")]);
  expect(changes.map(({ change, pod: of }) => `${change} ${of}`)).toEqual([
    "added z",
    "added y",
    "removed c",
    "removed a",
  ]);
});

it("tells who the pod is, who declares it and what it holds", () => {
  expect(podChanges([], [pod("web", { source: "api", ...containers("app", "side") })])).toEqual([
    {
      type: "pod",
      namespace: "default",
      pod: "web",
      uid: "uid-web",
      change: "added",
      source: "api",
      containers: ["app", "side"],
    },
  ]);
});
