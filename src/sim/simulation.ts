/**
 * The kernel: runs messages and timers in one fixed order, within limits, and keeps their causes.
 *
 * A message waits in a queue and is handled in a turn of its own, before the next timer. What a
 * turn sends is handled after it, never inside it; so every turn has exactly one cause.
 */
import { Causes } from "./causes.ts";
import { type SimulationLimits, SimulationError, limitsOf } from "./limits.ts";
import { RandomStreams } from "./random-streams.ts";
import { Recorder } from "./recorder.ts";
import type { Stamp } from "./recorder.ts";
import { VirtualClock } from "./virtual-clock.ts";

export interface SimulationOptions<Body extends object> {
  readonly node: string;
  readonly seed: number;
  readonly limits?: Partial<SimulationLimits>;
  readonly onRecord?: (record: Stamp & Body) => void;
  readonly keepRecords?: boolean;
}

interface Message {
  readonly cause: number | undefined;
  readonly deliver: () => void;
}

export class Simulation<Body extends object> {
  readonly causes = new Causes();
  readonly clock = new VirtualClock(this.causes);
  readonly random: RandomStreams;
  readonly recorder: Recorder<Body>;
  readonly #limits: SimulationLimits;
  readonly #seed: number;
  #messages: Message[] = [];
  #head = 0;
  #inTurn = false;
  #turns = 0;
  #turnsAtInstant = 0;
  #instantMs = 0;
  #failure: Error | undefined = undefined;

  constructor(options: SimulationOptions<Body>) {
    this.#seed = options.seed;
    this.#limits = limitsOf(options.limits);
    this.random = new RandomStreams(options.seed);
    this.recorder = new Recorder<Body>({
      node: options.node,
      now: () => this.clock.now(),
      causes: this.causes,
      ...(options.onRecord ? { onRecord: options.onRecord } : {}),
      ...(options.keepRecords === undefined ? {} : { keep: options.keepRecords }),
    });
  }

  /** Messages and timers handled so far. */
  get turns(): number {
    return this.#turns;
  }

  /** Queues a message; its cause is `cause`, or whatever is being handled now. */
  post(deliver: () => void, cause: number | undefined = this.causes.current): void {
    if (this.#messages.length - this.#head >= this.#limits.queue) {
      // Not thrown: an actor that sends would take the error for its own and go on.
      this.fail(this.#limitError("queue", this.#limits.queue, "messages wait at one moment"));
      return;
    }
    this.#messages.push({ cause, deliver });
  }

  /** Ends the run with this turn, for good; for faults found where a throw would be swallowed. */
  fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
  }

  /** Handles every message and timer up to and at `endMs` of virtual time. */
  advanceTo(endMs: number): void {
    if (this.#failure) throw this.#stopped(this.#failure);
    if (endMs > this.#limits.timeMs) {
      throw this.#limitError("timeMs", this.#limits.timeMs, "milliseconds of virtual time");
    }
    do this.#drain();
    while (this.#turn(() => this.clock.step(endMs)));
    this.clock.settleAt(endMs);
  }

  advanceBy(spanMs: number): void {
    this.advanceTo(this.clock.now() + spanMs);
  }

  #drain(): void {
    while (this.#head < this.#messages.length) {
      const message = this.#messages[this.#head++];
      if (message === undefined) break;
      // Handled messages are dropped in bulk: shifting one by one costs the length of the queue.
      if (this.#head > 1024 && this.#head * 2 > this.#messages.length) {
        this.#messages = this.#messages.slice(this.#head);
        this.#head = 0;
      }
      this.#turn(() => {
        this.causes.within(message.cause, message.deliver);
        return true;
      });
    }
  }

  #turn(handle: () => boolean): boolean {
    // A turn that advanced time would handle other messages inside itself, under its own cause.
    if (this.#inTurn) throw new Error("time is advanced from outside, not from within a turn");
    let handled = true;
    this.#inTurn = true;
    try {
      handled = handle();
    } catch (error) {
      this.fail(error);
    } finally {
      this.#inTurn = false;
    }
    if (handled) this.#count();
    if (this.#failure) throw this.#stopped(this.#failure);
    return handled;
  }

  #count(): void {
    const { events, eventsAtInstant } = this.#limits;
    if (++this.#turns > events) {
      this.fail(this.#limitError("events", events, "messages and timers"));
    }
    if (this.#instantMs !== this.clock.now()) {
      this.#instantMs = this.clock.now();
      this.#turnsAtInstant = 0;
    }
    if (++this.#turnsAtInstant > eventsAtInstant) {
      const what = "messages and timers without time going on";
      this.fail(this.#limitError("eventsAtInstant", eventsAtInstant, what));
    }
  }

  #limitError(name: keyof SimulationLimits, limit: number, what: string): SimulationError {
    return this.#error(
      `the limit "${name}" is reached: more than ${limit} ${what}. ` +
        `Simulate a shorter time or less at once; a program can raise limits.${name}`,
    );
  }

  #stopped(cause: Error): SimulationError {
    if (cause instanceof SimulationError) return cause;
    return this.#error(`the run stopped: ${cause.message}`, cause);
  }

  #error(what: string, cause?: Error): SimulationError {
    const place = `at ${this.clock.now() / 1000} s, seed ${this.#seed}`;
    const tail = this.recorder.tail();
    const trace = tail === "" ? "no record was written" : `the trace ends with\n${tail}`;
    return new SimulationError(`${what}\n${place}; ${trace}`, cause ? { cause } : undefined);
  }
}
