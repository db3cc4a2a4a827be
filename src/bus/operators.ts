/** RxJS's operators that need a clock: here they are only given the simulation's. */
import { type MonoTypeOperatorFunction, type SchedulerLike, delay } from "rxjs";

/** Brings everything so much later, in milliseconds. */
export function delayedBy<T>(ms: number, clock: SchedulerLike): MonoTypeOperatorFunction<T> {
  return delay(ms, clock);
}
