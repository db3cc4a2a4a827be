/** What the page offers to do to a node, done: each as the entry of a scenario that it is. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SimulatedNode } from "../../src/library/simulated-node.ts";
import type { StimulusEntry } from "../../src/library/stimulus-entry.ts";
import type { Observe } from "../../src/node/node-options.ts";
import { prepareTexts } from "../../src/scenario/input-texts.ts";
import { type Deed, containerDeeds, nodeDeeds } from "../../src/web/deeds.ts";
import { Run } from "../../src/web/run.ts";

/** A node that stands there, and what can be done to it. */
function nodeAt(file: string, seconds: number, observe?: Observe) {
  const sources = [{ file, text: readFileSync(file, "utf8") }];
  const node = new SimulatedNode(
    prepareTexts({ sources, named: {}, overrides: observe ? { observe } : {} }),
  );
  node.advanceTo(seconds);
  const { input, trace } = node;
  const moment = new Run(input, trace).history.at(trace.length);
  const { model } = input.scenario;
  const named = (name: string, deeds: readonly Deed[]): Deed => {
    const deed = deeds.find((each) => each.name === name);
    if (deed === undefined) throw new Error(`there is no ${name}`);
    return deed;
  };
  const act = ({ entry }: Deed): void => {
    node.apply(entry as unknown as StimulusEntry).advance(0);
  };
  return {
    node,
    doToNode: (name: string) => act(named(name, nodeDeeds(model, moment))),
    /** `of`: a run such as `web/app#1`. */
    doTo: (of: string, name: string) => {
      const row = moment.rows.find(({ pod, container }) => of.startsWith(`${pod}/${container}#`));
      if (row === undefined) throw new Error(`there is no ${of}`);
      act(named(name, containerDeeds(model, row, of)));
    },
  };
}

describe("Drop the next event", () => {
  const dropped = (node: SimulatedNode, from: number) =>
    node.trace.flatMap((record) => {
      if (record.type !== "runtimeEvent" && record.type !== "plegEvent") return [];
      const { t, pod, container, event, delivered } = record;
      return t >= from ? [[pod, container, event, delivered !== true]] : [];
    });

  it("loses exactly that one", () => {
    const { node, doToNode } = nodeAt("docs/examples/lost-event.yaml", 7, "edge");
    doToNode("Drop the next event");
    node.apply({ action: "killContainer", of: "worker/app#1" });
    node.apply({ action: "killContainer", of: "web/app#1" }).advance(0);
    expect(dropped(node, 7).slice(0, 2)).toEqual([
      ["worker", "app", "ContainerDied", true],
      ["web", "app", "ContainerDied", false],
    ]);
  });

  it("of a container leaves those of others alone", () => {
    const { node, doTo } = nodeAt("docs/examples/lost-event.yaml", 7, "edge");
    doTo("worker/app#1", "Drop its next event");
    node.apply({ action: "killContainer", of: "web/app#1" });
    node.apply({ action: "killContainer", of: "worker/app#1" }).advance(0);
    const losses = dropped(node, 7).filter(([, , , isLost]) => isLost === true);
    expect(dropped(node, 7)[0]).toEqual(["web", "app", "ContainerDied", false]);
    expect(losses).toEqual([["worker", "app", "ContainerDied", true]]);
  });

  it("is what a list has found, where a kubelet of Kubernetes lists", () => {
    const { node, doTo } = nodeAt("docs/examples/pod.yaml", 7);
    doTo("web/app#1", "Drop its next event");
    node.apply({ action: "killContainer", of: "web/app#1" }).advance(3);
    expect(dropped(node, 7)[0]).toEqual(["web", "app", "ContainerDied", true]);
    expect(dropped(node, 7).filter(([, , , isLost]) => isLost === true)).toHaveLength(1);
  });
});
