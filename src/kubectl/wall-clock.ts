/**
 * The calendar of a run: `t0` is in the first second of 2026, and the API's times are whole seconds
 * of it.
 */
import type { TraceRecord } from "../model/trace.ts";
import { toMs } from "../trace/times.ts";

/** 2026-01-01T00:00:00Z, since the epoch of Unix. */
const firstSecond = 1_767_225_600;

/** Whole seconds since the epoch of Unix. */
export type WallTime = number;

export class WallClock {
  readonly #phaseMs: number;

  /** The API's times tell how far into its second the run begins. */
  constructor(records: readonly TraceRecord[]) {
    const creations = records.flatMap((record) => {
      const creation = record.type === "pod" ? record.metadata?.["creationTimestamp"] : undefined;
      return typeof creation === "number" ? [toMs(creation)] : [];
    });
    this.#phaseMs = ((-(creations[0] ?? 0) % 1000) + 1000) % 1000;
  }

  /** Of a time of the API, in virtual milliseconds. */
  at(ms: number): WallTime {
    return firstSecond + Math.floor((ms + this.#phaseMs) / 1000);
  }
}

/** As the API writes times: `2026-01-01T00:01:30Z`. */
export function rfc3339(time: WallTime): string {
  const { year, month, day, clock } = civil(time);
  return `${year}-${two(month)}-${two(day)}T${clock}Z`;
}

/** As `kubectl describe` writes them, in UTC: `Thu, 01 Jan 2026 00:01:30 +0000`. */
export function rfc1123z(time: WallTime): string {
  const { year, month, day, weekday, clock } = civil(time);
  return `${weekdays[weekday]}, ${two(day)} ${months[month - 1]} ${year} ${clock} +0000`;
}

const weekdays = "Sun Mon Tue Wed Thu Fri Sat".split(" ");
const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const daySeconds = 86_400;

/** Counts from 1 March, so that the day of a leap year comes last. */
function civil(time: WallTime) {
  const days = Math.floor(time / daySeconds);
  const second = time - days * daySeconds;
  const sinceMarch = days + 719_468;
  const era = Math.floor(sinceMarch / 146_097);
  const ofEra = sinceMarch - era * 146_097;
  const leaps = Math.floor(ofEra / 1460) - Math.floor(ofEra / 36_524) + Math.floor(ofEra / 146_096);
  const yearOfEra = Math.floor((ofEra - leaps) / 365);
  const dayOfYear =
    ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
    weekday: (days + 4) % 7,
    clock: [second / 3600, (second / 60) % 60, second % 60].map(two).join(":"),
  };
}

function two(value: number): string {
  return String(Math.floor(value)).padStart(2, "0");
}
