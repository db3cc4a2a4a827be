/** `--seeds` and `--vary` of `compare`: each choice with each seed, on all cores. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { compareHtml } from "../compare/compare-html.ts";
import { sweepPage } from "../compare/compare-page.ts";
import { renderSweep } from "../compare/render-sweep.ts";
import { type Sweep, type SweepCell, seedCount, shardOf } from "../compare/sweep.ts";
import { sweepAsJson } from "../compare/sweep-json.ts";
import { type SeedRange, rangeText, sizeOf } from "../check/seeds-text.ts";
import { prepareTexts } from "../scenario/input-texts.ts";
import type { Overrides } from "../scenario/prepare.ts";
import { CallError } from "./call-error.ts";
import type { CompareFlags } from "./compare.ts";
import {
  type Compared,
  comparedOf,
  loadVariants,
  overridesBeside,
  requiredOf,
  requirementStatus,
} from "./compared.ts";
import { headingOf } from "./heading.ts";
import { Output, looksOf, refusePageOnTerminal } from "./output.ts";
import { isProgressShown } from "./play.ts";
import { Progress, barText } from "./progress.ts";
import { type ReadInput, readTexts } from "./read-input.ts";
import { compareFold } from "./seed-folds.ts";
import { seedHost } from "./seed-host.ts";
import { refuseStrays } from "./variant-host.ts";
import { runSeeds } from "./seeds.ts";
import { type Choice, choicesOf, parametersOf, refuseUncalled, withChoice } from "./vary.ts";

/** The exit status. */
export async function sweepInputs(paths: readonly string[], flags: CompareFlags): Promise<number> {
  const compared = comparedOf(flags);
  const names = requiredOf(flags, compared);
  refusePageOnTerminal(flags);
  if (flags.output === "jsonl") {
    throw new CallError("--output jsonl is of one run; with --seeds use json");
  }
  const { seeds = { from: 1, to: 1 }, vary = [] } = flags;
  const varied = parametersOf(vary);
  const choices = choicesOf(varied);
  const overrides = overridesBeside(flags);
  const mine = flags.shard === undefined ? seeds : shardOfFlag(seeds, flags.shard);
  const [choice = {}, ...otherChoices] = choices;
  const first = readTexts(paths, withChoice(overrides, choice), "compare");
  refuseUncalled(varied, first.input.scenario.model);
  // Before any of them runs: a wrong value is told of at once.
  const rest = otherChoices.map((each) => readAgain(first, withChoice(overrides, each)));
  const reads = [first, ...rest];
  const cells = await runCells(reads, choices, compared, flags, mine);
  const { name: scenario } = first.input.scenario;
  const sweep: Sweep = { digest: digestOf(reads, compared), scenario, seeds, cells };
  writeSweep(sweep, first, flags, mine);
  return requirementStatus(names, (name) =>
    cells.every((cell) =>
      cell.variants.every((each) => each.name !== name || each.converged === seedCount(cell)),
    ),
  );
}

/** The same texts; what they are noted for was told already. */
function readAgain({ texts, assertions }: ReadInput, overrides: Overrides): ReadInput {
  const changed = { ...texts, overrides };
  return { texts: changed, assertions, input: prepareTexts(changed) };
}

async function runCells(
  reads: readonly ReadInput[],
  choices: readonly Choice[],
  compared: Compared,
  flags: CompareFlags,
  seeds: SeedRange,
): Promise<readonly SweepCell[]> {
  const variants = await loadVariants(compared);
  const all = sizeOf(seeds) * reads.length;
  const progress = isProgressShown(flags)
    ? new Progress((done) => barText(done, all, "runs"))
    : undefined;
  const cells: SweepCell[] = [];
  try {
    for (const [index, { input, texts }] of reads.entries()) {
      const { fold, folded, endMs } = compareFold(input, { variants, isExact: compared.isExact });
      const before = index * sizeOf(seeds);
      const onProgress = (done: number): void => progress?.show(before + done);
      const task = { work: "compare", input: texts, compared, seeds, fold, onProgress } as const;
      await runSeeds(task, seedHost);
      await refuseStrays(compared.own);
      const vary = choices[index] ?? {};
      cells.push({ vary, seeds: [seeds], end: endMs / 1000, variants: folded() });
    }
  } finally {
    progress?.clear();
  }
  return cells;
}

function writeSweep(
  sweep: Sweep,
  { input }: Pick<ReadInput, "input">,
  flags: CompareFlags,
  seeds: SeedRange,
): void {
  const out = new Output(flags.out);
  if (flags.output === "json") out.write(sweepAsJson(sweep));
  else if (flags.output === "html") out.write(compareHtml(sweepPage(sweep, input.scenario)));
  else if (flags.output === "text") {
    const { view, paint } = looksOf(flags);
    const variants = (sweep.cells[0]?.variants ?? []).map(({ name }) => name).join(", ");
    const chance = `seeds ${rangeText(seeds)}`;
    const varied = [...new Set(sweep.cells.flatMap(({ vary }) => vary["kubernetes"] ?? []))];
    const version = varied.length === 0 ? {} : { version: varied.join(", ") };
    out.write(headingOf(input.scenario, view, paint, { variants, chance, ...version }));
    out.write(renderSweep(sweep, view, paint));
  }
  out.end();
}

/** Of all that the outcome depends on, but the seeds. */
function digestOf(reads: readonly ReadInput[], compared: Compared): string {
  const inputs = reads.map(({ texts: { sources, named, overrides } }) => [
    sources.map(({ text }) => text),
    named,
    { ...overrides, seed: undefined },
  ]);
  const { observe, own, isExact } = compared;
  const written = own.map((path) => readFileSync(path, "utf8"));
  const hash = createHash("sha256").update(JSON.stringify([inputs, observe, written, isExact]));
  return hash.digest("hex").slice(0, 32);
}

const indexVariable = "JOB_COMPLETION_INDEX";

/** `2/10` is the second of ten; `10` the one that an Indexed Job says it is, counting from 0. */
function shardOfFlag(seeds: SeedRange, text: string): SeedRange {
  const [, given, of] = /^(?:(\d+)\/)?(\d+)$/.exec(text) ?? [];
  const count = Number(of);
  if (!(count >= 1)) {
    throw new CallError(`--shard ${text}: expected a part of so many, such as 1/10`);
  }
  const index = given === undefined ? indexOfJob(text, count) + 1 : Number(given);
  if (count > sizeOf(seeds)) {
    throw new CallError(`--shard ${text}: more shards than seeds, which are ${sizeOf(seeds)}`);
  }
  if (!(index >= 1 && index <= count)) {
    throw new CallError(`--shard ${text}: expected a part from 1/${count} to ${count}/${count}`);
  }
  return shardOf(seeds, index, count);
}

function indexOfJob(text: string, count: number): number {
  const index = process.env[indexVariable];
  if (index === undefined) {
    throw new CallError(`--shard ${text}: ${indexVariable} is not set; say which, as in 1/${text}`);
  }
  if (/^\d+$/.test(index) && Number(index) < count) return Number(index);
  const found = `expected 0 to ${count - 1}, found ${JSON.stringify(index)}`;
  throw new CallError(`--shard ${text} takes its part from ${indexVariable}: ${found}`);
}
