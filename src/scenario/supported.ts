/** Refuses by name what the chosen model does not carry out, so that nothing is ignored. */
import { kubeletVersions, parseKubeletVersion } from "../decide/kubelet/versions.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Path } from "../yaml/document.ts";
import { carriedOut, documenting, leftAside } from "./carried-out.ts";
import type { Carried, MomentWord } from "./carried-out.ts";
import { refuseConfiguration } from "./kubelet-configuration.ts";
import { describeValue, errorAt, oneOf, valueAt } from "./issues.ts";
import { type KubernetesVersion, formatVersion } from "./kubernetes-version.ts";
import { type ModelName, modelNames } from "./model-name.ts";
import type { PodReference, Reference } from "./reference.ts";
import type { Scenario, Stimulus } from "./scenario.ts";

/** An error for each part of the scenario that the model does not carry out; notes for the rest. */
export function refuseUnsupported(
  scenario: Scenario,
  model: ModelName = scenario.model,
): Diagnostic[] {
  return [
    ...refuseSpec(scenario, model),
    ...refuseVersions(scenario, model),
    ...(model === "kubernetes" ? refuseConfiguration(scenario) : []),
    ...refuseBehaviour(scenario, model),
    ...refuseStimuli(scenario, model),
  ];
}

function refuseVersions(scenario: Scenario, model: ModelName): Diagnostic[] {
  if (model !== "kubernetes") return [];
  const { kubernetes, stimuli } = scenario;
  return [
    ...refuseVersion(scenario, ["spec", "kubernetes"], kubernetes),
    ...stimuli.flatMap((stimulus) =>
      stimulus.action === "kubeletUpgrade"
        ? refuseVersion(scenario, [...stimulus.place.path, "to"], stimulus.to)
        : [],
    ),
  ];
}

function refuseVersion(
  { document }: Scenario,
  path: Path,
  version: KubernetesVersion | undefined,
): Diagnostic[] {
  if (version === undefined) return [];
  const text = formatVersion(version);
  if (typeof parseKubeletVersion(text) === "string") return [];
  const finding = {
    message: "no such kubelet is imitated",
    found: text,
    expected: oneOf(kubeletVersions),
    fix: "see relist versions for what differs between them",
  };
  return [errorAt(document, path, finding)];
}

/** The words that a model carries out in one kind of place. */
type WordsOf = (carried: Carried) => readonly unknown[];

function refuse(
  { document }: Scenario,
  model: ModelName,
  path: Path,
  word: unknown,
  wordsOf: WordsOf,
  of: "key" | "value" = "value",
): Diagnostic[] {
  const known = wordsOf(carriedOut[model]);
  if (word === undefined || known.includes(word)) return [];
  const other = modelNames.find((name) => wordsOf(carriedOut[name]).includes(word));
  const finding = {
    message: `the ${model} model does not carry out ${describeWord(word)} yet`,
    expected: known.length === 0 ? "none" : oneOf(known.map(describeWord)),
    ...(other === undefined
      ? {}
      : { fix: `use model: ${other} (or --model ${other}), which does` }),
  };
  return [errorAt(document, path, finding, of)];
}

function describeWord(word: unknown): string {
  return typeof word === "string" ? word : describeValue(word);
}

/** Refuses the keys of the object at `path`. */
function refuseKeys(
  scenario: Scenario,
  model: ModelName,
  path: Path,
  wordsOf: WordsOf,
): Diagnostic[] {
  const keys = Object.keys(valueAt(scenario.document.value, path) ?? {});
  return keys.flatMap((key) => refuse(scenario, model, [...path, key], key, wordsOf, "key"));
}

function refuseSpec(scenario: Scenario, model: ModelName): Diagnostic[] {
  const { document, nodes } = scenario;
  const aside = leftAside[model] ?? {};
  const written = Object.keys(valueAt(document.value, ["spec"]) ?? {});
  const several = nodes.length > 1 ? [] : ["nodes"];
  const known = ({ spec }: Carried) => [...spec, ...several, ...Object.keys(aside), "expect"];
  const settings = carriedOut[model].spec.filter((key) => !documenting.includes(key));
  const nodePaths = written.includes("nodes")
    ? nodes.map((_, index) => ["spec", "nodes", index])
    : [["spec", "node"]];
  return [
    ...refuseKeys(scenario, model, ["spec"], known).map((diagnostic) => ({
      ...diagnostic,
      expected: `one of ${settings.join(", ")}`,
    })),
    ...written.filter((key) => Object.hasOwn(aside, key)).map((key) => leave(scenario, key, aside)),
    ...refuse(scenario, model, ["spec", "observe"], scenario.observe, ({ observe }) => observe),
    ...scenario.requires.flatMap((part, index) =>
      refuse(scenario, model, ["spec", "requires", index], part, ({ requires }) => requires),
    ),
    ...nodePaths.flatMap((path) => refuseKeys(scenario, model, path, ({ node }) => node)),
    ...(carriedOut[model].kubelet
      ? refuseKeys(scenario, model, ["spec", "kubelet"], ({ kubelet }) => kubelet ?? [])
      : []),
    ...refuseKeys(scenario, model, ["spec", "runtime", "latency"], ({ latency }) => latency),
  ];
}

function leave(
  { document }: Scenario,
  key: string,
  aside: Readonly<Record<string, string>>,
): Diagnostic {
  const finding = { message: `is left aside: ${aside[key] ?? ""}` };
  return { ...errorAt(document, ["spec", key], finding, "key"), severity: "note" };
}

export function refuseBehaviour(scenario: Scenario, model: ModelName): Diagnostic[] {
  return scenario.behaviourKeys.flatMap(({ place: { path } }) => {
    const runs = valueAt(scenario.document.value, [...path, "runs"]);
    const runPaths = Array.isArray(runs) ? runs.map((_, index) => [...path, "runs", index]) : [];
    return [
      ...refuseKeys(scenario, model, path, ({ behaviour }) => behaviour),
      ...runPaths.flatMap((run) => refuseKeys(scenario, model, run, (carried) => carried.run)),
    ];
  });
}

function refuseStimuli(scenario: Scenario, model: ModelName): Diagnostic[] {
  return scenario.stimuli.flatMap((stimulus) => {
    const { path } = stimulus.place;
    const check = (key: string, word: unknown, wordsOf: WordsOf) =>
      refuse(scenario, model, [...path, key], word, wordsOf);
    const refused = check("action", stimulus.action, ({ action }) => action);
    if (refused.length > 0) return refused;
    return [
      ...check("at", momentWord(stimulus.at), ({ moment }) => moment),
      ...podsOf(stimulus).flatMap(({ kind }) => check("pod", kind, ({ pod }) => pod)),
      ...Object.keys(carriedOut[model].stimulus).flatMap((key) =>
        check(
          key,
          valueAt(scenario.document.value, [...path, key]),
          (carried) => carried.stimulus[key] ?? [],
        ),
      ),
    ];
  });
}

function momentWord(moment: Reference): MomentWord {
  return moment.kind === "run" ? moment.moment : moment.kind;
}

/** Those that a stimulus refers to; the patterns of an event fault are no references. */
function podsOf(stimulus: Stimulus): readonly PodReference[] {
  if (!("pod" in stimulus) || stimulus.pod === undefined) return [];
  const pods = Array.isArray(stimulus.pod) ? (stimulus.pod as readonly unknown[]) : [stimulus.pod];
  return pods.filter((pod) => typeof pod !== "string") as readonly PodReference[];
}
