/** What ends a run: a limit, or something that throws; the message says where, and after what. */
import { Subject } from "rxjs";
import { describe, expect, it } from "vitest";
import { createActor, setup } from "xstate";
import { EventBus } from "../../src/bus/event-bus.ts";
import { type SimulationLimits, SimulationError } from "../../src/sim/limits.ts";
import { Simulation } from "../../src/sim/simulation.ts";

interface Note {
  readonly type: "note";
  readonly what: string;
}

function simulation(limits: Partial<SimulationLimits> = {}): Simulation<Note> {
  return new Simulation<Note>({ node: "n1", seed: 42, limits });
}

function record(sim: Simulation<Note>, what: string): void {
  sim.recorder.record({ type: "note", what });
}

/** The error that ends a run; that there is one is part of what is expected. */
function errorOf(run: () => void): SimulationError {
  try {
    run();
  } catch (error) {
    if (error instanceof SimulationError) return error;
    throw error;
  }
  throw new Error("the run did not end");
}

/** Ticks each second, for ever. */
function ticking(limits: Partial<SimulationLimits>): Simulation<Note> {
  const sim = simulation(limits);
  let ticks = 0;
  const tick = (): void => {
    record(sim, `tick ${++ticks}`);
    sim.clock.setTimeout(tick, 1000);
  };
  sim.clock.setTimeout(tick, 1000);
  return sim;
}

describe("a limit", () => {
  it("on events ends a run that goes on too long, and shows where it was", () => {
    const sim = ticking({ events: 20 });
    const { message } = errorOf(() => sim.advanceTo(3_600_000));
    expect(message.split("\n").slice(0, 2)).toEqual([
      'the limit "events" is reached: more than 20 messages and timers. ' +
        "Simulate a shorter time or less at once; a program can raise limits.events",
      "at 21 s, seed 42; the trace ends with",
    ]);
    expect(message.split("\n")).toHaveLength(2 + 12);
    expect(message.split("\n").at(-1)).toBe(
      '  {"t":21,"seq":21,"node":"n1","cause":20,"type":"note","what":"tick 21"}',
    );
  });

  it("allows exactly as many events as it says", () => {
    const sim = ticking({ events: 20 });
    sim.advanceTo(20_999);
    expect(sim.turns).toBe(20);
    expect(() => sim.advanceTo(21_000)).toThrow(SimulationError);
  });

  it("on one instant ends two that answer each other for ever", () => {
    const sim = simulation({ eventsAtInstant: 100 });
    const ping = (): void => sim.post(pong);
    const pong = (): void => sim.post(ping);
    sim.clock.setTimeout(ping, 7000);
    const { message } = errorOf(() => sim.advanceTo(10_000));
    expect(message).toContain('the limit "eventsAtInstant" is reached: more than 100');
    expect(message).toContain("at 7 s, seed 42; no record was written");
  });

  it("on one instant counts anew when time goes on", () => {
    const sim = ticking({ eventsAtInstant: 1 });
    sim.advanceTo(100_000);
    expect(sim.turns).toBe(100);
  });

  it("on the queue ends a run that sends more than it handles", () => {
    const sim = simulation({ queue: 50 });
    sim.post(() => {
      record(sim, "flood");
      for (let index = 0; index < 60; index++) sim.post(() => record(sim, "never"));
    });
    const { message } = errorOf(() => sim.advanceBy(0));
    expect(message).toContain('the limit "queue" is reached: more than 50 messages wait');
    expect(message).toContain("seed 42");
    expect(message.split("\n").at(-1)).toContain('"what":"flood"');
  });

  it("on the queue counts what waits, not what was handled", () => {
    const sim = simulation({ queue: 2 });
    let left = 5000;
    const next = (): void => {
      if (left-- > 0) sim.post(next);
    };
    sim.post(next);
    sim.advanceBy(0);
    expect(sim.turns).toBe(5001);
  });

  it("on virtual time refuses to go further", () => {
    const sim = ticking({ timeMs: 60_000 });
    sim.advanceTo(60_000);
    const { message } = errorOf(() => sim.advanceBy(1));
    expect(message).toContain('the limit "timeMs" is reached: more than 60000 milliseconds');
    expect(message).toContain("at 60 s, seed 42; the trace ends with");
    expect(() => sim.advanceTo(Infinity)).toThrow(SimulationError);
    expect(sim.clock.now()).toBe(60_000);
  });

  it("that ended a run keeps it ended", () => {
    const sim = ticking({ events: 20 });
    expect(() => sim.advanceTo(3_600_000)).toThrow(SimulationError);
    const { records } = sim.recorder;
    const written = records.length;
    expect(() => sim.advanceTo(3_600_000)).toThrow('the limit "events" is reached');
    expect(records).toHaveLength(written);
  });

  it("that is not set is the default", () => {
    const sim = simulation({ events: 1 });
    sim.post(() => {});
    sim.advanceBy(9 * 365 * 24 * 3_600_000);
    expect(() => sim.advanceBy(2 * 365 * 24 * 3_600_000)).toThrow('"timeMs"');
  });
});

