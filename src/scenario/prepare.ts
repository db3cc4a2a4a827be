/** Makes a run's input from documents: scenario, pods and files, or every error of all of them. */
import { type KubeletVersion, kubeletVersions } from "../decide/kubelet/versions.ts";
import { loadManifests } from "../manifest/load-manifests.ts";
import type { Manifest, ManifestOptions, Rejection } from "../manifest/manifest.ts";
import { newestRelease } from "../manifest/releases.ts";
import { staticPodErrors } from "../manifest/static-pods.ts";
import type { BehaviourTable } from "../model/behaviour.ts";
import {
  type Diagnostic,
  InputError,
  type Position,
  formatDiagnostic,
} from "../model/diagnostic.ts";
import type { RuntimeCall } from "../node/call-latency.ts";
import type { Observe } from "../node/node-options.ts";
import { parseYaml } from "../yaml/parse-yaml.ts";
import type { YamlDocument } from "../yaml/document.ts";
import { withAssumed } from "./assumed.ts";
import { noteUnasked } from "./unasked.ts";
import { noteUnwatched } from "./unwatched.ts";
import { withBehaves } from "./behave.ts";
import { flagValues } from "./flag-words.ts";
import { noteSeveralDeleted, withDeletions } from "./delete-text.ts";
import { withFaults } from "./faults-text.ts";
import { withChanges } from "./field-change.ts";
import type { Inventory } from "./inventory.ts";
import { valueAt } from "./issues.ts";
import { type ReadFile, inOrder, readWhole } from "./load.ts";
import { leftAside } from "./carried-out.ts";
import { formatVersion } from "./kubernetes-version.ts";
import { isScenario } from "./parse.ts";
import { withLatency } from "./runtime-latency.ts";
import type { Scenario, StimulusOf } from "./scenario.ts";
import type { ModelName } from "./model-name.ts";
import type { FieldChange } from "./schema-stimuli.ts";
import { refuseThroughApi } from "./standalone.ts";
import { refuseUnsupported } from "./supported.ts";

/** What flags set in place of the scenario. */
export interface Overrides {
  readonly model?: ModelName;
  readonly observe?: Observe;
  readonly seed?: number;
  readonly kubernetes?: Scenario["kubernetes"];
  readonly durationMs?: number;
  /** What containers do, as `--behave` says it: in place of those fields of the scenario's. */
  readonly behave?: readonly string[];
  /** The same of `--against`, beside `behave` or in its place. */
  readonly against?: readonly string[];
  /** What becomes of the runtime's events, as `--faults` says it: beside the scenario's faults. */
  readonly faults?: string;
  /** Milliseconds that calls of the runtime take, in place of what the scenario says of those. */
  readonly latencyMs?: Readonly<Partial<Record<RuntimeCall, number>>>;
  /** Pods to be deleted, as `--delete` says it: beside the scenario's stimuli. */
  readonly deletions?: readonly string[];
}

export interface PrepareOptions {
  /** For files that the scenario names. Absent: none can be read. */
  readonly readFile?: ReadFile;
  readonly overrides?: Overrides;
  /** Where neither the file nor `overrides` name one. Default: `kubernetes`. */
  readonly defaultModel?: ModelName;
}

/** What a file of the static pod folder declares, or why nothing can be read from it. */
export type FileContent =
  | {
      readonly kind: "pods";
      readonly pods: readonly Manifest[];
      /** Kubelets of the run that cannot read it. */
      readonly refusedBy: readonly KubeletVersion[];
    }
  | { readonly kind: "broken"; readonly error: string };

