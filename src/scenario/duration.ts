/**
 * Durations as users write them: a number of seconds, or Go's syntax (`1m30s`, `1.5h`, `500ms`).
 *
 * Virtual time has whole milliseconds, so what is finer is rounded to the nearest one, halves up.
 */

/** An object, so that the unit stands at the end of every name: `exitAfter.ms`. */
export interface Duration {
  readonly ms: number;
}

/** Nanoseconds, because Go's durations are exact in them and a sum of floats would not be. */
const nanosecondsPerUnit: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1_000n],
  ["µs", 1_000n],
  ["μs", 1_000n],
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
]);

const nanosecondsPerMs = 1_000_000n;

/** What Go's int64 of nanoseconds holds, about 292 years. */
const nanosecondsMax = 2n ** 63n - 1n;

/**
 * Source text of a pattern for the whole of a duration without a sign; for editors too.
 *
 * Every digit has one place in it: were there two, a long number would be tried in all ways.
 */
export const durationPattern = "(?:(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:ns|us|µs|μs|ms|s|m|h))+|0";

const wholeDuration = new RegExp(`^(?:${durationPattern})$`, "u");
const durationPart = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/gu;

/** Milliseconds, or nothing where the text is no duration, is signed, or is out of Go's range. */
export function parseDuration(text: string): number | undefined {
  if (!wholeDuration.test(text)) return undefined;
  let nanoseconds = 0n;
  for (const [, whole = "", fraction = "", unit = ""] of text.matchAll(durationPart)) {
    nanoseconds += inNanoseconds(whole, fraction, nanosecondsPerUnit.get(unit) ?? 0n);
  }
  return nanoseconds > nanosecondsMax ? undefined : roundToMs(nanoseconds);
}

/** What a flag takes for a time. */
export const timeExpected = "seconds, or a duration such as 90s, 10m or 1h30m";

/** Milliseconds of what a flag says: seconds without a unit, or a duration. */
export function parseTime(text: string): number | undefined {
  return /^[\d.]+$/.test(text) ? secondsToMs(Number(text)) : parseDuration(text);
}

/** The same for a plain number of seconds; negative and infinite ones are none. */
export function secondsToMs(seconds: number): number | undefined {
  // Beyond that `toFixed` answers with an exponent, and Go's range has long ended.
  if (!(seconds >= 0 && seconds < 1e12)) return undefined;
  return parseDuration(`${seconds.toFixed(9)}s`);
}

const unitsForText = [
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
  ["ms", 1],
] as const;

/** The text a person would write: `1h`, `1m30s`, `1s500ms`; `0s` for none. */
export function formatDuration(ms: number): string {
  let rest = ms;
  let text = "";
  for (const [unit, unitMs] of unitsForText) {
    const count = Math.floor(rest / unitMs);
    if (count === 0) continue;
    text += `${count}${unit}`;
    rest -= count * unitMs;
  }
  return text === "" ? "0s" : text;
}

function inNanoseconds(whole: string, fraction: string, perUnit: bigint): bigint {
  const scale = 10n ** BigInt(fraction.length);
  // What is finer than a nanosecond is cut off, as Go does.
  return BigInt(whole || "0") * perUnit + (BigInt(fraction || "0") * perUnit) / scale;
}

function roundToMs(nanoseconds: bigint): number {
  return Number((nanoseconds + nanosecondsPerMs / 2n) / nanosecondsPerMs);
}
