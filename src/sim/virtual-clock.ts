/**
 * The one clock of a simulation, in virtual milliseconds; it serves XState and RxJS alike.
 *
 * It stops at each due time, one timer after the other, so that `now()` inside a timer is that
 * timer's own due time. Equal due times fire by rank, then in the order of arming. Advancing in
 * pieces therefore equals advancing at once.
 */
import { type SchedulerAction, type SchedulerLike, Subscription } from "rxjs";
import { Causes } from "./causes.ts";
import { type Timer, TimerHeap } from "./timer-heap.ts";

/** Who goes first at equal times: the world moves before anybody looks at it. */
export const ranks = { world: 0, observer: 1 } as const;

/** What XState's `createActor(logic, { clock })` asks for. */
export interface TimerClock {
  setTimeout(run: () => void, delayMs: number): Timer;
  clearTimeout(timer: Timer | undefined): void;
}

export class VirtualClock implements TimerClock, SchedulerLike {
  readonly #heap = new TimerHeap();
  readonly #causes: Causes;
  #nowMs = 0;
  #armed = 0;

  constructor(causes: Causes = new Causes()) {
    this.#causes = causes;
  }

  /** Virtual milliseconds since the start. */
  now(): number {
    return this.#nowMs;
  }

  /** Timers that are waiting. */
  get pending(): number {
    return this.#heap.size;
  }

  /** When the next timer is due; undefined when none waits. */
  get nextDueMs(): number | undefined {
    return this.#heap.peek()?.dueMs;
  }

  /** Arms a timer that observers use: at equal times it fires after those of the world. */
  setTimeout(run: () => void, delayMs: number): Timer {
    return this.arm(run, delayMs, ranks.observer);
  }

  clearTimeout(timer: Timer | undefined): void {
    if (timer === undefined) return;
    if (timer.owner !== this) throw new TypeError("this timer was not armed at this clock");
    this.#heap.kill(timer);
  }

  /**
   * Arms a timer of the given rank. A negative delay counts as 0, as with the host's timers; one
   * that is no finite number is a mistake of the caller and throws.
   */
  arm(run: () => void, delayMs: number, rank: number): Timer {
    if (!Number.isFinite(delayMs)) {
      throw new RangeError(`a delay must be a finite number of milliseconds, got ${delayMs}`);
    }
    const dueMs = this.#nowMs + Math.max(0, delayMs);
    const timer: Timer = {
      dueMs,
      rank,
      order: this.#armed++,
      cause: this.#causes.current,
      owner: this,
      run,
    };
    this.#heap.push(timer);
    return timer;
  }

  /** Fires the next timer if it is due by `limitMs`, with the cause it was armed under. */
  step(limitMs: number): boolean {
    const next = this.#heap.peek();
    // Said this way round, so that nothing is due by a limit that is no number.
    if (next === undefined || !(next.dueMs <= limitMs)) return false;
    this.#heap.pop();
    const run = next.run;
    next.run = undefined;
    this.#nowMs = next.dueMs;
    if (run) this.#causes.within(next.cause, run);
    return true;
  }

  /** Fires all that is due up to and at `endMs`, then stands there. Going back throws. */
  advanceTo(endMs: number): void {
    mustBeNumber(endMs);
    while (this.step(endMs));
    this.settleAt(endMs);
  }

  advanceBy(spanMs: number): void {
    mustBeNumber(spanMs);
    this.advanceTo(this.#nowMs + spanMs);
  }

  /** Moves the hands to a time before which nothing is due any more. */
  settleAt(endMs: number): void {
    if (!(endMs >= this.#nowMs)) {
      throw new RangeError(`time does not go back: at ${this.#nowMs} ms, asked for ${endMs} ms`);
    }
    this.#nowMs = endMs;
  }

  /** RxJS's face: `interval(1000, clock)`, `delay(500, clock)` and so on. */
  schedule<T>(
    work: (this: SchedulerAction<T>, state?: T) => void,
    delayMs = 0,
    state?: T,
  ): Subscription {
    return new ClockAction(this, work).schedule(state, delayMs);
  }
}

/** A program in JavaScript may hand over a text, with which sums and comparisons go on. */
function mustBeNumber(ms: number): void {
  if (typeof ms === "number") return;
  throw new TypeError(`a time must be a number of milliseconds, got ${JSON.stringify(ms)}`);
}

/** One scheduled piece of RxJS work; it may arm itself again from within. */
class ClockAction<T> extends Subscription implements SchedulerAction<T> {
  readonly #clock: VirtualClock;
  readonly #work: (this: SchedulerAction<T>, state?: T) => void;
  #timer: Timer | undefined = undefined;

  constructor(clock: VirtualClock, work: (this: SchedulerAction<T>, state?: T) => void) {
    super(() => clock.clearTimeout(this.#timer));
    this.#clock = clock;
    this.#work = work;
  }

  schedule(state?: T, delayMs = 0): Subscription {
    if (this.closed) return this;
    this.#clock.clearTimeout(this.#timer);
    const armed = this.#clock.setTimeout(() => {
      this.#work.call(this, state);
      // Work that did not arm itself again is over; RxJS then forgets the action.
      if (this.#timer === armed) this.unsubscribe();
    }, delayMs);
    this.#timer = armed;
    return this;
  }
}
