/** Compares a recorded run with the runs of many seeds: where each milestone lies among theirs. */
import { type Candidate, align } from "./align.ts";
import { type Milestone, apiSeconds, nameOf, pollSeconds } from "./milestone.ts";

/** How far outside of the seeds' interval a recorded time still fits, in seconds. */
export const tolerance = 0.3;

export interface Row {
  readonly name: string;
  /** Seconds: in the recording, and the earliest and latest of the seeds. */
  readonly t: number;
  readonly earliest?: number;
  readonly latest?: number;
  /** In how many of the seeds it is found. */
  readonly found: number;
  /** Seconds outside of the interval. */
  readonly error: number;
  /** One that was before it in the recording, and is after it in every seed. */
  readonly swapped?: string;
  readonly fits: boolean;
}

/** What every seed has, and the recording has not. */
export interface Surplus {
  readonly name: string;
  readonly earliest: number;
  readonly latest: number;
  readonly found: number;
}

export interface Comparison {
  readonly rows: readonly Row[];
  readonly surplus: readonly Surplus[];
}

export interface Recorded {
  readonly milestones: readonly Milestone[];
  /** Until when nothing was left out but what `leftOut` names; seconds. */
  readonly horizon: number;
  /** Streams of which the recording shows a part; a star at the end stands for anything. */
  readonly leftOut: readonly string[];
}

/** Repetitions of these are left out of the timelines. */
const repeated = ["event Pulled *", "event Created *", "event Started *"];
/** A run may be ahead of the recording by so much when that ends. */
const endSeconds = 5;
/** Told whenever they happen; of all else a recording without any shows that nobody looked. */
const alwaysTold = /^(start|exit|TERM|hook|event) /;

export function compare(recorded: Recorded, seeds: readonly (readonly Milestone[])[]): Comparison {
  const { milestones } = recorded;
  const streams = groupByStream(milestones);
  const times = milestones.map(() => [] as (number | undefined)[]);
  const surplus = new SurplusBook(recorded.horizon);
  const indexOf = new Map(milestones.map((milestone, index) => [milestone, index] as const));
  for (const simulated of seeds) {
    const bySeed = groupByStream(simulated);
    for (const [stream, reals] of streams) {
      const candidates = toCandidates(bySeed.get(stream) ?? [], recorded.leftOut);
      const found = align(reals, candidates);
      reals.forEach((real, index) => {
        const place = found[index];
        const t = place === undefined ? undefined : candidates[place]?.t;
        times[indexOf.get(real) ?? 0]?.push(t);
      });
      surplus.note(candidates, new Set(found));
    }
    for (const [stream, others] of bySeed) {
      if (streams.has(stream) || !alwaysTold.test(stream)) continue;
      surplus.note(toCandidates(others, recorded.leftOut), new Set());
    }
  }
  const swaps = findSwaps(milestones, times);
  const numbers = new Map<string, number>();
  const rows = milestones.map((milestone, index): Row => {
    const number = (numbers.get(milestone.stream) ?? 0) + 1;
    numbers.set(milestone.stream, number);
    const swapped = swaps[index];
    return toRow(milestone, number, times[index] ?? [], swapped);
  });
  return { rows, surplus: surplus.found(seeds.length) };
}

function toRow(
  milestone: Milestone,
  number: number,
  times: readonly (number | undefined)[],
  swapped: string | undefined,
): Row {
  const name = nameOf(milestone, number);
  const known = times.filter((t) => t !== undefined);
  const { t } = milestone;
  if (known.length === 0) return { name, t, found: 0, error: 0, fits: false };
  const [earliest, latest] = [Math.min(...known), Math.max(...known)];
  const error = Math.max(0, earliest - t, t - latest);
  // What a poll saw happened up to so much earlier.
  const late = milestone.by === "poll" ? pollSeconds : 0;
  const isNear = t >= earliest - tolerance && t <= latest + tolerance + late;
  return {
    name,
    t,
    earliest,
    latest,
    found: known.length,
    error: round(error),
    ...(swapped === undefined ? {} : { swapped }),
    fits: isNear && swapped === undefined,
  };
}

