/**
 * The moment of a run that is looked at. Whoever looks at the end goes on looking at it while the
 * run grows, so where the end is, is asked anew for each picture and never remembered.
 */
import type { Runs } from "./run.ts";

/** `count`: how many records of the run of that side have happened; between two, time goes on. */
export interface Place {
  readonly ms: number;
  readonly count: number;
  /** Which of the runs is looked at; 0 of a single one. */
  readonly side: number;
}

/** Where somebody put it. */
export interface HeldPlace extends Place {
  /** The branch that was shown; another one is looked at where it ends. */
  readonly branch: number | undefined;
  /** Those that had no record after it: there it stands, and at the end of all that are later. */
  readonly endOf: Runs | undefined;
}

export function held(place: Place, runs: Runs, branch: number | undefined): HeldPlace {
  const isEnd = place.count >= (runs[place.side]?.records.length ?? 0);
  return { ...place, branch, endOf: isEnd ? runs : undefined };
}

export function placeIn(runs: Runs, branch: number | undefined, at: HeldPlace): Place {
  const { side, endOf } = at;
  const { records, endMs } = runs[side] ?? runs[0];
  // A run that began anew may be shorter than what was looked at.
  const isLost = at.branch !== branch || at.count > records.length;
  if (!isLost && (endOf === undefined || endOf === runs)) return at;
  return { ms: endMs, count: records.length, side };
}

/** At the end of the first. */
export function endPlace(runs: Runs, branch: number | undefined): HeldPlace {
  const [{ endMs, records }] = runs;
  return held({ ms: endMs, count: records.length, side: 0 }, runs, branch);
}
