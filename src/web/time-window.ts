/** The part of a run that is in sight: zoom, pan, and the times that its axis names. */
import { formatTime } from "../trace/times.ts";

/** In milliseconds of virtual time. */
export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Nothing happens between two neighbouring milliseconds. */
const shortestMs = 50;

/** All of a run, with a little room for the signs at its end. */
export function wholeRun(endMs: number): TimeWindow {
  return { fromMs: 0, toMs: Math.max(shortestMs, endMs * 1.01) };
}

/** Nearer by a factor, or further away with one below 1; what stands at `atMs` stays there. */
export function zoomed(
  { fromMs, toMs }: TimeWindow,
  factor: number,
  atMs: number,
  endMs: number,
): TimeWindow {
  const whole = wholeRun(endMs).toMs;
  const length = Math.min(whole, Math.max(shortestMs, (toMs - fromMs) / factor));
  const share = (atMs - fromMs) / (toMs - fromMs);
  return within(atMs - share * length, length, whole);
}

export function panned({ fromMs, toMs }: TimeWindow, byMs: number, endMs: number): TimeWindow {
  return within(fromMs + byMs, toMs - fromMs, wholeRun(endMs).toMs);
}

/** The same length, moved no further than that `atMs` is in sight. */
export function revealed(window: TimeWindow, atMs: number, endMs: number): TimeWindow {
  const { fromMs, toMs } = window;
  if (atMs >= fromMs && atMs <= toMs) return window;
  return panned(window, atMs - (fromMs + toMs) / 2, endMs);
}

function within(fromMs: number, length: number, whole: number): TimeWindow {
  const start = Math.max(0, Math.min(fromMs, whole - length));
  return { fromMs: start, toMs: start + length };
}

export interface Tick {
  readonly atMs: number;
  readonly text: string;
}

const seconds = [1, 2, 5, 10, 15, 30].map((step) => step * 1000);
const minutes = [1, 2, 5, 10, 15, 30].map((step) => step * 60_000);
const hours = [1, 2, 3, 6, 12, 24].map((step) => step * 3_600_000);
const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, ...seconds, ...minutes, ...hours];

/** Round times, with room for the text of each: `most` of them at most. */
export function ticksOf({ fromMs, toMs }: TimeWindow, most: number): readonly Tick[] {
  const least = (toMs - fromMs) / Math.max(1, most);
  const day = 24 * 3_600_000;
  const step = steps.find((each) => each >= least) ?? Math.ceil(least / day) * day;
  const ticks: Tick[] = [];
  for (let at = Math.ceil(fromMs / step) * step; at <= toMs; at += step) {
    ticks.push({ atMs: at, text: formatTime(at) });
  }
  return ticks;
}
