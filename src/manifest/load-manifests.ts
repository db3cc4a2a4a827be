/** Turns documents into the pods to simulate, or reports every error of every document. */
import type { Diagnostic } from "../model/diagnostic.ts";
import type { YamlDocument } from "../yaml/document.ts";
import { reportDuplicateObjects, reportDuplicatePods } from "./duplicates.ts";
import { ErrorList } from "./error-list.ts";
import { expandObject } from "./expand.ts";
import { defaultManifestOptions } from "./manifest.ts";
import type { ManifestOptions, Manifests } from "./manifest.ts";
import { countedKinds, noteObjects } from "./object-notes.ts";
import { findObjects } from "./objects.ts";
import type { FoundObject, FoundObjects } from "./objects.ts";
import { NameGenerator } from "./pod-names.ts";
import { checkType } from "./structure.ts";
import { noteUnsimulatedFields } from "./support-notes.ts";
import { workloadOf } from "./workloads.ts";

export function loadManifests(
  documents: readonly YamlDocument[],
  options: Partial<ManifestOptions> = {},
): Manifests {
  const settings = { ...defaultManifestOptions, ...options };
  const errors = new ErrorList(settings.maxErrors);
  const found = findObjects(documents, errors);
  for (const object of found.known) checkObject(object);
  reportDuplicateObjects(found.known);
  if (errors.isEmpty) checkCount(found.known, settings);
  // What follows needs sound objects: their pods are named and counted.
  errors.throwIfAny();

  const generator = new NameGenerator();
  const expansions = found.known.map((object) => expandObject(object, settings.nodes, generator));
  reportDuplicatePods(expansions, errors);
  if (found.known.length === 0 && !settings.allowNone) errors.add(() => nothingToSimulate(found));
  errors.throwIfAny();

  const templates = found.known.map(({ kind, cursor }) => cursor.get(...workloadOf(kind).template));
  return {
    pods: expansions.flatMap(({ manifests }) => manifests),
    diagnostics: [
      ...noteUnsimulatedFields(templates, settings.model),
      ...noteObjects(expansions, found.others),
    ],
  };
}

function checkObject({ kind, cursor }: FoundObject): void {
  checkType(cursor, { kind: "object", name: kind });
  const isNamed = (field: string) => {
    const name = cursor.get("metadata", field);
    return name.exists && name.value !== "";
  };
  if (isNamed("name") || (kind === "Pod" && isNamed("generateName"))) return;
  const expected = kind === "Pod" ? "a name, or generateName" : "a name";
  const message = `a ${kind} without a name`;
  cursor.get("metadata", "name").error({ message, expected, fix: "add metadata.name" });
}

/** Before any pod is made, since one line can ask for two thousand million. */
function checkCount(objects: readonly FoundObject[], settings: ManifestOptions): void {
  let total = 0;
  for (const { kind, cursor } of objects) {
    const { count, size } = workloadOf(kind);
    total += count(cursor, settings.nodes);
    if (total <= settings.maxPods) continue;
    const found = `${total} pods up to here`;
    const expected = `at most ${settings.maxPods}`;
    cursor.get(...size).error({ message: "too many pods", found, expected, fix: "declare fewer" });
    return;
  }
}

function nothingToSimulate({ others }: FoundObjects): Diagnostic {
  return {
    severity: "error",
    message: "nothing to simulate",
    found: others.size === 0 ? "no object at all" : countedKinds(others),
    expected: "a Pod, or an object that stands for pods such as a Deployment",
  };
}
