/** Reads a scenario from its document, or reports every error of it at once. */
import { InputError } from "../model/diagnostic.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Path, YamlDocument } from "../yaml/document.ts";
import { behaviourKeyExpected, behaviourTable, parseBehaviourKey } from "./behaviour-table.ts";
import type { BehaviourEntry } from "./behaviour-table.ts";
import { checkValues } from "./check-values.ts";
import { describeValue, errorAt, expectedOf, issueToDiagnostics, valueAt } from "./issues.ts";
import { type ModelName, defaultModelName } from "./model-name.ts";
import type {
  BehaviourKey,
  Expectation,
  ManifestEntry,
  Place,
  Scenario,
  ScenarioNode,
  Stimulus,
} from "./scenario.ts";
import { containerBehaviourSchema } from "./schema-behaviour.ts";
import { expectationSchema } from "./schema-expect.ts";
import { type StimulusInput, stimulusSchema } from "./schema-stimuli.ts";
import { apiVersion, defaultNodeName, scenarioSchema, specSchema } from "./schema.ts";

export interface ScenarioOptions {
  /** The model where the file names none; `kubernetes` where the caller names none either. */
  readonly defaultModel?: ModelName;
}

export interface ReadScenario {
  /** What could be read. Where there are errors, the faulty parts are missing or have defaults. */
  readonly scenario: Scenario;
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws an `InputError` with all errors. That names refer to something is another check. */
export function parseScenario(document: YamlDocument, options: ScenarioOptions = {}): Scenario {
  const { scenario, diagnostics } = readScenario(document, options);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new InputError(errors);
  return scenario;
}

/** Never throws, so that the references of what could be read are checked in the same go. */
export function readScenario(document: YamlDocument, options: ScenarioOptions = {}): ReadScenario {
  const result = scenarioSchema.safeParse(document.value, { error: expectedOf });
  const issues = result.error?.issues ?? [];
  const diagnostics = issues.flatMap((issue) => issueToDiagnostics(document, issue));
  const behaviour = readBehaviour(document, diagnostics);
  const scenario: Scenario = {
    ...readMetadata(document.value),
    ...readSettings(document, issues, options),
    document,
    behaviour: behaviourTable(behaviour.entries),
    behaviourKeys: behaviour.keys,
    stimuli: readStimuli(document),
    expectations: readExpectations(document),
  };
  diagnostics.push(...checkValues(scenario));
  return { scenario, diagnostics };
}

/** The scenario of a file that has only manifests: all defaults. */
export function defaultScenario(file: string, options: ScenarioOptions = {}): Scenario {
  const value = { apiVersion, kind: "Scenario", metadata: { name: file }, spec: {} };
  return parseScenario({ file, value, locate: () => ({ file, line: 1, column: 1 }) }, options);
}

export function isScenario(document: YamlDocument): boolean {
  return valueAt(document.value, ["kind"]) === "Scenario";
}

function readMetadata(value: unknown): Pick<Scenario, "name" | "labels"> {
  const { metadata } = scenarioSchema.shape;
  const name = metadata.shape.name.safeParse(valueAt(value, ["metadata", "name"]));
  const labels = metadata.shape.labels.safeParse(valueAt(value, ["metadata", "labels"]));
  return { name: name.data ?? "", labels: labels.data ?? {} };
}

const lists = { behaviour: true, stimuli: true, expect: true } as const;
const settingsSchema = specSchema.omit(lists).strip();

type Settings = Omit<
  Scenario,
  "document" | "name" | "labels" | "behaviour" | "behaviourKeys" | "stimuli" | "expectations"
>;

function readSettings(
  document: YamlDocument,
  issues: readonly { readonly path: readonly PropertyKey[] }[],
  options: ScenarioOptions,
): Settings {
  const faulty = new Set(issues.map(({ path }) => path[1]));
  const spec = Object.entries(recordAt(document, ["spec"])).filter(([key]) => !faulty.has(key));
  const settings = settingsSchema.parse(Object.fromEntries(spec));
  const { title, why, kubernetes, kubelet, duration, node, nodes, manifests, ...rest } = settings;
  const { observe, seed, runtime, requires } = rest;
  return {
    ...(title === undefined ? {} : { title }),
    ...(why === undefined ? {} : { why }),
    model: rest.model ?? options.defaultModel ?? defaultModelName,
    observe,
    ...(kubernetes && { kubernetes }),
    seed,
    durationMs: duration.ms,
    nodes: (nodes ?? [node ?? { name: defaultNodeName }]).map(toNode),
    ...(kubelet && { kubelet }),
    runtime,
    requires,
    manifests: manifests.map((entry, index) => toManifestEntry(document, entry, index)),
  };
}

type NodeInput = NonNullable<ReturnType<typeof settingsSchema.parse>["node"]>;

function toNode({ name, allocatable }: NodeInput): ScenarioNode {
  return allocatable === undefined ? { name } : { name, allocatable };
}

function toManifestEntry(document: YamlDocument, entry: unknown, index: number): ManifestEntry {
  const place = placeOf(document, ["spec", "manifests", index]);
  return typeof entry === "string"
    ? { kind: "file", path: entry, place }
    : { kind: "object", place };
}

interface Behaviour {
  /** Also those whose value has errors. */
  readonly keys: readonly BehaviourKey[];
  readonly entries: readonly BehaviourEntry[];
}

function readBehaviour(document: YamlDocument, diagnostics: Diagnostic[]): Behaviour {
  const keys: BehaviourKey[] = [];
  const entries: BehaviourEntry[] = [];
  for (const [text, value] of Object.entries(recordAt(document, ["spec", "behaviour"]))) {
    const path = ["spec", "behaviour", text];
    const key = parseBehaviourKey(text);
    const { data } = containerBehaviourSchema.safeParse(value);
    if (!key) {
      const expected = behaviourKeyExpected;
      const finding = { message: "is not understood", found: describeValue(text), expected };
      diagnostics.push(errorAt(document, path, finding, "key"));
      continue;
    }
    const place = { path, position: document.locate(path, "key") };
    keys.push({ ...key, place });
    if (data) entries.push({ key: { ...key, place }, input: data });
  }
  return { keys, entries };
}

function readStimuli(document: YamlDocument): Stimulus[] {
  return listAt(document, ["spec", "stimuli"]).flatMap((value, index) => {
    const { data } = stimulusSchema.safeParse(value);
    return data ? [toStimulus(data, document, index)] : [];
  });
}

/** `index`: of the entry of `spec.stimuli` that the data was read from. */
export function toStimulus(data: StimulusInput, document: YamlDocument, index: number): Stimulus {
  const label = data.id ?? `stimuli[${index}]`;
  const place = placeOf(document, ["spec", "stimuli", index]);
  // The spread of a union is one object type to the compiler.
  return { ...data, label, place } as Stimulus;
}

function readExpectations(document: YamlDocument): Expectation[] {
  return listAt(document, ["spec", "expect"]).flatMap((value, index) => {
    const { data } = expectationSchema.safeParse(value);
    return data ? [{ ...data, place: placeOf(document, ["spec", "expect", index]) }] : [];
  });
}

function placeOf(document: YamlDocument, path: Path): Place {
  return { path, position: document.locate(path) };
}

function recordAt(document: YamlDocument, path: Path): Readonly<Record<string, unknown>> {
  const value = valueAt(document.value, path);
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRecord ? (value as Readonly<Record<string, unknown>>) : {};
}

function listAt(document: YamlDocument, path: Path): readonly unknown[] {
  const value = valueAt(document.value, path);
  return Array.isArray(value) ? value : [];
}
