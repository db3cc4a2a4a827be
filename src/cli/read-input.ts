/** From the paths of a call to a prepared input: finds, reads, checks, and tells of what it saw. */
import { readFiles } from "../files/read-files.ts";
import { documentsOf } from "../library/inputs.ts";
import { type Diagnostic, formatDiagnostic } from "../model/diagnostic.ts";
import {
  type Assertion,
  noteEmptyAssertions,
  parseAssertions,
} from "../scenario/assertion-text.ts";
import type { Judged } from "../sample/check-run.ts";
import { type InputTexts, prepareTexts } from "../scenario/input-texts.ts";
import { type Overrides, type PreparedInput, prepareInput } from "../scenario/prepare.ts";
import { noteUnjudged } from "../scenario/unjudged.ts";
import { type YamlDocument, displayFile } from "../yaml/document.ts";
import { isScenario } from "../scenario/parse.ts";
import type { ReadFile } from "../scenario/load.ts";
import { CallError } from "./call-error.ts";
import { inputFiles } from "./host.ts";
import { tell } from "./output.ts";

type CommandName = "run" | "demo" | "compare" | "check" | "diff" | "explain" | "serve" | "advise";

/** The texts of an input, and what is asserted of it. */
export interface JudgedTexts extends InputTexts {
  /** What `--assert` says. */
  readonly assert: readonly string[];
}

export interface ReadInput {
  readonly input: PreparedInput;
  readonly assertions: readonly Assertion[];
  readonly texts: JudgedTexts;
}

export function readInput(
  paths: readonly string[],
  overrides: Overrides,
  command: CommandName = "run",
  told: readonly Diagnostic[] = [],
): PreparedInput {
  return readTexts(paths, overrides, command, [], { told }).input;
}

/** Once more from its texts, which were found right before. */
export function judgedOf(texts: JudgedTexts): Judged {
  const input = prepareTexts(texts);
  return { input, assertions: parseAssertions(texts.assert, input) };
}

interface Telling {
  /** Of another input, and not to be told again. */
  readonly told?: readonly Diagnostic[];
  readonly isOneOfSeveral?: boolean;
}

export function readTexts(
  paths: readonly string[],
  overrides: Overrides,
  command: CommandName = "run",
  assert: readonly string[] = [],
  { told = [], isOneOfSeveral = false }: Telling = {},
): ReadInput {
  const files = readFiles(paths, inputFiles);
  const { sources, diagnostics } = files;
  const documents = documentsOf([files]);
  refuseSeveral(documents, command);
  const named: Record<string, ReturnType<ReadFile>> = {};
  const readFile: ReadFile = (path) => {
    const file = files.readFile(path);
    named[path] = file;
    return file;
  };
  const input = prepareInput(documents, { readFile, overrides });
  const assertions = parseAssertions(assert, input);
  const isNoted = command === "run" || command === "compare";
  const unjudged = isNoted ? noteUnjudged(input.scenario) : [];
  const empty = noteEmptyAssertions(assertions, input.scenario);
  // A note on an input as a whole has no place in it; beside others it needs its name.
  const name = isOneOfSeveral ? `${paths.join(" ")}: ` : "";
  tellNews([...diagnostics, ...input.diagnostics, ...unjudged, ...empty], told, name);
  return { input, assertions, texts: { sources, named, overrides, assert } };
}

/** But for what was told of another input. `name` stands before what has no place of its own. */
export function tellNews(
  found: readonly Diagnostic[],
  told: readonly Diagnostic[] = [],
  name = "",
): void {
  const before = new Set(told.map(wordsOf));
  for (const each of found.filter((one) => !before.has(wordsOf(one)))) {
    tell(`${each.position === undefined ? name : ""}${formatDiagnostic(each)}`);
  }
}

/** A note holds wherever it stands; a warning has to be seen to in its own place. */
function wordsOf({ position, ...diagnostic }: Diagnostic): string {
  const isNote = diagnostic.severity === "note" || position === undefined;
  return formatDiagnostic(isNote ? diagnostic : { ...diagnostic, position });
}

const scenariosShown = 5;

/** A folder of scenarios is no mistake of theirs. */
function refuseSeveral(documents: readonly YamlDocument[], command: string): void {
  const files = [...new Set(documents.filter(isScenario).map(({ file }) => displayFile(file)))];
  const [first] = files;
  if (first === undefined || files.length === 1) return;
  const shown = files.slice(0, scenariosShown).join(", ");
  const hidden = files.length - scenariosShown;
  const all = hidden > 0 ? `${shown} and ${hidden} more` : shown;
  const found = `${files.length} scenarios, found ${all}`;
  throw new CallError(`${found}; they go one at a time: relist ${command} ${first}`);
}
