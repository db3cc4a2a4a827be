/** Reads the input, runs the variants on it, and writes how they differ. */
import { compareRuns, refuseVariants } from "../compare/compare.ts";
import { compareHtml } from "../compare/compare-html.ts";
import { comparisonPage } from "../compare/compare-page.ts";
import { comparisonAsJson, comparisonAsLines } from "../compare/comparison-json.ts";
import { settleMs } from "../compare/end.ts";
import { type FinishedRun, MeasuredRun } from "../compare/measured-run.ts";
import { renderComparison } from "../compare/render-compare.ts";
import type { Variant } from "../compare/variant.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { InputTexts } from "../scenario/input-texts.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import type { CompareFlags } from "./compare.ts";
import {
  comparedOf,
  loadVariants,
  overridesBeside,
  requiredOf,
  requirementStatus,
} from "./compared.ts";
import { headingOf } from "./heading.ts";
import { Output, looksOf, refusePageOnTerminal } from "./output.ts";
import { playTo } from "./play.ts";
import { readTexts } from "./read-input.ts";
import { TextRecords } from "./text-records.ts";
import { refuseStrays } from "./variant-host.ts";

interface PlayedVariant {
  readonly variant: Variant;
  readonly run: FinishedRun;
}

/** Two are what the eye can hold; evented among them also makes it six minutes longer. */
const onPage = ["level", "edge"] as const;

/** The exit status. */
export async function compareInputs(
  paths: readonly string[],
  flags: CompareFlags,
): Promise<number> {
  const compared = comparedOf(flags.output === "html" ? { observe: onPage, ...flags } : flags);
  const names = requiredOf(flags, compared);
  refusePageOnTerminal(flags);
  const variants = await loadVariants(compared);
  const { input, texts } = readTexts(paths, overridesBeside(flags), "compare");
  const { durationMs } = input.scenario;
  refuseVariants(variants, input);
  const endMs = durationMs + (compared.isExact ? 0 : settleMs(variants));
  const runs: PlayedVariant[] = [];
  for (const variant of variants) runs.push(await playVariant(input, variant, endMs, flags));
  await refuseStrays(compared.own);
  const comparison = compareRuns(runs);
  const out = new Output(flags.out);
  if (flags.output === "jsonl") out.write(comparisonAsLines(comparison));
  else if (flags.output === "json") out.write(comparisonAsJson(comparison));
  else if (flags.output === "html") {
    const { scenario } = input;
    // A page plays its runs again from their texts, and has no kubelet of somebody else's.
    const isOurs = compared.own.length === 0;
    if (isOurs) out.write(await asPage(input, texts, runs));
    else out.write(compareHtml(comparisonPage(comparison, scenario, scenario.seed)));
  } else {
    const { view, paint } = looksOf(flags);
    const shown = variants.map(({ name }) => name).join(", ");
    out.write(headingOf(input.scenario, view, paint, { variants: shown }));
    out.write(renderComparison(comparison, durationMs, view, paint));
  }
  out.end();
  return requirementStatus(names, (name) => comparison.variants[name]?.converged === true);
}

/** Whatever model the file names, the page shows the one that was compared. */
async function asPage(
  { scenario }: PreparedInput,
  texts: InputTexts,
  runs: readonly PlayedVariant[],
): Promise<string> {
  const { reportHtml } = await import("./report.ts");
  const overrides = { ...texts.overrides, model: scenario.model };
  const traces = runs.map(({ variant: { observe }, run: { records } }) => ({ observe, records }));
  return reportHtml(scenario, { ...texts, overrides }, traces);
}

/** A text needs few of the records: see `TextRecords`. */
async function playVariant(
  input: PreparedInput,
  variant: Variant,
  endMs: number,
  flags: CompareFlags,
): Promise<PlayedVariant> {
  const kept = flags.output === "text" ? new TextRecords() : undefined;
  const onRecord = (record: TraceRecord): void => kept?.take(record);
  const run = new MeasuredRun(input, variant, { onRecord, keepRecords: kept === undefined });
  await playTo(run, endMs, flags);
  const finished = run.finish();
  return { variant, run: kept === undefined ? finished : { ...finished, records: kept.records } };
}
