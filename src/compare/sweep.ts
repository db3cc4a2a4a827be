/** A comparison over seeds and parameters: a cell for each choice of the parameters. */
import { InputError } from "../model/diagnostic.ts";
import { type FoldedVariant, VariantFold } from "./compare-fold.ts";

/** Both ends are included. */
export interface SeedSpan {
  readonly from: number;
  readonly to: number;
}

export interface SweepCell {
  /** The value of each parameter that varies, as it was written. */
  readonly vary: Readonly<Record<string, string>>;
  /** Ascending, and neither overlapping nor next to each other. */
  readonly seeds: readonly SeedSpan[];
  /** Seconds; how long each run lasted. */
  readonly end: number;
  /** In their order; the others are held against the first. */
  readonly variants: readonly FoldedVariant[];
}

export interface Sweep {
  /** Tells what was swept: of two sweeps of one input alone a whole can be made. */
  readonly digest: string;
  readonly scenario: string;
  /** All that were asked for; of one part of a sweep, those of the others, too. */
  readonly seeds: SeedSpan;
  readonly cells: readonly SweepCell[];
}

/** Those of the seeds that no run was made with. */
export function missingSeeds({ seeds, cells }: Pick<Sweep, "seeds" | "cells">): SeedSpan[] {
  const missing: SeedSpan[] = [];
  let next = seeds.from;
  for (const { from, to } of cells[0]?.seeds ?? []) {
    if (from > next) missing.push({ from: next, to: from - 1 });
    next = to + 1;
  }
  if (next <= seeds.to) missing.push({ from: next, to: seeds.to });
  return missing;
}

export function seedCount({ seeds }: Pick<SweepCell, "seeds">): number {
  return seeds.reduce((sum, { from, to }) => sum + to - from + 1, 0);
}

/** `1 to 500, 801 to 1000`. */
export function spansText(spans: readonly SeedSpan[]): string {
  return spans.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`)).join(", ");
}

/** Of the `index`th of `count` parts (1 is the first) of the seeds; together they are all. */
export function shardOf({ from, to }: SeedSpan, index: number, count: number): SeedSpan {
  const size = to - from + 1;
  const start = (part: number): number => from + Math.floor((part * size) / count);
  return { from: start(index - 1), to: start(index) - 1 };
}

export interface NamedSweep {
  readonly file: string;
  readonly sweep: Sweep;
}

/** Throws an `InputError` where they are not parts of one. */
export function mergeSweeps(parts: readonly NamedSweep[]): Sweep {
  const [first, ...others] = parts;
  if (first === undefined) throw new Error("a merge is of one part or more");
  const bySeed = (a: SeedSpan, b: SeedSpan): number => a.from - b.from;
  for (const { file, sweep } of others) {
    if (sweep.digest !== first.sweep.digest) {
      throw refused(file, `is of another input or another call than ${first.file}`);
    }
  }
  const cells = first.sweep.cells.map((cell, index): SweepCell => {
    const all = parts.map(({ file, sweep }) => ({ file, cell: sweep.cells[index] ?? cell }));
    const spans = all
      .flatMap(({ file, cell: { seeds } }) => seeds.map((span) => ({ ...span, file })))
      .toSorted(bySeed);
    return {
      ...cell,
      seeds: joined(spans),
      variants: cell.variants.map(({ name }, place) => {
        const fold = new VariantFold(name);
        for (const { cell: part } of all) {
          const variant = part.variants[place];
          if (variant !== undefined) fold.merge(variant);
        }
        return fold.folded();
      }),
    };
  });
  const asked = parts.map(({ sweep: { seeds } }) => seeds);
  const from = Math.min(...asked.map((each) => each.from));
  const to = Math.max(...asked.map((each) => each.to));
  return { ...first.sweep, seeds: { from, to }, cells };
}

function joined(spans: readonly (SeedSpan & { readonly file: string })[]): readonly SeedSpan[] {
  const result: { from: number; to: number }[] = [];
  for (const { from, to, file } of spans) {
    const last = result.at(-1);
    if (last !== undefined && from <= last.to) {
      throw refused(file, `has seed ${from}, which another file has too`);
    }
    if (last?.to === from - 1) last.to = to;
    else result.push({ from, to });
  }
  return result;
}

function refused(file: string, message: string): InputError {
  const position = { file, line: 1, column: 1 };
  return new InputError([{ severity: "error", position, message, expected: "parts of one sweep" }]);
}
