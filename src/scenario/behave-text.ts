/**
 * The language of `--behave`: `app: ready 8s, exit 1 after 5m, sigterm 12s`. Every word stands for
 * one field of a file's `behaviour`, and what is read is what the file would have said.
 */
import type { ProbeKind } from "../model/behaviour.ts";
import { InputError, type Position } from "../model/diagnostic.ts";
import { type FlagValue, FlagWords, timeExpected } from "./flag-words.ts";

/** A `behaviour` of one container as a file has it. */
export interface WrittenBehaviour {
  readonly runs?: readonly object[];
  readonly sigterm?: unknown;
  readonly probes?: Readonly<Partial<Record<ProbeKind, readonly object[]>>>;
  readonly postStart?: object;
  readonly preStop?: object;
  readonly pull?: object;
}

/** A probe or hook that is told of; which of them the container has is another question. */
export interface ToldOf {
  readonly parts: readonly (ProbeKind | HookName)[];
  readonly position: Position;
}

export interface BehaveText {
  readonly key: string;
  readonly written: WrittenBehaviour;
  readonly toldOf: readonly ToldOf[];
}

export type HookName = "postStart" | "preStop";

type Fields = Record<string, unknown>;

interface Draft {
  readonly runs: Fields[];
  /** Those of which it is said that they go on for ever. */
  readonly endless: Set<Fields>;
  sigterm?: unknown;
  readonly probes: Partial<Record<ProbeKind, Fields[]>>;
  /** `postStart`, `preStop` and `pull`. */
  readonly parts: Fields;
  readonly toldOf: ToldOf[];
}

const probeKinds = ["liveness", "readiness", "startup"] as const satisfies readonly ProbeKind[];
const runWords = ["start", "exit", "oomKilled", "childOom", "runs"] as const;
const clauseWords = [
  ...runWords,
  "sigterm",
  "ready",
  ...probeKinds,
  "probes",
  "postStart",
  "preStop",
  "pull",
] as const;

const keyExpected = "a container and a colon: app: …, web/app: …, or '*: …' for all";

/** Throws an `InputError` with the first error. */
export function parseBehave(value: FlagValue): BehaveText {
  const words = new FlagWords(value);
  const key = words.next;
  if (key === "" || key === ":" || key === ",") words.fail(keyExpected);
  words.take();
  if (!words.took(":")) words.fail(`a colon after ${key}`);
  const draft: Draft = { runs: [], endless: new Set(), probes: {}, parts: {}, toldOf: [] };
  readClause(words, draft, false);
  while (!words.isAtEnd) {
    const isComma = words.took(",");
    const isThen = words.next === "then";
    if (!isComma && !isThen) words.fail("a comma, `then` or the end");
    if (isThen) nextRun(words, draft);
    readClause(words, draft, isThen);
  }
  const { runs, sigterm, probes, parts, toldOf } = draft;
  const written = {
    ...(runs.length > 0 && { runs }),
    ...(sigterm !== undefined && { sigterm }),
    ...(Object.keys(probes).length > 0 && { probes }),
    ...parts,
  };
  return { key, written, toldOf };
}

function nextRun(words: FlagWords, { runs }: Draft): void {
  if (runs.length === 0) {
    words.fail("what the first run does before `then`: exit, oomKilled, childOom, start or runs");
  }
  words.take();
  runs.push({});
}

function readClause(words: FlagWords, draft: Draft, isThen: boolean): void {
  const { position } = words;
  const word = words.oneOf(isThen ? runWords : clauseWords);
  switch (word) {
    case "start":
    case "exit":
    case "oomKilled":
    case "childOom":
    case "runs":
      return addToRun(readRun(words, word), draft, word, position);
    case "sigterm":
      if (draft.sigterm !== undefined) throw twice(word, position);
      draft.sigterm = readSigterm(words);
      return;
    case "ready":
      return addProbe(draft, ["readiness"], { to: words.time(), result: "failure" }, position);
    case "probes":
      return addProbe(draft, probeKinds, readProbe(words), position);
    case "liveness":
    case "readiness":
    case "startup":
      return addProbe(draft, [word], readProbe(words), position);
    case "postStart":
    case "preStop":
      put({ [word]: readHook(words) }, draft.parts, word, position);
      draft.toldOf.push({ parts: [word], position });
      return;
    case "pull":
      return put({ pull: readPull(words) }, draft.parts, word, position);
  }
}

