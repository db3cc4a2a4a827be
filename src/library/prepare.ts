/** From what a program has to an input that is checked and ready to run. */
import { kubeletVersions, parseKubeletVersion } from "../decide/kubelet/versions.ts";
import type { KubeletVersion } from "../decide/kubelet/versions.ts";
import { type Diagnostic, InputError } from "../model/diagnostic.ts";
import type { Observe } from "../node/node-options.ts";
import { describeValue, oneOf } from "../scenario/issues.ts";
import { parseVersion } from "../scenario/kubernetes-version.ts";
import type { ReadFile } from "../scenario/load.ts";
import type { ModelName } from "../scenario/model-name.ts";
import { type Overrides, type PreparedInput, prepareInput } from "../scenario/prepare.ts";
import { type Input, documentsOf, filesOf } from "./inputs.ts";
import { type Span, toMs } from "./span.ts";

/** What is set in place of what the scenario says; named as the flags of `relist run`. */
export interface InputOptions {
  /** `kubernetes`, the kubelet as it is, or `textbook`, the idea alone. Default: `kubernetes`. */
  readonly model?: ModelName;
  /** The version of the kubelet that the kubernetes model imitates. Default: the newest. */
  readonly kubernetes?: KubeletVersion;
  /** How the textbook kubelet learns what is: from full lists, or from events. */
  readonly observe?: Observe;
  /** A whole number, 0 or more, of every random choice. */
  readonly seed?: number;
  /** The end of the scenario. */
  readonly until?: Span;
  /** What containers do, in the words of `--behave`: `"app: exit 1 after 5m"`. */
  readonly behave?: string | readonly string[];
  /** Gives the files that the scenario names. Absent: none can be read, or `readFiles` does it. */
  readonly readFile?: ReadFile;
}

/**
 * Checks manifests and scenario, and puts them together. Throws an `InputError` with every error of
 * all of them, in the words of the commands.
 *
 * @example
 * import { checkScenario, prepare } from "relist";
 *
 * const pod = {
 *   apiVersion: "v1",
 *   kind: "Pod",
 *   metadata: { name: "web" },
 *   spec: { containers: [{ name: "app", image: "example.com/web:1" }] },
 * };
 * const scenario = {
 *   apiVersion: "relist.dev/v1alpha1",
 *   kind: "Scenario",
 *   metadata: { name: "calm" },
 *   spec: { expect: [{ check: "noStart", of: "app#2" }] },
 * };
 * const { results } = checkScenario(prepare([pod, scenario]));
 * console.log(results.map(({ outcome }) => outcome)); // [ 'passed' ]
 */
export function prepare(
  input: Input | readonly Input[],
  options: InputOptions = {},
): PreparedInput {
  const inputs: readonly Input[] = isList(input) ? input : [input];
  const files = filesOf(inputs);
  const readFile = options.readFile ?? files[0]?.readFile;
  const settings = { overrides: overridesOf(options), ...(readFile ? { readFile } : {}) };
  const told = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
    diagnostics.map((diagnostic) => inObjects(diagnostic, inputs));
  try {
    const prepared = prepareInput(documentsOf(inputs), settings);
    const notes = files.flatMap(({ diagnostics }) => diagnostics);
    return { ...prepared, diagnostics: [...notes, ...told(prepared.diagnostics)] };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(told(error.diagnostics));
  }
}

function isList(input: Input | readonly Input[]): input is readonly Input[] {
  return Array.isArray(input);
}

function overridesOf(options: InputOptions): Overrides {
  const { model, kubernetes, observe, seed, until, behave } = options;
  return {
    ...(model === undefined ? {} : { model }),
    ...(kubernetes === undefined ? {} : { kubernetes: versionOf(kubernetes) }),
    ...(observe === undefined ? {} : { observe }),
    ...(seed === undefined ? {} : { seed: seedOf(seed) }),
    ...(until === undefined ? {} : { durationMs: toMs(until, "until") }),
    ...(behave === undefined ? {} : { behave: typeof behave === "string" ? [behave] : behave }),
  };
}

function versionOf(text: string): NonNullable<Overrides["kubernetes"]> {
  const version = parseVersion(text);
  if (version && typeof parseKubeletVersion(text) === "string") return version;
  const message = "no such kubelet is imitated";
  throw wrongOption("kubernetes", message, text, oneOf(kubeletVersions));
}

function seedOf(seed: number): number {
  if (Number.isSafeInteger(seed) && seed >= 0) return seed;
  throw wrongOption("seed", "is no seed", seed, "a whole number, 0 or more");
}

function wrongOption(path: string, message: string, value: unknown, expected: string): InputError {
  const found = describeValue(value);
  return new InputError([{ severity: "error", path, message, found, expected }]);
}

/** An object has no lines: of several its place in the list says which one it is. */
function inObjects(diagnostic: Diagnostic, inputs: readonly Input[]): Diagnostic {
  const { position, path = "", ...finding } = diagnostic;
  const index =
    inputs.length === 1 ? 0 : Number(/^input\[(\d+)\]$/.exec(position?.file ?? "")?.[1]);
  const input = position && inputs[index];
  if (typeof input !== "object" || !("kind" in input)) return diagnostic;
  const place = inputs.length === 1 ? path : [`input[${index}]`, path].filter(Boolean).join(".");
  return { ...finding, ...(place === "" ? {} : { path: place }) };
}
