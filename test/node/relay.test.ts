/** Messages between actors: with their sender, and never to one that has stopped. */
import { describe, expect, it } from "vitest";
import { type InspectionEvent, createActor, setup } from "xstate";
import { relay } from "../../src/node/relay.ts";
import { listLines, nodeWith, pod } from "./sample-node.ts";

const echoMachine = setup({
  types: { context: {} as { heard: number }, events: {} as { type: "hello" } },
}).createMachine({
  id: "echo",
  context: () => ({ heard: 0 }),
  on: {
    hello: {
      actions: ({ context }) => {
        context.heard++;
      },
    },
  },
});

function actors() {
  const seen: InspectionEvent[] = [];
  const source = createActor(echoMachine, { inspect: (event) => seen.push(event) }).start();
  const target = createActor(echoMachine, { parent: source, id: "target" }).start();
  return { source, target, seen };
}

describe("relay", () => {
  it("delivers at once and keeps the sender, which an inspector draws its arrows by", () => {
    const { source, target, seen } = actors();
    relay(source, target, { type: "hello" });
    expect(target.getSnapshot().context.heard).toBe(1);
    const told = seen.filter(
      (event) => event.type === "@xstate.event" && event.event.type === "hello",
    );
    expect(told).toMatchObject([{ actorRef: { id: "target" }, sourceRef: source }]);
  });

  it("drops what is for an actor that has stopped, without a word", () => {
    const { source } = actors();
    const target = createActor(echoMachine).start();
    target.stop();
    relay(source, target, { type: "hello" });
    expect(target.getSnapshot().context.heard).toBe(0);
    // XState warns of such a message on the console: the set-up of core tests would fail this one.
    expect(console.warn).not.toHaveBeenCalled();
  });

  it("delivers what a stopped actor had sent", () => {
    const { target } = actors();
    const source = createActor(echoMachine).start();
    source.stop();
    relay(source, target, { type: "hello" });
    expect(target.getSnapshot().context.heard).toBe(1);
  });
});

describe("a kubelet that is stopped while its calls are under way", () => {
  it("is not given the answers, and what it asked for goes on", () => {
    const node = nodeWith([pod()], { latency: { list: 300, create: 300 } });
    node.advanceTo(400);
    node.stopKubelet();
    node.advanceTo(10_000);
    // Created, and never told to start: nobody heard that it was there.
    expect(listLines(node)).toEqual(["c1 web/app Creating"]);
    expect(node.counters.lists).toBe(1);
    node.startKubelet();
    node.advanceTo(12_000);
    expect(listLines(node)).toEqual(["c1 web/app Running"]);
    expect(node.counters.creates).toBe(1);
  });

  it("is not given the list it asked for", () => {
    const node = nodeWith([pod()], { latency: { list: 300 } });
    node.advanceTo(100);
    node.stopKubelet();
    node.startKubelet();
    node.advanceTo(299);
    expect(node.counters.lists).toBe(0);
    node.advanceTo(400);
    expect(node.counters).toMatchObject({ lists: 2, creates: 1 });
  });
});