export interface PreparedInput {
  readonly scenario: Scenario;
  /** False: `scenario` is the one of all defaults, and nobody says how the containers behave. */
  readonly hasScenario: boolean;
  readonly pods: readonly Manifest[];
  /** Pods that the API server refuses, as the scenario expects of them. */
  readonly rejected: readonly Rejection[];
  /** What each `writeFile` writes. */
  readonly files: ReadonlyMap<StimulusOf<"writeFile">, FileContent>;
  /** The names of all that is declared. */
  readonly inventory: Inventory;
  /** The behaviour that somebody wrote: the scenario's own has what is taken for granted, too. */
  readonly said: BehaviourTable;
  /** What is taken for granted of some containers alone: notes, which `diagnostics` has, too. */
  readonly assumed: readonly Diagnostic[];
  /** Notes and warnings; errors are thrown. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws an `InputError` with the errors of scenario and manifests together. */
export function prepareInput(
  documents: readonly YamlDocument[],
  { readFile = readNone, overrides = {}, ...options }: PrepareOptions = {},
): PreparedInput {
  if (!Array.isArray(documents)) {
    throw new TypeError("prepareInput takes a list of documents, such as parseYaml gives");
  }
  const loaded = readWhole(documents, { readFile, ...options });
  const { behave = [], against = [], faults, deletions = [], latencyMs, ...settled } = overrides;
  const plain = withLatency({ ...loaded.scenario, ...settled }, latencyMs);
  const written = faults === undefined ? plain : withFaults(plain, faults);
  const faulty = new Set(loaded.diagnostics.map(({ path }) => path));
  const refused = refuseUnsupported(written).filter(({ path }) => !faulty.has(path));
  const findings = [...loaded.diagnostics, ...refused];
  const hasScenario = documents.some(isScenario);
  const settings = {
    ...apiServerOf(written),
    allowNone: hasScenario,
    rejectable: rejectableOf(written),
  };
  const manifests = attempt(() => loadManifests(loaded.manifests, settings), findings);
  findings.push(...refuseThroughApi(written, manifests?.pods ?? []));
  const said = [...flagValues("--behave", behave), ...flagValues("--against", against)];
  const behaves = withBehaves(written, said, loaded.inventory, manifests?.pods ?? []);
  findings.push(...behaves.diagnostics);
  const errors = findings.filter(({ severity }) => severity === "error");
  if (manifests === undefined || errors.length > 0) throw new InputError(inOrder(errors));
  const { pods, rejected } = manifests;
  const assumed = withAssumed(behaves.scenario, pods, hasScenario);
  const scenario = onNodeOf(withDeletions(assumed.scenario, deletions, pods), pods);
  const diagnostics = [
    ...findings,
    ...manifests.diagnostics,
    ...assumed.diagnostics,
    ...podsOfOthers(scenario, pods),
    ...noteVersion(overrides, scenario),
    ...noteUnwatched(scenario),
    ...noteUnasked(scenario, pods),
    ...noteSeveralDeleted(scenario),
  ];
  const files = fileContents(scenario, pods, diagnostics);
  const { inventory } = loaded;
  return {
    scenario,
    hasScenario,
    pods,
    rejected,
    files,
    inventory,
    said: behaves.scenario.behaviour,
    assumed: assumed.diagnostics,
    diagnostics,
  };
}

/** What the file says that is left aside is noted with its place. */
function noteVersion({ kubernetes }: Overrides, { model }: Scenario): readonly Diagnostic[] {
  const why = leftAside[model]?.["kubernetes"];
  if (kubernetes === undefined || why === undefined) return [];
  return [{ severity: "note", message: `--kubernetes is left aside: ${why}` }];
}

/** Of an input whose pods are others than when it was prepared. */
export function assumedAnew(input: PreparedInput): PreparedInput {
  const written = { ...input.scenario, behaviour: input.said };
  return { ...input, scenario: withAssumed(written, input.pods, input.hasScenario).scenario };
}

/** A pod of a cluster says on which node it is; unless the file names one, the run's is that. */
function onNodeOf(scenario: Scenario, pods: readonly Manifest[]): Scenario {
  const { nodes, document } = scenario;
  const isNamed = ["node", "nodes"].some(
    (key) => valueAt(document.value, ["spec", key]) !== undefined,
  );
  const name = pods.find(({ pod }) => pod.spec.nodeName)?.pod.spec.nodeName;
  const [first, ...others] = nodes;
  if (isNamed || name === undefined || first === undefined) return scenario;
  return { ...scenario, nodes: [{ ...first, name }, ...others] };
}

/** A kubelet refuses a pod of another node, which whoever wrote the manifest may not expect. */
function podsOfOthers({ nodes, model }: Scenario, pods: readonly Manifest[]): Diagnostic[] {
  const [node] = nodes;
  if (model === "textbook" || node === undefined) return [];
  const { name } = node;
  const others = pods.filter(({ pod: { spec } }) => (spec.nodeName ?? name) !== name);
  const [first] = others;
  if (first === undefined) return [];
  const { metadata, spec } = first.pod;
  const more = others.length === 1 ? "" : `, and ${others.length - 1} more`;
  const message = `this is node ${name}, whose kubelet refuses pods of other nodes`;
  const found = `pod ${metadata.name} of node ${spec.nodeName}${more}`;
  return [{ severity: "warning", position: first.position, message, found }];
}

const readNone: ReadFile = () => ({ unreadable: "no file can be read here" });

/** The textbook imitates no version, so there the newest API server takes the pods. */
export function apiServerOf({
  model,
  kubernetes,
}: Scenario): Pick<ManifestOptions, "model" | "kubernetes"> {
  if (model === "textbook" || kubernetes === undefined) {
    return { model, kubernetes: newestRelease.kubernetes };
  }
  return { model, kubernetes: `${kubernetes.major}.${kubernetes.minor}` };
}

function rejectableOf({ expectations }: Scenario): ReadonlySet<string> {
  return new Set(
    expectations.flatMap((expectation) =>
      expectation.check === "rejected" ? [expectation.pod.name] : [],
    ),
  );
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

/** Says which of the scenario's own pods a kubelet takes from no file. */
export function fileContents(
  scenario: Scenario,
  pods: readonly Manifest[],
  diagnostics: Diagnostic[],
): PreparedInput["files"] {
  const contents = new Map<StimulusOf<"writeFile">, FileContent>();
  const byContent = new Map<string, FileContent>();
  const byPath = new Map<string, FileContent>();
  for (const stimulus of scenario.stimuli) {
    if (stimulus.action !== "writeFile") continue;
    const { content, path, set = [] } = stimulus;
    const base = content === undefined ? byPath.get(path) : byContent.get(content);
    const whole = base ?? readContent(content ?? "", path, { scenario, pods, diagnostics });
    if (content !== undefined) byContent.set(content, whole);
    const file =
      set.length === 0 ? whole : changedFile(whole, set, stimulus, scenario, diagnostics);
    byPath.set(path, file);
    contents.set(stimulus, file);
  }
  return contents;
}

function readContent(
  content: string,
  path: string,
  {
    scenario,
    pods,
    diagnostics,
  }: Pick<PreparedInput, "scenario" | "pods"> & { readonly diagnostics: Diagnostic[] },
): FileContent {
  const named = pods.filter(({ pod, owner }) => (owner?.name ?? pod.metadata.name) === content);
  if (named.length === 0) return readText(content, path, scenario);
  return readNamed(named, scenario, diagnostics);
}

/** Read anew, with defaults and rules; what a kubelet does not take is told of and written so. */
function changedFile(
  base: FileContent,
  changes: readonly FieldChange[],
  { place }: StimulusOf<"writeFile">,
  scenario: Scenario,
  diagnostics: Diagnostic[],
): FileContent {
  if (base.kind === "broken") return base;
  const { file } = scenario.document;
  const locate = (): Position => scenario.document.locate([...place.path, "set"]);
  const documents = base.pods.map(({ pod }) => ({
    file,
    value: withChanges(pod, changes),
    locate,
  }));
  try {
    const { pods } = loadManifests(documents, apiServerOf(scenario));
    return readNamed(pods, scenario, diagnostics);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    diagnostics.push(
      ...error.diagnostics.map((each) => ({ ...each, severity: "warning" as const })),
    );
    return { kind: "broken", error: error.diagnostics[0]?.message ?? "no manifest" };
  }
}

/** The versions of the run's kubelets, the one that it begins with first. */
function readersOf(scenario: Scenario): readonly string[] {
  const upgrades = scenario.stimuli.flatMap((stimulus) =>
    stimulus.action === "kubeletUpgrade" ? formatVersion(stimulus.to) : [],
  );
  return [...new Set([apiServerOf(scenario).kubernetes, ...upgrades])];
}

/** Objects of the scenario that are written into a file: the kubelet has rules of its own there. */
function readNamed(
  pods: readonly Manifest[],
  scenario: Scenario,
  diagnostics: Diagnostic[],
): FileContent {
  if (scenario.model === "textbook") return { kind: "pods", pods, refusedBy: [] };
  return readByEach(scenario, (kubernetes) => {
    const errors = pods.flatMap((manifest) => staticPodErrors(manifest, kubernetes));
    const [first] = errors;
    if (first === undefined) return { kind: "pods", pods, refusedBy: [] };
    diagnostics.push(...errors.map((error) => ({ ...error, severity: "warning" as const })));
    return { kind: "broken", error: textOf(first) };
  });
}

/** What one version reads from a file another may refuse. */
function readByEach(scenario: Scenario, read: (kubernetes: string) => FileContent): FileContent {
  const readings = readersOf(scenario).map((kubernetes) => ({
    kubernetes,
    file: read(kubernetes),
  }));
  const good = readings.find(({ file }) => file.kind === "pods")?.file;
  const refusedBy = kubeletVersions.filter((version) =>
    readings.some(({ kubernetes, file }) => kubernetes === version && file.kind === "broken"),
  );
  if (good?.kind === "pods") return { ...good, refusedBy };
  return readings[0]?.file ?? { kind: "broken", error: "no manifest" };
}

function textOf({ position: _, ...error }: Diagnostic): string {
  return formatDiagnostic(error).replace("error: ", "");
}

/** What is written is the text itself, and need not be a manifest. */
function readText(text: string, path: string, scenario: Scenario): FileContent {
  const options = { ...apiServerOf(scenario), allowNone: true };
  const source = scenario.model === "textbook" ? "api" : "file";
  return readByEach(scenario, (kubernetes) =>
    readTextAs(text, path, { ...options, kubernetes, source }),
  );
}

function readTextAs(text: string, path: string, options: Partial<ManifestOptions>): FileContent {
  try {
    const documents = parseYaml({ file: path, text });
    return { kind: "pods", pods: loadManifests(documents, options).pods, refusedBy: [] };
  } catch (error) {
    // A static pod file with errors is no error of the scenario: the kubelet has to live with it.
    if (!(error instanceof InputError)) throw error;
    const [first] = error.diagnostics;
    return { kind: "broken", error: first ? placedText(first) : "no manifest" };
  }
}

/** Whoever tells it names the file. */
function placedText(error: Diagnostic): string {
  const { line, column } = error.position ?? {};
  return line === undefined ? textOf(error) : `line ${line}, column ${column}: ${textOf(error)}`;
}
