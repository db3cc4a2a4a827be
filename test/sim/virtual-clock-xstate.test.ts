/** XState on the virtual clock: `after` and delayed events of machines. */
import { describe, expect, it } from "vitest";
import { createActor, raise, setup } from "xstate";
import { VirtualClock, ranks } from "../../src/sim/virtual-clock.ts";

const chainMachine = setup({}).createMachine({
  id: "chain",
  initial: "a",
  states: {
    a: { after: { 1000: "b" } },
    b: { after: { 1000: "c" } },
    c: { after: { 1000: "d" } },
    d: {},
  },
});

const blinkerMachine = setup({ types: { events: {} as { type: "stop" } } }).createMachine({
  id: "blinker",
  initial: "off",
  states: {
    off: { after: { 700: "on" }, on: { stop: "stopped" } },
    on: { after: { 300: "off" }, on: { stop: "stopped" } },
    stopped: {},
  },
});

describe("a machine on the virtual clock", () => {
  it("walks a chain of delays in one jump", () => {
    const clock = new VirtualClock();
    const actor = createActor(chainMachine, { clock }).start();
    clock.advanceBy(2999);
    expect(actor.getSnapshot().value).toBe("c");
    clock.advanceBy(1);
    expect(actor.getSnapshot().value).toBe("d");
    expect(clock.pending).toBe(0);
  });

  it("takes its turns between those of others, in due order", () => {
    const clock = new VirtualClock();
    const seen: string[] = [];
    const actor = createActor(blinkerMachine, { clock });
    actor.subscribe(({ value }) => seen.push(`${clock.now()} ${value}`));
    actor.start();
    for (const atMs of [500, 800, 1500, 1800]) {
      clock.arm(() => seen.push(`${clock.now()} world`), atMs, ranks.world);
    }
    clock.advanceBy(2000);
    expect(seen).toEqual([
      "0 off",
      "500 world",
      "700 on",
      "800 world",
      "1000 off",
      "1500 world",
      "1700 on",
      "1800 world",
      "2000 off",
    ]);
  });

  it("looks after the world has moved, when both fall on one instant", () => {
    const clock = new VirtualClock();
    const seen: string[] = [];
    const actor = createActor(blinkerMachine, { clock }).start();
    actor.subscribe(({ value }) => seen.push(value));
    clock.arm(() => seen.push("world"), 700, ranks.world);
    clock.advanceBy(700);
    expect(seen).toEqual(["world", "on"]);
  });

  it("takes its delays back when it leaves a state or is stopped", () => {
    const clock = new VirtualClock();
    const actor = createActor(blinkerMachine, { clock }).start();
    expect(clock.pending).toBe(1);
    actor.send({ type: "stop" });
    expect(clock.pending).toBe(0);
    const other = createActor(blinkerMachine, { clock }).start();
    other.stop();
    expect(clock.pending).toBe(0);
  });

  it("delivers a delayed event of its own at its time", () => {
    const clock = new VirtualClock();
    const machine = setup({ types: { events: {} as { type: "ring" } } }).createMachine({
      id: "alarm",
      initial: "armed",
      states: {
        armed: {
          entry: raise({ type: "ring" }, { delay: 250, id: "ring" }),
          on: { ring: "rung" },
        },
        rung: {},
      },
    });
    const actor = createActor(machine, { clock }).start();
    clock.advanceBy(249);
    expect(actor.getSnapshot().value).toBe("armed");
    clock.advanceBy(1);
    expect(actor.getSnapshot().value).toBe("rung");
  });
});
