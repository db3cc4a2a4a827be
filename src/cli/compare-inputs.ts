/** Reads the input, runs the variants on it, and writes how they differ. */
import { compareRuns, refuseOwn } from "../compare/compare.ts";
import { compareHtml } from "../compare/compare-html.ts";
import { comparisonPage } from "../compare/compare-page.ts";
import { comparisonAsJson, comparisonAsLines } from "../compare/comparison-json.ts";
import { settleMs } from "../compare/end.ts";
import { MeasuredRun } from "../compare/measured-run.ts";
import { renderComparison } from "../compare/render-compare.ts";
import type { Variant } from "../compare/variant.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import type { CompareFlags } from "./compare.ts";
import { comparedOf, loadVariants, overridesBeside, requiredOf } from "./compared.ts";
import { exitStatus } from "./call-error.ts";
import { headingOf } from "./heading.ts";
import { Output, looksOf, refusePageOnTerminal } from "./output.ts";
import { playTo } from "./play.ts";
import { readInput } from "./read-input.ts";
import { TextRecords } from "./text-records.ts";

/** The exit status. */
export async function compareInputs(
  paths: readonly string[],
  flags: CompareFlags,
): Promise<number> {
  const compared = comparedOf(flags);
  const names = requiredOf(flags, compared);
  refusePageOnTerminal(flags);
  const variants = await loadVariants(compared);
  const input = readInput(paths, overridesBeside(flags), "compare");
  const { durationMs } = input.scenario;
  refuseOwn(variants, input);
  const endMs = durationMs + (compared.isExact ? 0 : settleMs(variants));
  const runs: Parameters<typeof compareRuns>[0][number][] = [];
  for (const variant of variants) runs.push(await playVariant(input, variant, endMs, flags));
  const comparison = compareRuns(runs);
  const out = new Output(flags.out);
  if (flags.output === "jsonl") out.write(comparisonAsLines(comparison));
  else if (flags.output === "json") out.write(comparisonAsJson(comparison));
  else if (flags.output === "html") {
    const { scenario } = input;
    out.write(compareHtml(comparisonPage(comparison, scenario, scenario.seed)));
  } else {
    const { view, paint } = looksOf(flags);
    const shown = variants.map(({ name }) => name).join(", ");
    out.write(headingOf(input.scenario, view, paint, { variants: shown }));
    out.write(renderComparison(comparison, durationMs, view, paint));
  }
  out.end();
  return names.every((name) => comparison.variants[name]?.converged)
    ? exitStatus.ok
    : exitStatus.differs;
}

/** A text needs few of the records: see `TextRecords`. */
async function playVariant(
  input: PreparedInput,
  variant: Variant,
  endMs: number,
  flags: CompareFlags,
): Promise<Parameters<typeof compareRuns>[0][number]> {
  const kept = ["text", "html"].includes(flags.output) ? new TextRecords() : undefined;
  const onRecord = (record: TraceRecord): void => kept?.take(record);
  const run = new MeasuredRun(input, variant, { onRecord, keepRecords: kept === undefined });
  await playTo(run, endMs, flags);
  const finished = run.finish();
  return { variant, run: kept === undefined ? finished : { ...finished, records: kept.records } };
}