describe("what throws stops the run", () => {
  it("from a message, with the end of the trace and the thrown error as cause", () => {
    const sim = simulation();
    const thrown = new RangeError("no such pod");
    sim.post(() => {
      record(sim, "last words");
      throw thrown;
    });
    sim.post(() => record(sim, "never"));
    const error = errorOf(() => sim.advanceBy(1000));
    expect(error.message).toBe(
      "the run stopped: no such pod\nat 0 s, seed 42; the trace ends with\n" +
        '  {"t":0,"seq":1,"node":"n1","type":"note","what":"last words"}',
    );
    expect(error.cause).toBe(thrown);
    expect(error.name).toBe("SimulationError");
  });

  it("from a timer, at its time", () => {
    const sim = simulation();
    sim.clock.setTimeout(() => {
      throw new Error("too late");
    }, 1500);
    expect(errorOf(() => sim.advanceBy(9000)).message).toContain(
      "the run stopped: too late\nat 1.5 s, seed 42",
    );
  });

  it("also when it is no error", () => {
    const sim = simulation();
    sim.post(() => sim.fail("a plain word"));
    expect(errorOf(() => sim.advanceBy(0)).message).toContain("the run stopped: a plain word");
  });

  it("for good: the next advance says the same and handles nothing", () => {
    const sim = simulation();
    let handled = 0;
    sim.post(() => sim.fail(new Error("first")));
    sim.post(() => handled++);
    expect(() => sim.advanceBy(0)).toThrow("first");
    sim.fail(new Error("second"));
    expect(() => sim.advanceBy(1000)).toThrow("the run stopped: first");
    expect(handled).toBe(0);
  });

  it("from an actor, told by its error observer", () => {
    const sim = simulation();
    const machine = setup({ types: { events: {} as { type: "go" } } }).createMachine({
      id: "fragile",
      on: {
        go: {
          actions: () => {
            throw new Error("an action failed");
          },
        },
      },
    });
    const actor = createActor(machine, { clock: sim.clock });
    actor.subscribe({ error: (error) => sim.fail(error) });
    actor.start();
    sim.post(() => actor.send({ type: "go" }));
    expect(errorOf(() => sim.advanceBy(0)).message).toContain("the run stopped: an action failed");
  });

  it("from a handler of the bus, by its name", () => {
    const sim = simulation();
    const bus = new EventBus<Note>({ causes: sim.causes, onError: (error) => sim.fail(error) });
    bus.handle("fragile", bus.events$, () => {
      throw new Error("a handler failed");
    });
    bus.handle("trace", bus.events$, (event) => sim.recorder.record(event));
    sim.post(() => bus.publish({ type: "note", what: "a" }));
    const { message } = errorOf(() => sim.advanceBy(0));
    expect(message).toContain('handler "fragile" of the bus threw: a handler failed');
    expect(message.split("\n").at(-1)).toContain('"what":"a"');
  });

  it("from a stream that a handler hears, and not from a host timer later", () => {
    const sim = simulation();
    const bus = new EventBus<Note>({ causes: sim.causes, onError: (error) => sim.fail(error) });
    const broken$ = new Subject<Note>();
    bus.handle("fragile", broken$, () => {});
    sim.post(() => broken$.error(new Error("the stream broke")));
    expect(errorOf(() => sim.advanceBy(0)).message).toContain("the stream broke");
    // Whatever RxJS or XState left to a host timer, the set-up of core tests throws after the test.
    expect(globalThis.setTimeout).not.toHaveBeenCalled();
  });
});

it.each([
  ["events", NaN],
  ["queue", -1],
  ["timeMs", "5"],
  ["eventsAtInstant", undefined],
])("a limit that would be none is refused: %s of %s", (name, value) => {
  const limits = { [name]: value } as Partial<SimulationLimits>;
  const expected = `limits.${name} must be a number, 0 or more, got ${value}`;
  expect(() => simulation(limits)).toThrow(expected);
});
