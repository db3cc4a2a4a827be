/** Moments in whole milliseconds after `t0`, and how they are compared and shown. */
import { formatTime } from "../trace/times.ts";

/** Bounds are met within that, as times are cut to whole milliseconds. */
export const toleranceMs = 1;

/** `12.3s`; also of a moment before `t0`, which a status may name. */
export function at(ms: number): string {
  return ms < 0 ? `-${formatTime(-ms)}` : formatTime(ms);
}

const listedMax = 8;

/** The first of a list, and how many there are beyond. */
export function listOf(texts: readonly string[], max = listedMax): string {
  const hidden = texts.length - max;
  return hidden > 0 ? `${texts.slice(0, max).join(", ")} and ${hidden} more` : texts.join(", ");
}
