/** The texts that an input is made of: plain data, so that it crosses between threads and pages. */
import { type Diagnostic, InputError } from "../model/diagnostic.ts";
import type { SourceFile, YamlDocument } from "../yaml/document.ts";
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
  return prepareInput(parseSources(sources), { readFile, overrides });
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
