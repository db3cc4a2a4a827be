/** What a run warns of, such as a stimulus that found nothing to act on: a check says it, too. */
import type { TraceRecord } from "../model/trace.ts";
import { formatTime } from "../trace/times.ts";
import { type SeedRange, sizeOf } from "./seeds-text.ts";

/** A message, where it came first: a stimulus that repeats says the same each time. */
export interface RunWarning {
  readonly message: string;
  /** Seconds. */
  readonly t: number;
  /** Of the lowest seed that has it, where several were run. */
  readonly seed?: number;
  /** With how many seeds it came. */
  readonly seeds?: number;
}

export function runWarnings(records: readonly TraceRecord[]): readonly RunWarning[] {
  const firsts = new Map<string, RunWarning>();
  for (const record of records) {
    if (record.type !== "warning" || firsts.has(record.message)) continue;
    firsts.set(record.message, { message: record.message, t: record.t });
  }
  return [...firsts.values()];
}

/** `at 50s: deletePod: the API has no pod web (with 3 of 100 seeds; the time is of seed 7)`. */
export function warningText(warning: RunWarning, all: SeedRange | undefined): string {
  const { message, t, seed, seeds } = warning;
  const text = `at ${formatTime(t * 1000)}: ${message}`;
  if (all === undefined || seeds === undefined || seeds === sizeOf(all)) return text;
  return `${text} (with ${seeds} of ${sizeOf(all)} seeds; the time is of seed ${seed})`;
}

/** Those of two sets of seeds, in the order of their times in the lowest seed. */
export function joinedWarnings(
  all: readonly RunWarning[],
  others: readonly RunWarning[],
): readonly RunWarning[] {
  const joined = new Map(all.map((each) => [each.message, each]));
  for (const other of others) {
    const known = joined.get(other.message);
    joined.set(other.message, known === undefined ? other : both(known, other));
  }
  return [...joined.values()].toSorted((a, b) => a.t - b.t || (a.message < b.message ? -1 : 1));
}

function both(a: RunWarning, b: RunWarning): RunWarning {
  const { seed = 0, seeds = 1 } = a;
  const { seed: other = 0, seeds: more = 1 } = b;
  return { ...(seed <= other ? a : b), seeds: seeds + more };
}
