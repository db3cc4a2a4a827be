import { asyncScheduler } from "rxjs";
import { describe, expect, it } from "vitest";
import { SimulatedClock, createActor, createMachine, raise } from "xstate";

describe("the tripwire of core tests", () => {
  it.each([
    ["Math.random", () => Math.random()],
    ["setTimeout", () => setTimeout(() => {}, 1)],
    ["setInterval", () => setInterval(() => {}, 1)],
    ["setImmediate", () => setImmediate(() => {})],
    ["Date.now", () => Date.now()],
    ["new Date", () => new Date()],
    ["Date", () => Date()],
    ["Date.now", () => asyncScheduler.now()],
  ])("throws on %s", (name, use) => {
    expect(use).toThrow(`${name} is not deterministic`);
  });

  it("lets dates be computed from a number", () => {
    expect(new Date(0).toISOString()).toBe("1970-01-01T00:00:00.000Z");
    expect(new Date(0)).toBeInstanceOf(Date);
  });

  it("lets XState arm a timer on a clock of ours", () => {
    const clock = new SimulatedClock();
    const states = { waiting: { after: { 10: "done" } }, done: {} };
    const actor = createActor(createMachine({ initial: "waiting", states }), { clock }).start();
    clock.increment(10);
    expect(actor.getSnapshot().value).toBe("done");
  });

  it("catches a delayed event without an id, whose id XState would draw by chance", () => {
    const machine = createMachine({ entry: raise({ type: "late" }, { delay: 10 }) });
    const actor = createActor(machine, { clock: new SimulatedClock() });
    const errors: unknown[] = [];
    actor.subscribe({ error: (error) => errors.push(error) });
    actor.start();
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^Math.random is/) }),
    ]);
  });
});
