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
  return nodeOf({ file, text: readFileSync(file, "utf8") }, seconds, observe);
}

function nodeOf(source: { file: string; text: string }, seconds: number, observe?: Observe) {
  const sources = [source];
  const node = new SimulatedNode(
    prepareTexts({ sources, named: {}, overrides: observe ? { observe } : {} }),
  );
  node.advanceTo(seconds);
  const momentNow = () => new Run(node.input, node.trace).history.at(node.trace.length);
  const { model } = node.input.scenario;
  const named = (name: string, deeds: readonly Deed[]): Deed => {
    const deed = deeds.find((each) => each.name === name);
    if (deed === undefined) throw new Error(`there is no ${name}`);
    return deed;
  };
  const act = ({ entry }: Deed): void => {
    node.apply(entry as unknown as StimulusEntry).advance(0);
  };
  const deedsOf = (of: string): readonly Deed[] => {
    const moment = momentNow();
    const row = moment.rows.find(({ pod, container }) => of.includes(`${pod}/${container}#`));
    if (row === undefined) throw new Error(`there is no ${of}`);
    return containerDeeds(model, row, of, moment);
  };
  return {
    node,
    doToNode: (name: string) => act(named(name, nodeDeeds(model, momentNow()))),
    /** `of`: a run such as `web/app#1`. */
    doTo: (of: string, name: string) => act(named(name, deedsOf(of))),
    deedsOf,
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

const probed = (namespace: string) => ({
  file: "probed.yaml",
  text: `
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: ${namespace}}
spec:
  containers:
  - name: app
    image: example.com/web:1
    livenessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 5, failureThreshold: 2}
  - {name: side, image: "example.com/side:1"}
`,
});

describe("a probe", () => {
  it("is failed, and the kubelet kills for it; then it succeeds again", () => {
    const { node, doTo } = nodeOf(probed("default"), 12);
    doTo("web/app#1", "Fail its liveness probe");
    node.runUntil("web/app#2.start", { within: 60 });
    doTo("web/app#2", "Let its liveness probe succeed");
    const from = node.now;
    node.advance(60);
    const later = node.trace.filter(({ type, t }) => type === "probe" && t > from);
    expect(later.map((record) => "result" in record && record.result)).not.toContain("failure");
  });

  it("is offered of a container that has one", () => {
    const { deedsOf } = nodeOf(probed("default"), 5);
    const probesOf = (run: string) =>
      deedsOf(run).flatMap(({ name }) => (name.includes("probe") ? [name] : []));
    expect(probesOf("web/app#1")).toEqual(["Fail its liveness probe"]);
    expect(probesOf("web/side#1")).toEqual([]);
  });
});

it("what is done to a pod of another namespace is done to it by its name alone", () => {
  const run = "shop/web/app#1";
  for (const { name } of nodeOf(probed("shop"), 5).deedsOf(run)) {
    const { node, doTo } = nodeOf(probed("shop"), 5);
    doTo(run, name);
    const done = node.trace.findIndex(({ type }) => type === "stimulus");
    expect(node.trace.slice(done + 1).map(({ type }) => type)).not.toContain("warning");
    expect(done).toBeGreaterThan(0);
  }
});
