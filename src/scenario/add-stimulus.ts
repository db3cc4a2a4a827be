/** Adds a stimulus to a scenario that is under way, checked like one that the file has. */
import { type Diagnostic, InputError } from "../model/diagnostic.ts";
import type { Path, YamlDocument } from "../yaml/document.ts";
import { checkValues } from "./check-values.ts";
import { expectedOf, issueToDiagnostics } from "./issues.ts";
import { toStimulus } from "./parse.ts";
import { type PreparedInput, fileContents } from "./prepare.ts";
import type { Scenario, Stimulus } from "./scenario.ts";
import { stimulusSchema } from "./schema-stimuli.ts";
import { refuseThroughApi } from "./standalone.ts";
import { refuseUnsupported } from "./supported.ts";
import { validateReferences } from "./validate-references.ts";

export interface AddedStimulus {
  /** With the stimulus as the last of the scenario's. */
  readonly input: PreparedInput;
  readonly stimulus: Stimulus;
}

/**
 * `value`: the entry as a file would have it. Throws an `InputError` with all its errors, whose
 * paths begin in the entry, and which have no position since no file has it.
 */
export function addStimulus(input: PreparedInput, value: unknown): AddedStimulus {
  const { scenario, pods, inventory } = input;
  const index = scenario.stimuli.length;
  const path: Path = ["spec", "stimuli", index];
  const document = withEntry(scenario.document, value, index);
  const { data, error } = stimulusSchema.safeParse(value, { error: expectedOf });
  const issues = (error?.issues ?? []).flatMap((issue) =>
    issueToDiagnostics(document, { ...issue, path: [...path, ...issue.path] }),
  );
  const read = data && toStimulus(data, document, index);
  // No file has it.
  const stimulus = read && { ...read, place: { path } };
  const stimuli = [...scenario.stimuli, ...(stimulus ? [stimulus] : [])];
  const grown: Scenario = { ...scenario, document, stimuli };
  const errors = ownErrors(path, [
    ...issues,
    ...checkValues(grown),
    ...validateReferences(grown, inventory),
    ...refuseUnsupported(grown),
    ...refuseThroughApi(grown, []),
  ]);
  if (stimulus === undefined || errors.length > 0) throw new InputError(errors);
  const files =
    stimulus.action === "writeFile" ? fileContents(grown, pods, []) : new Map(input.files);
  return { input: { ...input, scenario: grown, files }, stimulus };
}

function withEntry(document: YamlDocument, value: unknown, index: number): YamlDocument {
  const root = document.value as { readonly spec?: { readonly stimuli?: readonly unknown[] } };
  const { spec = {} } = root;
  const stimuli = [...(spec.stimuli ?? []), value];
  return {
    file: document.file,
    value: { ...root, spec: { ...spec, stimuli } },
    // Of the entry itself there is no place.
    locate: (path, of) =>
      path[1] === "stimuli" && path[2] === index
        ? { file: document.file, line: 1, column: 1 }
        : document.locate(path, of),
  };
}

/** What the scenario had before was checked before. */
function ownErrors(path: Path, findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const prefix = `${String(path[0])}.${String(path[1])}[${String(path[2])}]`;
  return findings.flatMap(({ position: _, ...finding }) => {
    const { severity, path: place = "" } = finding;
    const isOwn = place === prefix || place.startsWith(`${prefix}.`);
    if (severity !== "error" || !isOwn) return [];
    return [{ ...finding, path: place.slice(prefix.length + 1) }];
  });
}