/** A run that goes on for ever has no exit; of one whose start hangs there is no more to say. */
function addToRun(fields: Fields, draft: Draft, word: string, position: Position): void {
  if (draft.runs.length === 0) draft.runs.push({});
  const run = draft.runs.at(-1) ?? {};
  put(fields, run, word, position, nextRunFix);
  if (word === "runs") draft.endless.add(run);
  const isEndless = draft.endless.has(run);
  const isContradiction =
    (isEndless && Object.hasOwn(run, "exitAfter")) ||
    (Object.hasOwn(run, "startHangs") && (isEndless || Object.keys(run).length > 1));
  if (!isContradiction) return;
  const message = `${word} contradicts what is said of the run before it`;
  throw new InputError([{ severity: "error", position, message, fix: nextRunFix }]);
}

const nextRunFix = "write `then` before what the next run does";

function put(fields: Fields, into: Fields, word: string, position: Position, fix?: string): void {
  for (const [field, value] of Object.entries(fields)) {
    if (Object.hasOwn(into, field)) throw twice(word, position, fix);
    into[field] = value;
  }
}

function twice(word: string, position: Position, fix?: string): InputError {
  const message = `${word} is said twice`;
  return new InputError([{ severity: "error", position, message, ...(fix && { fix }) }]);
}

function readRun(words: FlagWords, word: (typeof runWords)[number]): Fields {
  switch (word) {
    case "runs":
      return {};
    case "start":
      if (words.oneOf(["takes", "hangs"]) === "hangs") return { startHangs: true };
      return { startup: words.time() };
    case "childOom":
      return { childOomAfter: timeAfter(words) };
    case "exit":
      return readExit(words);
    case "oomKilled":
      return { ...readExit(words), oomKilled: true };
  }
}

/** What follows `exit`: `1 after 5m`, or without a code `after 5m`. */
function readExit(words: FlagWords): Fields {
  const exitCode = words.number(255, "an exit code, 0 to 255");
  return { ...(exitCode !== undefined && { exitCode }), exitAfter: timeAfter(words) };
}

function timeAfter(words: FlagWords): unknown {
  words.oneOf(["after"], "`after` and a time, as in exit 1 after 5m");
  return words.time();
}

function readSigterm(words: FlagWords): unknown {
  if (words.took("ignored")) return "ignored";
  if (words.took("exit")) return readExit(words);
  return { exitAfter: words.time(`${timeExpected}; ignored; or an exit: exit 0 after 8s`) };
}

function timeOr(words: FlagWords, word: string): unknown {
  return words.took(word) ? word : words.time(`${timeExpected}, or ${word}`);
}

type Options = Readonly<Record<string, () => Fields>>;

const endings: Options = {
  succeeds: () => ({ result: "success" }),
  fails: () => ({ result: "failure" }),
};

function readProbe(words: FlagWords): Fields {
  const answer = readOptions(words, {
    ...endings,
    errors: () => ({ result: "error" }),
    warns: () => ({ result: "warning" }),
    after: () => ({ from: timeOr(words, "sigterm") }),
    until: () => ({ to: timeOr(words, "sigterm") }),
    takes: () => ({ takes: words.time() }),
    saying: () => ({ output: words.quoted() }),
  });
  return { result: "success", ...answer };
}

function readHook(words: FlagWords): Fields {
  return readOptions(words, { ...endings, takes: () => ({ takes: timeOr(words, "forever") }) });
}

function readPull(words: FlagWords): Fields {
  return readOptions(words, {
    ...endings,
    byRegistry: () => ({ result: "byRegistry" }),
    takes: () => ({ takes: words.time() }),
    saying: () => ({ output: words.quoted() }),
  });
}

/** One or more of them in any order, up to the end of the clause. */
function readOptions(words: FlagWords, options: Options): Fields {
  const fields: Fields = {};
  do {
    const { position } = words;
    const word = words.oneOf(Object.keys(options));
    put(options[word]?.() ?? {}, fields, word, position);
  } while (!words.isAtEnd && ![",", "then"].includes(words.next));
  return fields;
}

function addProbe(
  { probes, toldOf }: Draft,
  kinds: readonly ProbeKind[],
  answer: Fields,
  position: Position,
): void {
  for (const kind of kinds) (probes[kind] ??= []).push(answer);
  toldOf.push({ parts: kinds, position });
}
