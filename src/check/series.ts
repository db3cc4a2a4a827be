/**
 * Values over time that hold until the next change. A series is never empty: its first step stands
 * before all time. Several steps may have one time: whoever looks at it sees the last of them.
 */
import { toleranceMs } from "./times.ts";

export interface Step<T> {
  readonly atMs: number;
  readonly value: T;
}

export type Series<T> = readonly Step<T>[];

export function seriesOf<T>(first: T): Step<T>[] {
  return [{ atMs: -Infinity, value: first }];
}

/** Of the steps of one instant only the last. */
export function settled<T>(series: Series<T>): Series<T> {
  return series.filter(({ atMs }, index) => series[index + 1]?.atMs !== atMs);
}

export function mapSeries<T, U>(series: Series<T>, map: (value: T) => U): Series<U> {
  return series.map(({ atMs, value }) => ({ atMs, value: map(value) }));
}

function valueAt<T>(series: Series<T>, ms: number): T {
  const step = series.findLast(({ atMs }) => atMs <= ms) ?? series[0];
  if (step === undefined) throw new Error("a series has a first step");
  return step.value;
}

/** The value held at `fromMs`, as a step of that time, and what it becomes before `toMs`. */
export function heldWithin<T>(series: Series<T>, fromMs: number, toMs: number): Series<T> {
  return [
    { atMs: fromMs, value: valueAt(series, fromMs) },
    ...settled(series).filter(({ atMs }) => atMs > fromMs && atMs < toMs),
  ];
}

/**
 * What must hold all the time from `fromMs` to `toMs`. What changes at the very end does not count:
 * the moment that ends a span is often the cause of the change.
 */
export function heldThrough<T>(series: Series<T>, fromMs: number, toMs: number): Series<T> {
  const [first, last] = [fromMs + toleranceMs, toMs - toleranceMs];
  if (first >= last) return heldWithin(series, fromMs, fromMs);
  const [start, ...changes] = heldWithin(series, first, last);
  return start === undefined ? [] : [{ ...start, atMs: fromMs }, ...changes];
}

/** Both at once; the time of a step is that of whichever changed. */
export function joined<A, B, C>(
  left: Series<A>,
  right: Series<B>,
  join: (left: A, right: B) => C,
): Series<C> {
  const times = [...new Set([...left, ...right].map(({ atMs }) => atMs))].toSorted((a, b) => a - b);
  return times.map((atMs) => ({ atMs, value: join(valueAt(left, atMs), valueAt(right, atMs)) }));
}
