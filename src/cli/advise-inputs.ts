/** Runs an input under each disturbance, and writes what came of it. */
import { advisedAsJson } from "../advice/advised-json.ts";
import { renderAdvised } from "../advice/render-advised.ts";
import { type SeedRange, rangeText } from "../check/seeds-text.ts";
import type { AdviseFlags } from "./advise.ts";
import { CallError } from "./call-error.ts";
import { overridesOf } from "./flags.ts";
import { headingOf } from "./heading.ts";
import { Output, looksOf } from "./output.ts";
import { readTexts } from "./read-input.ts";
import { withProgress } from "./sample-seeds.ts";
import { adviseFold } from "./seed-folds.ts";

const fewSeeds: SeedRange = { from: 1, to: 3 };

export async function advise(paths: readonly string[], flags: AdviseFlags): Promise<void> {
  const read = readTexts(paths, overridesOf(flags), "advise");
  const { scenario } = read.input;
  if (scenario.model === "textbook") {
    throw new CallError("advise needs the kubernetes model; the textbook has no probes");
  }
  const { seeds = fewSeeds } = flags;
  const { fold, folded } = adviseFold(read);
  await withProgress(read, "advise", fold, flags, seeds);
  const out = new Output(flags.out);
  if (flags.output === "json") out.write(advisedAsJson(folded(), seeds));
  else {
    const { view, paint } = looksOf(flags);
    const title = headingOf(scenario, view, paint, { chance: `seeds ${rangeText(seeds)}` });
    out.write(title + renderAdvised(folded(), seeds, view, paint));
  }
  out.end();
}
