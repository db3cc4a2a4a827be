/** Reads a whole scenario: its documents, the manifests it names, and all that connects them. */
import { InputError } from "../model/diagnostic.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Path, SourceFile, YamlDocument } from "../yaml/document.ts";
import { parseYaml } from "../yaml/parse-yaml.ts";
import { inventoryOf } from "./inventory.ts";
import type { Inventory } from "./inventory.ts";
import { errorAt, valueAt } from "./issues.ts";
import { defaultScenario, isScenario, readScenario } from "./parse.ts";
import type { ScenarioOptions } from "./parse.ts";
import type { ManifestEntry, Scenario } from "./scenario.ts";
import { validateReferences } from "./validate-references.ts";

/** Gives the text of a file that a scenario names, or says why it cannot be read. */
export type ReadFile = (path: string) => SourceFile | { readonly unreadable: string };

export interface LoadedScenario {
  readonly scenario: Scenario;
  /** Every object of the scenario, for the manifest reader, with its own places. */
  readonly manifests: readonly YamlDocument[];
  readonly inventory: Inventory;
  /** Warnings; all errors are thrown. */
  readonly warnings: readonly Diagnostic[];
}

export interface ReadWhole extends Omit<LoadedScenario, "warnings"> {
  /** Errors, too: then the scenario lacks its faulty parts. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface LoadOptions extends ScenarioOptions {
  readonly readFile: ReadFile;
}

/** `documents`: those of one file or of several. Throws an `InputError` with every error. */
export function loadScenario(
  documents: readonly YamlDocument[],
  options: LoadOptions,
): LoadedScenario {
  const { diagnostics, ...read } = readWhole(documents, options);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new InputError(diagnostics);
  return { ...read, warnings: diagnostics };
}

/** Never throws, so that what else is wrong with the input is told in the same go. */
export function readWhole(
  documents: readonly YamlDocument[],
  { readFile, ...options }: LoadOptions,
): ReadWhole {
  const [document, ...others] = documents.filter(isScenario);
  const diagnostics: Diagnostic[] = document
    ? others.map((other) => secondScenario(other, document))
    : [];
  const { scenario, ...read } = document
    ? readScenario(document, options)
    : { scenario: defaultScenario(documents[0]?.file ?? "", options), diagnostics: [] };
  const named = manifestsOf(scenario, readFile);
  const objects = documents.filter((candidate) => !isScenario(candidate));
  const manifests = [...objects, ...named.documents];
  const inventory = inventoryOf(manifests);
  const isAboutManifests = (diagnostic: Diagnostic) =>
    named.diagnostics.includes(diagnostic) || diagnostic.path?.startsWith("spec.manifests");
  diagnostics.push(...read.diagnostics, ...named.diagnostics);
  // The names of manifests that cannot be read would all be reported as missing.
  if (!diagnostics.some(isAboutManifests)) {
    diagnostics.push(...validateReferences(scenario, inventory, idsWritten(scenario.document)));
  }
  return { scenario, manifests, inventory, diagnostics: inOrder(diagnostics) };
}

function secondScenario(document: YamlDocument, first: YamlDocument): Diagnostic {
  const { file, line, column } = first.locate(["kind"]);
  const finding = {
    message: `a second scenario, the first is at ${file}:${line}:${column}`,
    expected: "one document of kind Scenario",
    fix: "put it into a file of its own",
  };
  return errorAt(document, ["kind"], finding);
}

interface NamedManifests {
  readonly documents: readonly YamlDocument[];
  readonly diagnostics: readonly Diagnostic[];
}

function manifestsOf({ document, manifests }: Scenario, readFile: ReadFile): NamedManifests {
  const documents: YamlDocument[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const entry of manifests) {
    if (entry.kind === "object") documents.push(partOf(document, entry.place.path));
    else {
      const file = readManifests(entry, document, readFile);
      documents.push(...file.documents);
      diagnostics.push(...file.diagnostics);
    }
  }
  return { documents, diagnostics };
}

function readManifests(
  { path, place }: ManifestEntry & { readonly kind: "file" },
  document: YamlDocument,
  readFile: ReadFile,
): NamedManifests {
  const source = readFile(besides(document.file, path));
  if ("unreadable" in source) {
    const fix = "the path is relative to this file";
    const finding = { message: source.unreadable, found: JSON.stringify(path), fix };
    return { documents: [], diagnostics: [errorAt(document, place.path, finding)] };
  }
  try {
    const documents = parseYaml(source);
    const diagnostics = documents
      .filter(isScenario)
      .map((nested) => secondScenario(nested, document));
    return { documents, diagnostics };
  } catch (error) {
    // The errors of all files are reported together.
    if (error instanceof InputError) return { documents: [], diagnostics: error.diagnostics };
    throw error;
  }
}

/** The path as seen from where the scenario's own path is seen from. */
function besides(file: string, path: string): string {
  if (/^([/\\]|[A-Za-z]:)/.test(path)) return path;
  const folder = /^.*[/\\]/s.exec(file)?.[0] ?? "";
  return `${folder}${path}`;
}

/** A part of a document as a document of its own, that knows its places in the whole. */
function partOf(document: YamlDocument, path: Path): YamlDocument {
  return {
    file: document.file,
    value: valueAt(document.value, path),
    locate: (inner, of) => document.locate([...path, ...inner], of),
  };
}

/** Also those of stimuli with errors: a reference to one of them is no error itself. */
function idsWritten(document: YamlDocument): string[] {
  const stimuli = valueAt(document.value, ["spec", "stimuli"]);
  const ids = Array.isArray(stimuli) ? stimuli.map((stimulus) => valueAt(stimulus, ["id"])) : [];
  return ids.filter((id) => typeof id === "string");
}

/** In the order of the text, so that they can be worked off from top to bottom. */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const place = ({ position }: Diagnostic) => position ?? { file: "", line: 0, column: 0 };
  const files = [...new Set(diagnostics.map((diagnostic) => place(diagnostic).file))];
  return diagnostics.toSorted((a, b) => {
    const [left, right] = [place(a), place(b)];
    return (
      files.indexOf(left.file) - files.indexOf(right.file) ||
      left.line - right.line ||
      left.column - right.column
    );
  });
}
