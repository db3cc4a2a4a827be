/** From the paths of a call to a prepared input: finds, reads, checks, and tells of what it saw. */
import { collectFiles } from "../manifest/files.ts";
import { type Diagnostic, InputError, formatDiagnostic } from "../model/diagnostic.ts";
import { type Overrides, type PreparedInput, prepareInput } from "../scenario/prepare.ts";
import { type SourceFile, type YamlDocument, displayFile } from "../yaml/document.ts";
import { parseYaml } from "../yaml/parse-yaml.ts";
import { hostFiles, readNamedFile } from "./host.ts";
import { tell } from "./output.ts";

export function readInput(paths: readonly string[], overrides: Overrides): PreparedInput {
  const { sources, diagnostics } = collectFiles(paths, hostFiles);
  const documents = parseAll(sources);
  if (documents.length === 0) throw new InputError([nothingIn(sources)]);
  const input = prepareInput(documents, { readFile: readNamedFile, overrides });
  for (const diagnostic of [...diagnostics, ...input.diagnostics]) {
    tell(formatDiagnostic(diagnostic));
  }
  return input;
}

function nothingIn(sources: readonly SourceFile[]): Diagnostic {
  const [first, ...others] = sources.map(({ file }) => displayFile(file));
  const found = others.length === 0 ? `no document in ${first}` : "no document in any file";
  const expected = "a Pod, an object that stands for pods, or a scenario";
  return { severity: "error", message: "nothing to simulate", found, expected };
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
