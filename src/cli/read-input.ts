/** From the paths of a call to a prepared input: finds, reads and checks, and tells of what it saw. */
import { collectFiles } from "../manifest/files.ts";
import { type Diagnostic, InputError, formatDiagnostic } from "../model/diagnostic.ts";
import { type Overrides, type PreparedInput, prepareInput } from "../scenario/prepare.ts";
import type { SourceFile, YamlDocument } from "../yaml/document.ts";
import { parseYaml } from "../yaml/parse-yaml.ts";
import { hostFiles, readNamedFile } from "./host.ts";
import { tell } from "./output.ts";

export function readInput(paths: readonly string[], overrides: Overrides): PreparedInput {
  const { sources, diagnostics } = collectFiles(paths, hostFiles);
  const input = prepareInput(parseAll(sources), { readFile: readNamedFile, overrides });
  for (const diagnostic of [...diagnostics, ...input.diagnostics]) {
    tell(formatDiagnostic(diagnostic));
  }
  return input;
}

/** The errors of all files are told at once. */
function parseAll(sources: readonly SourceFile[]): readonly YamlDocument[] {
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
