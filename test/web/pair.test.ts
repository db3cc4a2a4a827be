/** Kubelets next to each other: what parts them, and what is but a matter of time. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SimulatedNode } from "../../src/library/simulated-node.ts";
import type { StimulusEntry } from "../../src/library/stimulus-entry.ts";
import { Pair, isForGood } from "../../src/web/pair.ts";
import { Run } from "../../src/web/run.ts";
import { inputOf } from "../../src/web/run-data.ts";

const file = "docs/examples/bootstrap.yaml";
const texts = { sources: [{ file, text: readFileSync(file, "utf8") }], named: {}, overrides: {} };
const lost: StimulusEntry = { action: "dropEvents", pod: "web", container: "app", nth: 1 };

/** Level and edge, until so long after the process of web/app was killed. */
function pairAfter(seconds: number, before: readonly StimulusEntry[] = []): Pair {
  const [level, edge] = (["level", "edge"] as const).map((observe) => {
    const node = new SimulatedNode(inputOf(texts, observe)).advanceTo(4.1);
    for (const entry of before) node.apply(entry);
    node.apply({ action: "killContainer", of: "web/app#1" }).advance(seconds);
    return new Run(inputOf(texts, observe), node.trace);
  });
  if (level === undefined || edge === undefined) throw new Error("there are two");
  return new Pair([level, edge]);
}

const told = ({ partings }: Pair) =>
  partings.map((parting) => [parting.name, isForGood(parting)] as const);

it("a kubelet that is merely faster has not parted from the other", () => {
  expect(told(pairAfter(0.2))).toEqual([["web/app", false]]);
  expect(told(pairAfter(3))).toEqual([]);
});

it("one that never hears of an end has, as soon as the event is lost", () => {
  expect(told(pairAfter(3, [lost]))).toEqual([["web/app", true]]);
});
