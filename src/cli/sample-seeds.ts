/** `--seeds` of `run` and of `check`: the input is read once, and run with each seed. */
import type { CheckedScenario } from "../check/checked-scenario.ts";
import { type SeedRange, rangeText, sizeOf } from "../check/seeds-text.ts";
import { checkedOf } from "../sample/check-fold.ts";
import { renderSample } from "../sample/render-sample.ts";
import { sampleAsJson, sampleAsLines } from "../sample/sample-json.ts";
import { sampleOf } from "../sample/sample.ts";
import { tellAsserted } from "./asserted.ts";
import { CallError } from "./call-error.ts";
import { type Flags, overridesOf } from "./flags.ts";
import { headingOf } from "./heading.ts";
import { Output, looksOf } from "./output.ts";
import { isProgressShown, playForText } from "./play.ts";
import { Progress, barText } from "./progress.ts";
import { type ReadInput, readTexts } from "./read-input.ts";
import { assertedOf, checkFold, sampleFold } from "./seed-folds.ts";
import { seedHost } from "./seed-host.ts";
import { type SeedFold, type SeedWork, runSeeds } from "./seeds.ts";

export async function sampleSeeds(
  paths: readonly string[],
  flags: Flags,
  seeds: SeedRange,
): Promise<number> {
  if (flags.inspect ?? flags.inspectOnly)
    throw new CallError("--inspect shows one run, and --seeds asks for several");
  const read = readTexts(paths, overridesOf(flags), "run", flags.assert);
  const { input } = read;
  const { fold, folded } = sampleFold(read);
  await withProgress(read, "sample", fold, flags, seeds);
  const all = folded();
  const sample = sampleOf(input, seeds, all.milestones);
  const out = new Output(flags.out);
  if (flags.output === "jsonl") out.write(sampleAsLines(sample));
  else if (flags.output === "json") out.write(sampleAsJson(input.scenario, sample));
  else {
    const { view, paint } = looksOf(flags);
    const chance = `seeds ${rangeText(seeds)}`;
    out.write(headingOf(input.scenario, view, paint, { chance }));
    const { records } = await playForText(input, flags);
    out.write(renderSample(sample, records, view, paint));
  }
  const status = tellAsserted(assertedOf(read, seeds, all), flags, out);
  out.end();
  return status;
}

export async function checkSeeds(
  read: ReadInput,
  flags: Flags,
  seeds: SeedRange,
): Promise<CheckedScenario> {
  const { fold, folded } = checkFold(read);
  await withProgress(read, "check", fold, flags, seeds);
  const { input, assertions } = read;
  return checkedOf(input, seeds, folded(), [...input.scenario.expectations, ...assertions]);
}

export async function withProgress<Folded>(
  { texts }: ReadInput,
  work: SeedWork,
  fold: SeedFold<Folded>,
  flags: Pick<Flags, "output" | "out">,
  seeds: SeedRange,
): Promise<void> {
  const all = sizeOf(seeds);
  const text = (done: number): string => barText(done, all, "seeds");
  const progress = isProgressShown(flags) ? new Progress(text) : undefined;
  const onProgress = progress ? { onProgress: (done: number) => progress.show(done) } : {};
  try {
    await runSeeds({ work, input: texts, seeds, fold, ...onProgress }, seedHost);
  } finally {
    progress?.clear();
  }
}
