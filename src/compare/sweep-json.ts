/** A sweep for programs, and back: the same sweep has the same bytes, whoever ran its parts. */
import { z } from "zod";
import { InputError } from "../model/diagnostic.ts";
import { type Distribution, type FoldedVariant, medianOf } from "./compare-fold.ts";
import { binCount } from "./bins.ts";
import { measureNames } from "./measures.ts";
import { type Sweep, type SweepCell, missingSeeds, seedCount } from "./sweep.ts";

const format = "relist.dev/sweep/v1";

/** A variant on a line: thousands of numbers are nothing to look at. */
export function sweepAsJson(sweep: Sweep): string {
  const { digest, scenario, seeds, cells } = sweep;
  const gaps = missingSeeds(sweep);
  const missing = gaps.length === 0 ? {} : { missing: gaps };
  const head = JSON.stringify({ format, scenario, digest, seeds, ...missing }).slice(1, -1);
  return `{${head},\n"cells": [\n${cells.map(cellText).join(",\n")}\n]}\n`;
}

function cellText({ variants, ...cell }: SweepCell): string {
  const seeds = seedCount(cell);
  const head = JSON.stringify(cell).slice(1, -1);
  const lines = variants.map((variant) => `  ${JSON.stringify(variantData(variant, seeds))}`);
  return ` {${head}, "variants": [\n${lines.join(",\n")}]}`;
}

function variantData({ values, worst, ...variant }: FoldedVariant, seeds: number): object {
  const { name, converged, diverged, apart } = variant;
  const measures = measureNames.map((measure) => {
    const median = medianOf(values[measure], seeds);
    const known = worst[measure];
    const told = known === undefined ? {} : { worst: known.value, worstSeed: known.seed };
    const data = { ...(median === undefined ? {} : { median }), ...told, values: values[measure] };
    return [measure, data] as const;
  });
  return {
    name,
    converged,
    ...(diverged === undefined ? {} : { diverged }),
    measures: Object.fromEntries(measures),
    apart,
  };
}

const whole = z.number().int().min(0);
const distribution = z.array(z.tuple([z.number().min(0), whole]));

const measure = z.object({
  median: z.number().optional(),
  worst: z.number().optional(),
  worstSeed: whole.optional(),
  values: distribution,
});

const span = z.object({ from: whole, to: whole }).refine(({ from, to }) => from <= to);

const sweepSchema = z.object({
  format: z.literal(format),
  scenario: z.string(),
  digest: z.string(),
  seeds: span,
  cells: z.array(
    z.object({
      vary: z.record(z.string(), z.string()),
      seeds: z.array(span).min(1),
      end: z.number(),
      variants: z.array(
        z.object({
          name: z.string(),
          converged: whole,
          diverged: z.object({ seed: whole, parting: z.unknown().optional() }).optional(),
          measures: z.record(z.enum(measureNames), measure),
          apart: z.array(z.number()).length(binCount),
        }),
      ),
    }),
  ),
});

/** Throws an `InputError` for a text that no sweep was written as. */
export function parseSweep(text: string, file: string): Sweep {
  const fail = (found: string): InputError => {
    const position = { file, line: 1, column: 1 };
    const expected = "what relist compare --seeds --output json wrote";
    return new InputError([
      { severity: "error", position, message: "is no sweep", found, expected },
    ]);
  };
  let value: unknown;
  try {
    // A byte order mark is no part of JSON, and editors write one.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw fail("a text that is no JSON");
  }
  const { data, error } = sweepSchema.safeParse(value);
  if (data === undefined) {
    const [issue] = error.issues;
    throw fail([...(issue?.path ?? []), issue?.message].join(": "));
  }
  const { scenario, digest, seeds, cells } = data;
  for (const cell of cells) {
    for (const variant of cell.variants) {
      const wrong = impossibleCount(variant, seedCount(cell));
      if (wrong !== undefined) throw fail(`${variant.name}: ${wrong}`);
    }
  }
  return {
    scenario,
    digest,
    seeds,
    cells: cells.map((cell) => ({ ...cell, variants: cell.variants.map(toFolded) })),
  };
}

type VariantInput = z.output<typeof sweepSchema>["cells"][number]["variants"][number];

/** Of so many seeds each has one value of each measure, but for what it may lack. */
function impossibleCount(
  { converged, diverged, measures }: VariantInput,
  seeds: number,
): string | undefined {
  if (converged > seeds) return `converged ${converged} of ${seeds} seeds`;
  if ((diverged !== undefined) !== converged < seeds) {
    return `diverged beside converged ${converged} of ${seeds} seeds`;
  }
  for (const name of measureNames) {
    const sum = measures[name].values.reduce((all, [, count]) => all + count, 0);
    const isNone = name === "decisions" && sum === 0;
    const expected = name === "converge" ? converged : seeds;
    if (sum !== expected && !isNone) return `${name} of ${sum} seeds, where there are ${expected}`;
  }
  return undefined;
}

/** What a variant parted by is handed on as it was read. */
function toFolded({ measures, diverged, ...variant }: VariantInput): FoldedVariant {
  const values = measureNames.map((name): readonly [string, Distribution] => [
    name,
    measures[name].values,
  ]);
  const worst = measureNames.flatMap((name) => {
    const { worst: value, worstSeed: seed } = measures[name];
    return value === undefined || seed === undefined ? [] : [[name, { value, seed }] as const];
  });
  return {
    ...variant,
    ...(diverged === undefined ? {} : { diverged: diverged as FoldedVariant["diverged"] & {} }),
    values: Object.fromEntries(values) as FoldedVariant["values"],
    worst: Object.fromEntries(worst),
  };
}
