/**
 * What becomes of each milestone between two inputs. Both run with the same seeds, and each seed is
 * compared with itself: chance moves times by far more than most differences do.
 */
import type { Milestone, MilestoneDetail, MilestoneKind } from "../milestone.ts";

export type Change =
  /** Only the second has it, or only the first. */
  | "comes"
  | "goes"
  /** In every seed that both have it in. */
  | "later"
  | "earlier"
  /** In another number of seeds. */
  | "oftener"
  | "rarer"
  /** Another exit code, another result; at the same time. */
  | "otherwise"
  /** Later with some seeds, earlier with others. */
  | "by chance"
  | "same";

export interface Side {
  /** Seconds, over the seeds. */
  readonly earliest: number;
  readonly latest: number;
  readonly seeds: number;
  /** Of the lowest seed that has it. */
  readonly detail?: MilestoneDetail;
}

export interface DiffRow {
  readonly key: string;
  readonly kind: MilestoneKind;
  readonly change: Change;
  readonly a?: Side;
  readonly b?: Side;
  /** Seconds from the first to the second, over the seeds that have both. */
  readonly moved?: { readonly least: number; readonly most: number };
}

interface Folded {
  readonly kind: MilestoneKind;
  readonly order: number;
  a?: Side;
  b?: Side;
  moved?: { least: number; most: number };
  isOtherwise: boolean;
}

export class PairFold {
  readonly #byKey = new Map<string, Folded>();

  /** The two runs of one seed. */
  take(a: readonly Milestone[], b: readonly Milestone[]): void {
    const before = new Map(a.map((milestone) => [milestone.key, milestone]));
    for (const milestone of a) {
      const row = this.#row(milestone);
      row.a = joined(row.a, milestone);
    }
    for (const milestone of b) {
      const row = this.#row(milestone);
      row.b = joined(row.b, milestone);
      const other = before.get(milestone.key);
      if (other === undefined) continue;
      const delta = Math.round((milestone.t - other.t) * 1000) / 1000;
      const { least, most } = row.moved ?? { least: delta, most: delta };
      row.moved = { least: Math.min(least, delta), most: Math.max(most, delta) };
      row.isOtherwise ||= textOf(milestone) !== textOf(other);
    }
  }

  /** In the order of their earliest times on either side. */
  rows(): readonly DiffRow[] {
    return [...this.#byKey]
      .map(([key, folded]) => ({ folded, row: rowOf(key, folded) }))
      .toSorted((x, y) => firstOf(x.row) - firstOf(y.row) || x.folded.order - y.folded.order)
      .map(({ row }) => row);
  }

  #row({ key, kind }: Milestone): Folded {
    const known = this.#byKey.get(key);
    if (known) return known;
    const row: Folded = { kind, order: this.#byKey.size, isOtherwise: false };
    this.#byKey.set(key, row);
    return row;
  }
}

function joined(side: Side | undefined, { t, detail }: Milestone): Side {
  if (side === undefined) return { earliest: t, latest: t, seeds: 1, ...(detail && { detail }) };
  const { earliest, latest, seeds } = side;
  return {
    ...side,
    earliest: Math.min(earliest, t),
    latest: Math.max(latest, t),
    seeds: seeds + 1,
  };
}

/** Without messages, in which times and numbers stand. */
function textOf({ detail = {} }: Milestone): string {
  return JSON.stringify({ ...detail, message: undefined });
}

function rowOf(key: string, folded: Folded): DiffRow {
  const { kind, a, b, moved } = folded;
  const sides = { ...(a && { a }), ...(b && { b }), ...(moved && { moved }) };
  return { key, kind, change: changeOf(folded), ...sides };
}

function changeOf({ a, b, moved, isOtherwise }: Folded): Change {
  if (a === undefined) return "comes";
  if (b === undefined) return "goes";
  if (moved && moved.least > 0) return "later";
  if (moved && moved.most < 0) return "earlier";
  if (isOtherwise) return "otherwise";
  if (a.seeds !== b.seeds) return a.seeds < b.seeds ? "oftener" : "rarer";
  return moved?.least === 0 && moved.most === 0 ? "same" : "by chance";
}

function firstOf({ a, b }: DiffRow): number {
  return Math.min(a?.earliest ?? Infinity, b?.earliest ?? Infinity);
}
