/**
 * Between which times each milestone lies in many runs. Runs may be taken and folds put together in
 * any order: the outcome is the same.
 */
import type { Milestone, MilestoneDetail, MilestoneKind } from "./milestone.ts";

/** A milestone over the seeds that have been taken. Plain data: it crosses between threads. */
export interface FoldedMilestone {
  readonly key: string;
  readonly kind: MilestoneKind;
  /** Seconds; and the lowest of the seeds that have it then. */
  readonly earliest: number;
  readonly earliestSeed: number;
  readonly latest: number;
  readonly latestSeed: number;
  /** In how many seeds it happened. */
  readonly seeds: number;
  /** Every detail there was, without messages, which may differ each time. */
  readonly details: readonly FoldedDetail[];
  /** Where it stands in the run of the lowest seed that has it. */
  readonly place: { readonly seed: number; readonly index: number };
}

export interface FoldedDetail {
  readonly detail: MilestoneDetail;
  readonly seeds: number;
}

export class SampleFold {
  readonly #byKey = new Map<string, FoldedMilestone>();

  /** A run of a seed that was not taken before. */
  take(seed: number, milestones: readonly Milestone[]): void {
    milestones.forEach(({ key, kind, t, detail = {} }, index) => {
      const told = Object.entries(detail).filter(([name]) => name !== "message");
      const details = told.length === 0 ? [] : [{ detail: Object.fromEntries(told), seeds: 1 }];
      const at = { earliest: t, earliestSeed: seed, latest: t, latestSeed: seed };
      this.#add({ key, kind, ...at, seeds: 1, details, place: { seed, index } });
    });
  }

  merge(others: readonly FoldedMilestone[]): void {
    for (const other of others) this.#add(other);
  }

  /** In the order of their times; those of equal times as they stand in the run of a low seed. */
  folded(): readonly FoldedMilestone[] {
    return [...this.#byKey.values()].toSorted(
      (a, b) =>
        a.earliest - b.earliest ||
        a.latest - b.latest ||
        a.place.seed - b.place.seed ||
        a.place.index - b.place.index,
    );
  }

  #add(milestone: FoldedMilestone): void {
    const known = this.#byKey.get(milestone.key);
    this.#byKey.set(milestone.key, known ? joined(known, milestone) : milestone);
  }
}

function joined(a: FoldedMilestone, b: FoldedMilestone): FoldedMilestone {
  const { earliest, earliestSeed } = isFirst(a, b) ? a : b;
  const { latest, latestSeed } = isLast(a, b) ? a : b;
  return {
    key: a.key,
    kind: a.kind,
    earliest,
    earliestSeed,
    latest,
    latestSeed,
    seeds: a.seeds + b.seeds,
    details: joinedDetails(a.details, b.details),
    place: a.place.seed < b.place.seed ? a.place : b.place,
  };
}

function isFirst(a: FoldedMilestone, b: FoldedMilestone): boolean {
  return (a.earliest - b.earliest || a.earliestSeed - b.earliestSeed) <= 0;
}

function isLast(a: FoldedMilestone, b: FoldedMilestone): boolean {
  return (b.latest - a.latest || a.latestSeed - b.latestSeed) <= 0;
}

/** In an order of their own, so that it does not matter which seed was taken first. */
function joinedDetails(
  a: readonly FoldedDetail[],
  b: readonly FoldedDetail[],
): readonly FoldedDetail[] {
  const byText = new Map<string, FoldedDetail>();
  for (const { detail, seeds } of [...a, ...b]) {
    const text = JSON.stringify(detail);
    byText.set(text, { detail, seeds: (byText.get(text)?.seeds ?? 0) + seeds });
  }
  return [...byText]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([, folded]) => folded);
}
