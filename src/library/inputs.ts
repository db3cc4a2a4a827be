/** What a program has of its manifests and its scenario, as the documents that are checked. */
import { type Diagnostic, InputError } from "../model/diagnostic.ts";
import { nothingIn, parseSources } from "../scenario/input-texts.ts";
import type { ReadFile } from "../scenario/load.ts";
import { describeValue } from "../scenario/issues.ts";
import type { SourceFile, YamlDocument } from "../yaml/document.ts";

/** Files that were read, and how to read those that the scenario among them names. */
export interface InputFiles {
  readonly sources: readonly SourceFile[];
  readonly readFile: ReadFile;
  /** Notes about what was not read. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Text of YAML or JSON, with one document or several; the same with the name that errors give it;
 * an object of Kubernetes or a scenario, with its `apiVersion` and `kind`, such as a `V1Pod` of a
 * Kubernetes client; or what `readFiles` of `relist/files` gives.
 */
export type Input = string | SourceFile | InputFiles | object;

/** Throws an `InputError` with the errors of all texts. Texts come first, then objects. */
export function documentsOf(inputs: readonly Input[]): readonly YamlDocument[] {
  const parts = inputs.flatMap((input, index) =>
    partsOf(input, inputs.length === 1 ? "input" : `input[${index}]`),
  );
  const texts = parts.filter((part) => "text" in part);
  const documents = [...parseSources(texts), ...parts.filter((part) => "value" in part)];
  if (documents.length === 0) {
    throw nothingIn(inputs.flatMap((input) => partsOf(input, "the text")));
  }
  return documents;
}

/** Those among the inputs that were read from files. */
export function filesOf(inputs: readonly Input[]): readonly InputFiles[] {
  return inputs.flatMap((input) => (typeof input === "object" && "sources" in input ? input : []));
}

function partsOf(input: Input, name: string): readonly (SourceFile | YamlDocument)[] {
  if (typeof input === "string") return [{ file: name, text: input }];
  if (typeof input !== "object" || input === null) throw notUsable(input, name);
  if ("kind" in input) return [documentOf(input, name)];
  if ("sources" in input) return input.sources;
  if ("text" in input) return [input];
  throw notUsable(input, name);
}

/** Errors of an object tell the field and which object, since there is no line. */
function documentOf(object: object, name: string): YamlDocument {
  // As JSON has it: detached from what the caller may change, and without what is undefined.
  const value: unknown = JSON.parse(JSON.stringify(object));
  return { file: name, value, locate: () => ({ file: name, line: 1, column: 1 }) };
}

function notUsable(found: unknown, name: string): InputError {
  const expected = "a text, an object with a kind, or what readFiles gives";
  const message = "cannot be simulated";
  return new InputError([
    { severity: "error", path: name, message, found: describeValue(found), expected },
  ]);
}
