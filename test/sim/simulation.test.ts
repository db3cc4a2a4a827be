/** The kernel: turns of messages and timers, their order and their causes. */
import * as fc from "fast-check";
import { interval } from "rxjs";
import { describe, expect, it } from "vitest";
import { Simulation } from "../../src/sim/simulation.ts";
import { ranks } from "../../src/sim/virtual-clock.ts";

interface Note {
  readonly what: string;
}

function simulation(): Simulation<Note> {
  return new Simulation<Note>({ node: "n1", seed: 42 });
}

/** What the trace tells, as `<seconds> <what> <- <cause>`. */
function lines({ recorder }: Simulation<Note>): string[] {
  return recorder.records.map(({ t, what, cause }) => `${t} ${what} <- ${cause ?? "the world"}`);
}

describe("turns", () => {
  it("handles a message in a turn of its own, after the one that sent it", () => {
    const sim = simulation();
    const seen: string[] = [];
    sim.post(() => {
      seen.push("a begins");
      sim.post(() => seen.push("b"));
      sim.post(() => seen.push("c"));
      seen.push("a ends");
    });
    expect(seen).toEqual([]);
    sim.advanceBy(0);
    expect(seen).toEqual(["a begins", "a ends", "b", "c"]);
    expect(sim.turns).toBe(3);
  });

  it("handles all messages before the next timer, even one of the same instant", () => {
    const sim = simulation();
    const seen: string[] = [];
    sim.clock.setTimeout(() => {
      seen.push("timer 1");
      sim.post(() => {
        seen.push("message");
        sim.post(() => seen.push("message of the message"));
      });
    }, 10);
    sim.clock.setTimeout(() => seen.push("timer 2"), 10);
    sim.clock.arm(() => seen.push("world"), 10, ranks.world);
    sim.advanceBy(10);
    expect(seen).toEqual(["world", "timer 1", "message", "message of the message", "timer 2"]);
  });

  it("keeps the order of a queue that is much longer than its first piece", () => {
    const sim = simulation();
    const seen: number[] = [];
    for (let index = 0; index < 5000; index++) {
      sim.post(() => {
        seen.push(index);
        if (index % 2 === 0) sim.post(() => seen.push(5000 + index));
      });
    }
    sim.advanceBy(0);
    const later = Array.from({ length: 2500 }, (_, index) => 5000 + 2 * index);
    expect(seen).toEqual([...Array.from({ length: 5000 }, (_, index) => index), ...later]);
  });

  it("refuses to be advanced from within a turn, and ends there", () => {
    const sim = simulation();
    sim.post(() => sim.advanceBy(1000));
    expect(() => sim.advanceTo(10)).toThrow("from outside, not from within a turn");
  });

  it("stands at the end of what it was advanced to", () => {
    const sim = simulation();
    sim.advanceBy(1000);
    sim.advanceTo(2500);
    expect(sim.clock.now()).toBe(2500);
    expect(() => sim.advanceTo(2499)).toThrow("time does not go back");
    expect(() => sim.advanceTo(Number.NaN)).toThrow("time does not go back");
  });

  it("runs RxJS's time on its clock", () => {
    const sim = simulation();
    const seen: number[] = [];
    interval(100, sim.clock).subscribe((value) => sim.post(() => seen.push(value)));
    sim.advanceBy(350);
    expect(seen).toEqual([0, 1, 2]);
    expect(sim.turns).toBe(6);
  });
});

describe("causes", () => {
  it("makes a record the cause of what its turn sends and arms", () => {
    const sim = simulation();
    sim.post(() => {
      sim.recorder.record({ what: "a" });
      sim.post(() => sim.recorder.record({ what: "sent by a" }));
      sim.clock.setTimeout(() => sim.recorder.record({ what: "armed by a" }), 1000);
      sim.recorder.record({ what: "b" });
      sim.post(() => sim.recorder.record({ what: "sent by b" }));
    });
    sim.advanceBy(1000);
    expect(lines(sim)).toEqual([
      "0 a <- the world",
      "0 b <- 1",
      "0 sent by a <- 1",
      "0 sent by b <- 2",
      "1 armed by a <- 1",
    ]);
  });

  it("starts each turn from its own cause, not from the one handled before", () => {
    const sim = simulation();
    sim.post(() => sim.recorder.record({ what: "a" }));
    sim.post(() => sim.recorder.record({ what: "b" }));
    sim.clock.setTimeout(() => sim.recorder.record({ what: "c" }), 0);
    sim.advanceBy(0);
    expect(lines(sim)).toEqual(["0 a <- the world", "0 b <- the world", "0 c <- the world"]);
    expect(sim.causes.current).toBeUndefined();
  });

  it("takes a cause that the sender names instead", () => {
    const sim = simulation();
    sim.post(() => {
      const note = sim.recorder.note({ what: "a" });
      sim.recorder.record({ what: "b" });
      sim.post(() => sim.recorder.record({ what: "of a" }), note);
      sim.post(() => sim.recorder.record({ what: "of b" }));
    });
    sim.advanceBy(0);
    expect(lines(sim)).toEqual([
      "0 a <- the world",
      "0 b <- the world",
      "0 of a <- 1",
      "0 of b <- 2",
    ]);
  });

  it("keeps them through a chain of timers that arm each other", () => {
    const sim = simulation();
    const tick = (): void => {
      sim.recorder.record({ what: "tick" });
      sim.clock.setTimeout(tick, 1000);
    };
    sim.clock.setTimeout(tick, 1000);
    sim.advanceBy(3000);
    expect(lines(sim)).toEqual(["1 tick <- the world", "2 tick <- 1", "3 tick <- 2"]);
  });
});

describe("a run", () => {
  /** An actor answers a message, now or later, and may arm a timer of the world. */
  interface Play {
    readonly atMs: number;
    readonly replies: number;
    readonly delayMs: number;
  }

  function run(plays: readonly Play[], cuts: readonly number[]): string[] {
    const sim = simulation();
    const random = sim.random.stream("play");
    for (const { atMs, replies, delayMs } of plays) {
      sim.clock.arm(
        () => {
          sim.recorder.record({ what: `play ${random.integer(0, 99)}` });
          for (let index = 0; index < replies; index++) {
            sim.post(() => {
              sim.recorder.record({ what: `reply ${index}` });
              sim.clock.setTimeout(() => sim.recorder.note({ what: "later" }), delayMs);
            });
          }
        },
        atMs,
        ranks.world,
      );
    }
    for (const cut of cuts) sim.advanceTo(cut);
    sim.advanceTo(100);
    return lines(sim);
  }

  const plays = fc.array(fc.record({ atMs: fc.nat(90), replies: fc.nat(3), delayMs: fc.nat(30) }));

  it("in pieces equals one at once, and every run equals the first", () => {
    fc.assert(
      fc.property(plays, fc.array(fc.nat(100)), (script, cuts) => {
        const pieces = run(
          script,
          cuts.toSorted((a, b) => a - b),
        );
        expect(pieces).toEqual(run(script, []));
      }),
    );
  });
});
