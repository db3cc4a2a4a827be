/** The clock against a naive model, and the rule that advancing in pieces changes nothing. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Timer } from "../../src/sim/timer-heap.ts";
import { VirtualClock } from "../../src/sim/virtual-clock.ts";

/** What a timer does when it fires: arms others, and clears some of those armed so far. */
interface Plan {
  readonly delayMs: number;
  readonly rank: number;
  readonly clears: readonly number[];
  readonly arms: readonly Plan[];
}

function plans(depth: number): fc.Arbitrary<Plan> {
  return fc.record({
    delayMs: fc.oneof(fc.nat(30), fc.constantFrom(0, 10, 20)),
    rank: fc.nat(1),
    clears: fc.array(fc.nat(40), { maxLength: 2 }),
    arms: depth === 0 ? fc.constant([]) : fc.array(plans(depth - 1), { maxLength: 2 }),
  });
}

const scripts = fc.array(plans(3), { minLength: 1, maxLength: 40 });

interface ClockFace {
  readonly now: () => number;
  readonly arm: (run: () => void, delayMs: number, rank: number) => () => void;
}

/** Plays a script on a clock and writes down what fires when. */
function play(clock: ClockFace, script: readonly Plan[]): string[] {
  const seen: string[] = [];
  const clear: (() => void)[] = [];
  const arm = (plan: Plan): void => {
    const number = clear.length;
    const fire = (): void => {
      seen.push(`${clock.now()} #${number}`);
      for (const index of plan.clears) clear[index % clear.length]?.();
      plan.arms.forEach(arm);
    };
    clear.push(clock.arm(fire, plan.delayMs, plan.rank));
  };
  script.forEach(arm);
  return seen;
}

function faceOf(clock: VirtualClock): ClockFace {
  return {
    now: () => clock.now(),
    arm: (run, delayMs, rank) => {
      const timer: Timer = clock.arm(run, delayMs, rank);
      return () => clock.clearTimeout(timer);
    },
  };
}

/** A clock as one would write it down: a list, sorted anew for each timer. */
class NaiveClock implements ClockFace {
  #nowMs = 0;
  #armed = 0;
  #timers: { dueMs: number; rank: number; order: number; run: () => void }[] = [];

  readonly now = (): number => this.#nowMs;

  readonly arm = (run: () => void, delayMs: number, rank: number): (() => void) => {
    const timer = { dueMs: this.#nowMs + delayMs, rank, order: this.#armed++, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  advanceTo(endMs: number): void {
    for (;;) {
      this.#timers.sort((a, b) => a.dueMs - b.dueMs || a.rank - b.rank || a.order - b.order);
      const [next] = this.#timers;
      if (next === undefined || next.dueMs > endMs) break;
      this.#timers.shift();
      this.#nowMs = next.dueMs;
      next.run();
    }
    this.#nowMs = endMs;
  }
}

const horizonMs = 200;

function atOnce(script: readonly Plan[]): string[] {
  const clock = new VirtualClock();
  const seen = play(faceOf(clock), script);
  clock.advanceTo(horizonMs);
  return seen;
}

it("fires what a sorted list would fire, in the same order at the same times", () => {
  fc.assert(
    fc.property(scripts, (script) => {
      const naive = new NaiveClock();
      const expected = play(naive, script);
      naive.advanceTo(horizonMs);
      expect(atOnce(script)).toEqual(expected);
    }),
  );
});

it("advancing in pieces equals advancing at once", () => {
  fc.assert(
    fc.property(scripts, fc.array(fc.nat(horizonMs)), (script, cuts) => {
      const clock = new VirtualClock();
      const seen = play(faceOf(clock), script);
      for (const cutMs of cuts.toSorted((a, b) => a - b)) clock.advanceTo(cutMs);
      clock.advanceTo(horizonMs);
      expect(seen).toEqual(atOnce(script));
      expect(clock.now()).toBe(horizonMs);
    }),
  );
});
