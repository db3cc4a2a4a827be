/** The clock alone: timers that fire and arm themselves again, with many waiting. */
import { VirtualClock } from "../../src/sim/virtual-clock.ts";
import { type Spread, cpuNs, progress, spread, times } from "./measure.ts";

export interface ClockFigure {
  readonly pending: number;
  readonly firingsPerSecond: Spread;
}

export function measureClock(
  sizes: readonly number[],
  firings: number,
  repetitions: number,
): ClockFigure[] {
  return sizes.map((pending) => {
    progress(`clock with ${pending} pending timers`);
    const clock = new VirtualClock();
    for (let index = 0; index < pending; index++) {
      // Periods of 1 to 2 s, all different, so that the order in the heap keeps changing.
      const delayMs = 1000 + (index * 997) / pending;
      const again = (): void => {
        clock.setTimeout(again, delayMs);
      };
      clock.setTimeout(again, delayMs);
    }
    const fire = (): number => {
      const ns = cpuNs(() => {
        // A step fires one timer; there is always a next one.
        for (let left = firings; left > 0; left--) clock.step(Infinity);
      });
      return firings / (ns / 1e9);
    };
    fire();
    return { pending, firingsPerSecond: spread(times(repetitions, fire)) };
  });
}
