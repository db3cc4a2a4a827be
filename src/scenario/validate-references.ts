/** Checks that all a scenario names exists: pods, containers, stimuli; and says what was meant. */
import type { Diagnostic } from "../model/diagnostic.ts";
import { dnsLabel, dnsSubdomain } from "../manifest/formats.ts";
import { defaultManifestOptions } from "../manifest/manifest.ts";
import { findingInSet, isConditionPath } from "./check-set.ts";
import type { Inventory } from "./inventory.ts";
import { NameChecker } from "./name-checker.ts";
import { namesOf } from "./names.ts";
import type { Expectation, Scenario, Stimulus, StimulusOf } from "./scenario.ts";
import { checkStimulusIds, checkStimulusTimes } from "./stimulus-times.ts";

/**
 * Errors, and warnings of what never happens. `idsWritten` are the ids in the file, which may be
 * more than the scenario's where a stimulus has an error of its own.
 */
export function validateReferences(
  scenario: Scenario,
  inventory: Inventory,
  idsWritten: Iterable<string> = scenario.stimuli.flatMap(({ id }) => id ?? []),
): Diagnostic[] {
  const names = namesOf(scenario, inventory, idsWritten);
  const checker = new NameChecker(scenario.document, names);
  checkStimulusIds(scenario, checker);
  checkStimulusTimes(scenario, checker);
  for (const key of scenario.behaviourKeys) checker.behaviourKey(key);
  for (const stimulus of scenario.stimuli) checkStimulus(stimulus, checker);
  checkCount(scenario.stimuli, checker);
  for (const expectation of scenario.expectations) checkExpectation(expectation, checker);
  return checker.diagnostics;
}

/** Before any pod is made, as of workloads: one line can ask for more than a process can hold. */
function checkCount(stimuli: readonly Stimulus[], checker: NameChecker): void {
  const { maxPods } = defaultManifestOptions;
  let total = 0;
  for (const stimulus of stimuli) {
    if (stimulus.action !== "createPods") continue;
    total += stimulus.count;
    if (total <= maxPods) continue;
    const found = `${total} pods up to here`;
    const expected = `at most ${maxPods}`;
    const path = [...stimulus.place.path, "count"];
    return checker.report(path, { message: "too many pods", found, expected, fix: "create fewer" });
  }
}

function checkStimulus(stimulus: Stimulus, checker: NameChecker): void {
  const { path } = stimulus.place;
  checker.moment(stimulus.at, [...path, "at"]);
  switch (stimulus.action) {
    case "createPod":
      return checker.manifests(stimulus.pod, [...path, "pod"]);
    case "createPods":
      return checker.manifests([stimulus.template], [...path, "template"]);
    case "deletePod":
    case "killSandbox":
    case "delayStatus":
      return checker.pods(stimulus.pod, [...path, "pod"]);
    case "addEphemeral":
      checker.newName(stimulus.container.name, dnsLabel, [...path, "container"]);
      return checker.pods(stimulus.pod, [...path, "pod"]);
    case "updateObject":
      checkFields(stimulus, checker);
      checker.pods(stimulus.pod ?? [], [...path, "pod"]);
      return checker.objects("Deployment", stimulus.deployment ?? [], [...path, "deployment"]);
    case "deleteObject":
      return stimulus.kind === "Pod"
        ? checker.pods([{ kind: "pod", name: stimulus.name }], [...path, "name"])
        : checker.objects(stimulus.kind, [stimulus.name], [...path, "name"]);
    case "writeFile":
      checker.fileName(stimulus.path, [...path, "path"]);
      return checker.content(stimulus.content, [...path, "content"]);
    case "removeFile":
      return checker.writtenFile(stimulus.path, [...path, "path"]);
    case "addContainer":
      checker.newName(stimulus.pod.name, dnsSubdomain, [...path, "pod"]);
      return checker.newName(stimulus.container.name, dnsLabel, [...path, "container"]);
    case "killContainer":
    case "removeContainer":
    case "setProbe":
      return checker.containers(stimulus.of, [...path, "of"]);
    case "dropEvents":
    case "delayEvents":
    case "duplicateEvents":
    case "reorderEvents":
      return checker.podPatterns(stimulus.pod ?? [], [...path, "pod"]);
    case "listHangs":
    case "listFails":
      return checker.moment(stimulus.until, [...path, "until"]);
    default:
      return undefined;
  }
}

/** Models: kubernetes/pkg/registry/core/pod/strategy.go PrepareForUpdate. */
function checkFields({ pod, set, place }: StimulusOf<"updateObject">, checker: NameChecker): void {
  if (pod === undefined) return;
  for (const change of set) {
    const path = [...place.path, "set", change.path];
    if (change.fields[0] === "status" && !isConditionPath(change)) {
      checker.warn(path, {
        message: "the API server keeps the old status at an update, so this changes nothing",
        expected: "a field of metadata or spec, or status.conditions[0]",
        fix: "leave it out",
      });
      continue;
    }
    const finding = findingInSet(change);
    if (finding === undefined) continue;
    const { of, ...told } = finding;
    checker.report(path, told, of);
  }
}

function checkExpectation(expectation: Expectation, checker: NameChecker): void {
  const { path } = expectation.place;
  if ("from" in expectation) checker.moment(expectation.from, [...path, "from"]);
  for (const key of ["window", "during", "eventually", "atSomePoint"] as const) {
    const bounds = (expectation as Partial<Record<typeof key, readonly [never, never]>>)[key];
    bounds?.forEach((bound, index) => checker.moment(bound, [...path, key, index]));
  }
  if ("at" in expectation && expectation.at) checker.moment(expectation.at, [...path, "at"]);
  switch (expectation.check) {
    case "start":
    case "noStart":
    case "exit":
    case "sigterm":
    case "noSigterm":
    case "preStop":
    case "postStart":
      return checker.containers([expectation.of], [...path, "of"]);
    case "pull":
      return checker.container(expectation.of, [...path, "of"]);
    case "state":
      checker.statePath(expectation.path, [...path, "path"]);
      if (expectation.differsFrom) {
        checker.statePath(expectation.differsFrom, [...path, "differsFrom"]);
      }
      return undefined;
    case "never":
      return checker.statePath(expectation.path, [...path, "path"]);
    case "event":
    case "eventObjects":
      return checker.podPatterns(expectation.pod ?? [], [...path, "pod"]);
    case "count":
    case "concurrent":
      return checker.fields(expectation.of, [...path, "of"]);
    case "order":
      return checker.moments(expectation.sequence, [...path, "sequence"]);
    case "gap":
      return checker.moment(expectation.to, [...path, "to"]);
    case "spread":
      return checker.moments(expectation.of, [...path, "of"]);
    case "gone":
    case "exists":
      if (expectation.kind === "Pod") return checker.pods([expectation.pod], [...path, "pod"]);
      return checker.objects(expectation.kind, [expectation.pod.name], [...path, "pod"]);
    case "mirror":
    case "mirrorGone":
      return checker.pods([expectation.pod], [...path, "pod"]);
    case "noContainer":
      checker.moment(expectation.by, [...path, "by"]);
      return checker.pods([expectation.pod], [...path, "pod"]);
    case "rejected":
      return checker.manifests([expectation.pod], [...path, "pod"]);
  }
}
