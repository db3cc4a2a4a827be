/** Makes a run's input from documents: scenario, pods and files, or every error of all of them. */
import {
  type Manifest,
  type ManifestOptions,
  defaultManifestOptions,
} from "../manifest/manifest.ts";
import { loadManifests } from "../manifest/load-manifests.ts";
import { type Diagnostic, InputError } from "../model/diagnostic.ts";
import type { Observe } from "../node/node-options.ts";
import { parseYaml } from "../yaml/parse-yaml.ts";
import type { YamlDocument } from "../yaml/document.ts";
import { type ReadFile, loadScenario } from "./load.ts";
import { isScenario } from "./parse.ts";
import type { Scenario, StimulusOf } from "./scenario.ts";
import type { ModelName } from "./schema.ts";
import { refuseUnsupported } from "./supported.ts";

/** What flags set in place of the scenario. */
export interface Overrides {
  readonly model?: ModelName;
  readonly observe?: Observe;
  readonly seed?: number;
  readonly kubernetes?: Scenario["kubernetes"];
  readonly durationMs?: number;
}

export interface PrepareOptions {
  readonly readFile: ReadFile;
  readonly overrides?: Overrides;
}

/** What a file of the static pod folder declares, or why nothing can be read from it. */
export type FileContent =
  | { readonly kind: "pods"; readonly pods: readonly Manifest[] }
  | { readonly kind: "broken"; readonly error: string };

export interface PreparedInput {
  readonly scenario: Scenario;
  readonly pods: readonly Manifest[];
  /** By the text of `content` in a `writeFile`. */
  readonly files: ReadonlyMap<string, FileContent>;
  /** Notes and warnings; errors are thrown. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws an `InputError` with the errors of scenario and manifests together. */
export function prepareInput(
  documents: readonly YamlDocument[],
  { readFile, overrides = {} }: PrepareOptions,
): PreparedInput {
  const loaded = loadScenario(documents, { readFile, defaultModel: "textbook" });
  const scenario: Scenario = { ...loaded.scenario, ...overrides };
  const findings = [...loaded.warnings, ...refuseUnsupported(scenario)];
  const options = { allowNone: documents.some(isScenario) };
  const manifests = attempt(() => loadManifests(loaded.manifests, options), findings);
  const errors = findings.filter(({ severity }) => severity === "error");
  if (manifests === undefined || errors.length > 0) throw new InputError(errors);
  const files = fileContents(scenario, manifests.pods);
  return {
    scenario,
    pods: manifests.pods,
    files,
    diagnostics: [...findings, ...manifests.diagnostics],
  };
}

function attempt<T>(read: () => T, findings: Diagnostic[]): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    findings.push(...error.diagnostics);
    return undefined;
  }
}

function fileContents(
  { stimuli }: Scenario,
  pods: readonly Manifest[],
): ReadonlyMap<string, FileContent> {
  const writes = stimuli.filter((stimulus): stimulus is StimulusOf<"writeFile"> => {
    return stimulus.action === "writeFile";
  });
  return new Map(
    writes.map(({ content = "", path }) => [content, readContent(content, path, pods)]),
  );
}

/** The name of a manifest, or the text that is written, which need not be one. */
function readContent(content: string, path: string, pods: readonly Manifest[]): FileContent {
  const named = pods.filter(({ pod, owner }) => (owner?.name ?? pod.metadata.name) === content);
  if (named.length > 0) return { kind: "pods", pods: named };
  const options: ManifestOptions = { ...defaultManifestOptions, allowNone: true };
  try {
    const documents = parseYaml({ file: path, text: content });
    return { kind: "pods", pods: loadManifests(documents, options).pods };
  } catch (error) {
    // A static pod file with errors is no error of the scenario: the kubelet has to live with it.
    if (!(error instanceof InputError)) throw error;
    return { kind: "broken", error: error.diagnostics[0]?.message ?? "no manifest" };
  }
}
