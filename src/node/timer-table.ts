/** Timers of the world, by the container they belong to. */
import { type VirtualClock, ranks } from "../sim/virtual-clock.ts";
import type { Timer } from "../sim/timer-heap.ts";

export class TimerTable {
  readonly #clock: VirtualClock;
  readonly #timers = new Map<string, Timer[]>();

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  arm(owner: string, delayMs: number, run: () => void): void {
    const timer = this.#clock.arm(run, delayMs, ranks.world);
    const timers = this.#timers.get(owner);
    if (timers) timers.push(timer);
    else this.#timers.set(owner, [timer]);
  }

  /** Takes back all that is armed for it. */
  disarm(owner: string): void {
    for (const timer of this.#timers.get(owner) ?? []) this.#clock.clearTimeout(timer);
    this.#timers.delete(owner);
  }
}