function groupByStream(milestones: readonly Milestone[]): ReadonlyMap<string, Milestone[]> {
  const groups = new Map<string, Milestone[]>();
  for (const milestone of milestones) {
    const group = groups.get(milestone.stream);
    if (group) group.push(milestone);
    else groups.set(milestone.stream, [milestone]);
  }
  return groups;
}

function toCandidates(
  milestones: readonly Milestone[],
  leftOut: readonly string[],
): readonly Candidate[] {
  const patterns = [...repeated, ...leftOut];
  let lasting: Milestone | undefined;
  return milestones.map((milestone, index) => {
    const { by, t, stream, value } = milestone;
    const next = milestones[index + 1];
    const isBrief = by === "poll" && next !== undefined && next.t - t <= pollSeconds + 0.01;
    // After something brief that was missed, the value before it seems to go on.
    const goesOn = by === "poll" && lasting?.value === value && milestones[index - 1] !== lasting;
    if (!isBrief) lasting = milestone;
    const isLeftOut = patterns.some((pattern) => matches(pattern, stream));
    const mayBeMissed = isBrief || goesOn || milestone.isSeenAgain === true || isLeftOut;
    return { ...milestone, mayBeMissed };
  });
}

export function matches(pattern: string, text: string): boolean {
  return pattern.endsWith("*") ? text.startsWith(pattern.slice(0, -1)) : text === pattern;
}

/**
 * For each milestone one that was surely before it and is after it in all seeds that have both.
 * Between two tellers, and of the runtime's events, an order is sure from 5 ms on; what a poll saw
 * may be as old as the poll, what the API server told as its write and watch.
 */
function findSwaps(
  milestones: readonly Milestone[],
  times: readonly (readonly (number | undefined)[])[],
): readonly (string | undefined)[] {
  const numbers = new Map<string, number>();
  const names = milestones.map((milestone) => {
    const number = (numbers.get(milestone.stream) ?? 0) + 1;
    numbers.set(milestone.stream, number);
    return nameOf(milestone, number);
  });
  return milestones.map((after, index) => {
    const found = milestones.findIndex(
      (before, other) =>
        isSurelyBefore(before, after) && isAlwaysAfter(times[other] ?? [], times[index] ?? []),
    );
    return found < 0 ? undefined : names[found];
  });
}

function isSurelyBefore(before: Milestone, after: Milestone): boolean {
  const gap = after.t - before.t;
  const margin = before.by === "kubelet" && after.by === "kubelet" ? 0.001 : 0.005;
  const late = { poll: pollSeconds, api: apiSeconds, kubelet: 0, runtime: 0 }[after.by];
  return gap > margin + late;
}

function isAlwaysAfter(
  before: readonly (number | undefined)[],
  after: readonly (number | undefined)[],
): boolean {
  let both = 0;
  for (let seed = 0; seed < before.length; seed++) {
    const [a, b] = [before[seed], after[seed]];
    if (a === undefined || b === undefined) continue;
    if (a <= b) return false;
    both++;
  }
  return both > 0;
}

/** What the runs have beside the recording, while that was complete. */
class SurplusBook {
  readonly #horizon: number;
  readonly #times = new Map<string, number[]>();

  constructor(horizon: number) {
    this.#horizon = horizon;
  }

  note(candidates: readonly Candidate[], used: ReadonlySet<number | undefined>): void {
    const lastUsed = Math.max(-1, ...[...used].filter((index) => index !== undefined));
    const seen = new Map<string, number>();
    candidates.forEach((candidate, index) => {
      if (used.has(index) || candidate.mayBeMissed) return;
      // After the last one with a counterpart: what may lie beyond the end of the recording.
      if (index > lastUsed && candidate.t > this.#horizon - endSeconds) return;
      const number = (seen.get(candidate.value) ?? 0) + 1;
      seen.set(candidate.value, number);
      const name = nameOf(candidate, number);
      const times = this.#times.get(name) ?? [];
      times.push(candidate.t);
      this.#times.set(name, times);
    });
  }

  /** What each seed has: what chance decides may have gone the other way in the recording. */
  found(seeds: number): readonly Surplus[] {
    return [...this.#times]
      .filter(([, times]) => times.length >= seeds)
      .map(([name, times]) => ({
        name,
        earliest: round(Math.min(...times)),
        latest: round(Math.max(...times)),
        found: times.length,
      }));
  }
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
