/** What a worker does: it reads the input once, and runs the seeds that it is told to. */
import type { Judged } from "../sample/check-run.ts";
import { type JudgedTexts, judgedOf } from "./read-input.ts";
import { type FailedSeed, failureOf } from "./seed-failure.ts";
import { adviseFold, checkFold, sampleFold } from "./seed-folds.ts";
import type { SeedReply, SeedTask } from "./seeds.ts";

let known: { readonly key: string; readonly judged: Judged } | undefined;

const folds = { advise: adviseFold, check: checkFold, sample: sampleFold } as const;

// The pool asks for it.
// oxlint-disable-next-line import/no-default-export
export default function runTask({ work, input: texts, seeds }: SeedTask): SeedReply {
  const { fold, folded } = folds[work](knownOr(texts));
  let failure: FailedSeed | undefined;
  for (let seed = seeds.from; seed <= seeds.to && failure === undefined; seed++) {
    try {
      fold.take(seed);
    } catch (error) {
      failure = failureOf(seed, error);
    }
  }
  return { folded: folded(), ...(failure === undefined ? {} : { failure }) };
}

function knownOr(texts: JudgedTexts): Judged {
  const key = JSON.stringify(texts);
  if (known?.key !== key) known = { key, judged: judgedOf(texts) };
  return known.judged;
}
