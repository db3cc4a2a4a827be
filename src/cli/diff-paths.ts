/** Reads both inputs, compares them over some seeds, and writes how they differ. */
import { rangeText } from "../check/seeds-text.ts";
import { type Diff, diffInputs } from "../sample/diff/diff.ts";
import { withNamesOf } from "../sample/diff/pair-pods.ts";
import { renderDiff } from "../sample/diff/render-diff.ts";
import { type InputTexts, prepareTexts } from "../scenario/input-texts.ts";
import { versionOf } from "../scenario/model-stage.ts";
import type { Overrides, PreparedInput } from "../scenario/prepare.ts";
import { CallError } from "./call-error.ts";
import type { DiffFlags, VersionPair } from "./diff.ts";
import { type Flags, overridesOf } from "./flags.ts";
import { headingOf } from "./heading.ts";
import { Output, looksOf } from "./output.ts";
import { isProgressShown, playForText } from "./play.ts";
import { Progress } from "./progress.ts";
import { readInput, readTexts, tellNews } from "./read-input.ts";

/** Enough to tell a difference from chance; a run of hours is played some dozens of times. */
const seedsUnlessTold = { from: 1, to: 5 };
/** Of a behaviour that stands for its side. */
const widestName = 16;

export async function diffPaths(paths: readonly string[], flags: DiffFlags): Promise<void> {
  const { kubernetes, against, ...others } = flags;
  const [first = "", second = first] = paths;
  if (paths.length > 2) {
    const found = `found ${paths.length} paths`;
    throw new CallError(`two inputs are compared, ${found}; a folder counts as one`);
  }
  const [before, after] = kubernetes ?? [undefined, undefined];
  const { behave = [] } = others;
  if (first === second && before === after && against === undefined) {
    const ways = "two versions (--kubernetes 1.34..1.36) or two behaviours (--against)";
    throw new CallError(`nothing to compare \`${first}\` with; name another file, ${ways}`);
  }
  const overrides = (version: string | undefined): Overrides =>
    overridesOf({ ...others, ...(version && { kubernetes: version }) });
  const { input: a, texts } = readTexts([first], overrides(before), "diff");
  const ofSecond = { ...overrides(after), ...(against && { against }) };
  const read =
    first === second
      ? preparedAgain(a, { ...texts, overrides: ofSecond })
      : readInput([second], ofSecond, "diff", a.diagnostics);
  const b = withNamesOf(a, read);
  const words = wordsFor([first, second], kubernetes, [behave, against]);
  const seeds = flags.seeds ?? seedsUnlessTold;
  const diff = withProgress(others, (onProgress) => diffInputs(a, b, seeds, onProgress));
  const out = new Output(flags.out);
  if (flags.output === "json") out.write(asJson(diff, words));
  else if (flags.output === "jsonl") {
    out.write(diff.rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  } else {
    const { view, paint } = looksOf(others);
    const [runOfA, runOfB] = [await playForText(a, others), await playForText(b, others)];
    const runs = [runOfA.records, runOfB.records] as const;
    const shown = { ...diff, words: withoutFolder(words), runs, isRenamed: b !== read };
    const versions = [...new Set([versionOf(a.scenario), versionOf(b.scenario)])];
    const how = { version: versions.join(" and "), chance: `seeds ${rangeText(seeds)}` };
    out.write(headingOf(a.scenario, view, paint, how));
    out.write(renderDiff(shown, view, paint));
  }
  out.end();
}

/** What the sides are called: by that in which they differ, if it is short. */
function wordsFor(
  files: readonly [string, string],
  versions: VersionPair | undefined,
  [behave, against = []]: readonly [readonly string[], readonly string[] | undefined],
): readonly [string, string] {
  if (files[0] !== files[1]) return files;
  if (versions !== undefined && versions[0] !== versions[1]) return versions;
  const [first, second] = [behave.join("; "), against.join("; ")];
  const isShort = Math.max(first.length, second.length) <= widestName;
  return isShort ? [first || "as it is", second] : ["--behave", "--against"];
}

/** Paths without the folder that both are in. */
function withoutFolder([a, b]: readonly [string, string]): readonly [string, string] {
  const [first, second] = [a.split("/"), b.split("/")];
  const last = Math.min(first.length, second.length) - 1;
  const at = first.findIndex((part, index) => index >= last || part !== second[index]);
  return [first.slice(at).join("/"), second.slice(at).join("/")];
}

/** Not read again, since standard input is gone by then; what was told is not told again. */
function preparedAgain(before: PreparedInput, texts: InputTexts): PreparedInput {
  const input = prepareTexts(texts);
  tellNews(input.diagnostics, before.diagnostics);
  return input;
}

function withProgress(
  flags: Pick<Flags, "output" | "out">,
  compare: (onProgress: (done: number, all: number) => void) => Diff,
): Diff {
  if (!isProgressShown(flags)) return compare(() => {});
  let of = 0;
  const progress = new Progress((done) => `${done} of ${of} runs`);
  try {
    return compare((done, all) => {
      of = all;
      progress.show(done);
    });
  } finally {
    progress.clear();
  }
}

function asJson({ rows, ...diff }: Diff, [a, b]: readonly [string, string]): string {
  const lines = rows.map((row) => `    ${JSON.stringify(row)}`);
  const head = JSON.stringify({ a, b, ...diff }, null, 2);
  return `${head.slice(0, -2)},\n  "milestones": [\n${lines.join(",\n")}\n  ]\n}\n`;
}
