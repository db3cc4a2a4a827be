/** The texts that an input is made of: plain data, so that it crosses between threads and pages. */
import { type Diagnostic, InputError } from "../model/diagnostic.ts";
import { type SourceFile, type YamlDocument, displayFile } from "../yaml/document.ts";
import { parseYaml } from "../yaml/parse-yaml.ts";
import type { ReadFile } from "./load.ts";
import { type Overrides, type PreparedInput, prepareInput } from "./prepare.ts";

export interface InputTexts {
  readonly sources: readonly SourceFile[];
  /** What the scenario names, by the path that it is asked for. */
  readonly named: Readonly<Record<string, ReturnType<ReadFile>>>;
  readonly overrides: Overrides;
}

/** Throws an `InputError` where the texts are not such as an input was made of before. */
export function prepareTexts({ sources, named, overrides }: InputTexts): PreparedInput {
  const readFile: ReadFile = (path) => named[path] ?? { unreadable: "it was not read before" };
  const documents = parseSources(sources);
  if (documents.length === 0) throw nothingIn(sources);
  return prepareInput(documents, { readFile, overrides });
}

/** Of files without a document. */
export function nothingIn(files: readonly { readonly file: string }[]): InputError {
  const [first = "no file", ...others] = files.map(({ file }) => displayFile(file));
  const found = others.length === 0 ? `no document in ${first}` : "no document in any file";
  const expected = "a Pod, an object that stands for pods, or a scenario";
  return new InputError([{ severity: "error", message: "nothing to simulate", found, expected }]);
}

/** The errors of all files are told at once. */
export function parseSources(sources: readonly SourceFile[]): readonly YamlDocument[] {
  const documents: YamlDocument[] = [];
  const errors: Diagnostic[] = [];
  for (const source of sources) {
    try {
      documents.push(...parseYaml(source));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      errors.push(...error.diagnostics);
    }
  }
  if (errors.length > 0) throw new InputError(errors);
  return documents;
}
