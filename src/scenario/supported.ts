/** Refuses by name what the chosen model does not carry out, so that nothing is ignored. */
import { kubeletVersions, parseKubeletVersion } from "../decide/kubelet/versions.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Path } from "../yaml/document.ts";
import { carriedOut, documenting, leftAside } from "./carried-out.ts";
import type { Carried, MomentWord } from "./carried-out.ts";
import { describeValue, errorAt, oneOf, valueAt } from "./issues.ts";
import { type KubernetesVersion, formatVersion } from "./kubernetes-version.ts";
import type { PodReference, Reference } from "./reference.ts";
import type { Scenario, Stimulus } from "./scenario.ts";
import type { ModelName } from "./schema.ts";

/** An error for each part of the scenario that the model does not carry out; notes for the rest. */
export function refuseUnsupported(
  scenario: Scenario,
  model: ModelName = scenario.model,
): Diagnostic[] {
  const carried = carriedOut[model];
  if (!carried) return [refuseModel(scenario, model)];
  return [
    ...refuseSpec(scenario, model, carried),
    ...refuseVersions(scenario, model),
    ...refuseBehaviour(scenario, model, carried),
    ...refuseStimuli(scenario, model, carried),
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

function refuseModel({ document }: Scenario, model: ModelName): Diagnostic {
  return errorAt(document, ["spec", "model"], {
    message: "this model is not there yet",
    found: model,
    expected: oneOf(Object.keys(carriedOut)),
  });
}

function refuse(
  { document }: Scenario,
  model: ModelName,
  path: Path,
  word: unknown,
  carried: readonly unknown[],
  of: "key" | "value" = "value",
): Diagnostic[] {
  if (word === undefined || carried.includes(word)) return [];
  const finding = {
    message: `the ${model} model does not carry out ${describeWord(word)} yet`,
    expected: carried.length === 0 ? "none" : oneOf(carried.map(describeWord)),
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
  carried: readonly string[],
): Diagnostic[] {
  const keys = Object.keys(valueAt(scenario.document.value, path) ?? {});
  return keys.flatMap((key) => refuse(scenario, model, [...path, key], key, carried, "key"));
}

function refuseSpec(scenario: Scenario, model: ModelName, carried: Carried): Diagnostic[] {
  const { document, nodes } = scenario;
  const aside = leftAside[model] ?? {};
  const written = Object.keys(valueAt(document.value, ["spec"]) ?? {});
  const several = nodes.length > 1 ? [] : ["nodes"];
  const known = [...carried.spec, ...several, ...Object.keys(aside), "expect"];
  const nodePaths = written.includes("nodes")
    ? nodes.map((_, index) => ["spec", "nodes", index])
    : [["spec", "node"]];
  return [
    ...refuseKeys(scenario, model, ["spec"], known).map((diagnostic) => ({
      ...diagnostic,
      expected: `one of ${carried.spec.filter((key) => !documenting.includes(key)).join(", ")}`,
    })),
    ...written.filter((key) => Object.hasOwn(aside, key)).map((key) => leave(scenario, key, aside)),
    ...refuse(scenario, model, ["spec", "observe"], scenario.observe, carried.observe),
    ...scenario.requires.flatMap((part, index) =>
      refuse(scenario, model, ["spec", "requires", index], part, carried.requires),
    ),
    ...nodePaths.flatMap((path) => refuseKeys(scenario, model, path, carried.node)),
    ...(carried.kubelet ? refuseKeys(scenario, model, ["spec", "kubelet"], carried.kubelet) : []),
    ...refuseKeys(scenario, model, ["spec", "runtime", "latency"], carried.latency),
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

function refuseBehaviour(scenario: Scenario, model: ModelName, carried: Carried): Diagnostic[] {
  return scenario.behaviourKeys.flatMap(({ place: { path } }) => {
    const runs = valueAt(scenario.document.value, [...path, "runs"]);
    const runPaths = Array.isArray(runs) ? runs.map((_, index) => [...path, "runs", index]) : [];
    return [
      ...refuseKeys(scenario, model, path, carried.behaviour),
      ...runPaths.flatMap((run) => refuseKeys(scenario, model, run, carried.run)),
    ];
  });
}

function refuseStimuli(scenario: Scenario, model: ModelName, carried: Carried): Diagnostic[] {
  return scenario.stimuli.flatMap((stimulus) => {
    const { path } = stimulus.place;
    const check = (key: string, word: unknown, known: readonly unknown[]) =>
      refuse(scenario, model, [...path, key], word, known);
    const refused = check("action", stimulus.action, carried.action);
    if (refused.length > 0) return refused;
    return [
      ...check("at", momentWord(stimulus.at), carried.moment),
      ...podsOf(stimulus).flatMap(({ kind }) => check("pod", kind, carried.pod)),
      ...Object.entries(carried.stimulus).flatMap(([key, values]) =>
        check(key, valueAt(scenario.document.value, [...path, key]), values),
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
