/** What a worker does: it reads the input once, and runs the seeds that it is told to. */
import type { Judged } from "../sample/check-run.ts";
import { type JudgedTexts, judgedOf } from "./read-input.ts";
import { loadVariants } from "./compared.ts";
import { type FailedSeed, failureOf } from "./seed-failure.ts";
import { adviseFold, checkFold, compareFold, sampleFold } from "./seed-folds.ts";
import { refuseStrays } from "./variant-host.ts";
import type { SeedReply, SeedTask } from "./seeds.ts";

let known: { readonly key: string; readonly judged: Judged } | undefined;

async function foldOf({ work, input, compared }: SeedTask) {
  const judged = knownOr(input);
  if (compared !== undefined) {
    const variants = await loadVariants(compared);
    return compareFold(judged.input, { variants, isExact: compared.isExact });
  }
  if (work === "compare") throw new Error("a comparison says of what it is");
  return { advise: adviseFold, check: checkFold, sample: sampleFold }[work](judged);
}

// The pool asks for it.
// oxlint-disable-next-line import/no-default-export
export default async function runTask(task: SeedTask): Promise<SeedReply> {
  const { seeds } = task;
  const { fold, folded } = await foldOf(task);
  let failure: FailedSeed | undefined;
  for (let seed = seeds.from; seed <= seeds.to && failure === undefined; seed++) {
    try {
      fold.take(seed);
    } catch (error) {
      failure = failureOf(seed, error);
    }
  }
  try {
    await refuseStrays(task.compared?.own ?? []);
  } catch (error) {
    failure ??= failureOf(seeds.from, error);
  }
  return { folded: folded(), ...(failure === undefined ? {} : { failure }) };
}

function knownOr(texts: JudgedTexts): Judged {
  const key = JSON.stringify(texts);
  if (known?.key !== key) known = { key, judged: judgedOf(texts) };
  return known.judged;
}
