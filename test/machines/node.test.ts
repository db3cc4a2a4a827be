/** The node: its kubelet comes and goes, its containers go on. */
import { describe, expect, it } from "vitest";
import { transition } from "xstate";
import { nodeMachine } from "../../machines/world/node.ts";
import { PodInstances } from "../../machines/world/pod-instances.ts";
import { actorOf, serviceOf } from "../../src/node/node-system.ts";
import { declaredPod, node, reachable } from "./support.ts";

const instances = new PodInstances();
const input = { behaviour: [], instances, kubelet: { periodMs: 1000, phaseMs: 0, now: () => 0 } };
const start = { type: "kubelet.start" } as const;
const stop = { type: "kubelet.stop" } as const;

describe("in each state, each event", () => {
  it.each([
    ["kubeletDown", start, "kubeletUp", ["started"]],
    ["kubeletDown", stop, "kubeletDown", []],
    ["kubeletUp", start, "kubeletUp", []],
    ["kubeletUp", stop, "kubeletDown", ["stopped"]],
  ] as const)("%s + $type -> %s", (from, event, to, changes) => {
    const snapshot = nodeMachine.resolveState({ value: from, context: input });
    const [next, actions] = transition(nodeMachine, snapshot, event);
    expect(next.value).toBe(to);
    const published = actions.filter(({ type }) => type === "publish");
    expect(published.map(({ params }) => params)).toEqual(
      changes.map((change) => ({ type: "kubelet", change })),
    );
  });

  it("reaches every state", () => {
    const events = [start, stop];
    expect(reachable(nodeMachine, input, events)).toEqual(["kubeletDown", "kubeletUp"]);
  });
});

describe("a node on virtual time", () => {
  it("has its services from the start, and a kubelet while one runs", () => {
    const { root } = node();
    for (const name of ["runtime", "apiLink", "fileSource"] as const) {
      expect(serviceOf(root, name).getSnapshot().status).toBe("active");
    }
    expect(actorOf(root, "kubelet")).toBeUndefined();
  });

  it("lets containers live on without a kubelet, and starts none", () => {
    const world = running();
    world.stopKubelet();
    world.tellFiles({ type: "file.write", path: "b.yaml", pods: [declaredPod("worker")] });
    world.advanceBy(10_000);
    expect(world.list()).toMatchObject([{ id: "c1", state: "Running" }]);
    expect(world.kubeletMemory).toBeUndefined();
  });

  it("starts a kubelet that remembers nothing, and removes nothing", () => {
    const world = running();
    const before = world.kubeletMemory;
    world.stopKubelet();
    world.startKubelet();
    world.advanceBy(5000);
    expect(world.kubeletMemory).not.toBe(before);
    expect(world.list()).toMatchObject([{ id: "c1", state: "Running" }]);
    expect(world.counters).toMatchObject({ creates: 1, removes: 0 });
  });

  it("makes no round for a kubelet that was stopped", () => {
    const world = running();
    const { lists } = world.counters;
    world.stopKubelet();
    world.advanceBy(10_000);
    expect(world.counters.lists).toBe(lists);
    expect(world.simulation.clock.pending).toBe(0);
  });

  it.each(["runtime", "apiLink", "fileSource"] as const)("stops the run when %s fails", (name) => {
    const world = node();
    const { id } = serviceOf(world.root, name);
    const error = new Error("out of order");
    world.root.send({ type: `xstate.error.actor.${id}`, actorId: id, error });
    expect(() => world.advanceBy(0)).toThrow(`actor "${id}" failed: out of order`);
  });
});

function running() {
  const world = node();
  world.startKubelet();
  world.tellFiles({ type: "file.write", path: "a.yaml", pods: [declaredPod()] });
  world.advanceBy(1500);
  return world;
}
