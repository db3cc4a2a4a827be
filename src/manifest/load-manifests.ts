/** Turns documents into the pods to simulate, or reports every error of every document. */
import type { Diagnostic } from "../model/diagnostic.ts";
import type { YamlDocument } from "../yaml/document.ts";
import { checkObject, nameOf, rejectionOf } from "./check-object.ts";
import { reportDuplicateObjects, reportDuplicatePods } from "./duplicates.ts";
import { ErrorList } from "./error-list.ts";
import { expandObject } from "./expand.ts";
import { defaultManifestOptions } from "./manifest.ts";
import type { ManifestOptions, Manifests, Rejection } from "./manifest.ts";
import { countedKinds, noteObjects } from "./object-notes.ts";
import { findObjects } from "./objects.ts";
import type { FoundObject, FoundObjects } from "./objects.ts";
import { NameGenerator } from "./pod-names.ts";
import { noteSilentChanges } from "./silent-changes.ts";
import { notePriorityClasses } from "./priority-classes.ts";
import { noteUnsimulatedFields } from "./support-notes.ts";
import { workloadOf } from "./workloads.ts";

export function loadManifests(
  documents: readonly YamlDocument[],
  options: Partial<ManifestOptions> = {},
): Manifests {
  const settings = { ...defaultManifestOptions, ...options };
  const errors = new ErrorList(settings.maxErrors);
  const found = findObjects(documents, errors);
  const { objects, rejected } = sortOut(found.known, settings);
  for (const object of objects) checkObject(object, settings);
  reportDuplicateObjects(objects);
  if (errors.isEmpty) checkCount(objects, settings);
  // What follows needs sound objects: their pods are named and counted.
  errors.throwIfAny();

  const generator = new NameGenerator();
  const expansions = objects.map((object) => expandObject(object, settings.nodes, generator));
  reportDuplicatePods(expansions, errors);
  if (found.known.length === 0 && !settings.allowNone) errors.add(() => nothingToSimulate(found));
  errors.throwIfAny();

  const templates = objects.map(({ kind, cursor }) => cursor.get(...workloadOf(kind).template));
  return {
    pods: expansions.flatMap(({ manifests }) => manifests),
    rejected,
    diagnostics: [
      ...noteSilentChanges(templates, settings),
      ...notePriorityClasses(templates, settings.model),
      ...noteUnsimulatedFields(templates, settings.model),
      ...noteObjects(expansions, found.others),
    ],
  };
}

/** Only what is meant to be refused may be wrong; if it is not, it is a pod like any other. */
function sortOut(
  found: readonly FoundObject[],
  settings: ManifestOptions,
): { readonly objects: readonly FoundObject[]; readonly rejected: readonly Rejection[] } {
  const rejected: Rejection[] = [];
  const objects = found.filter((object) => {
    if (object.kind !== "Pod" || !settings.rejectable.has(nameOf(object.cursor))) return true;
    const rejection = rejectionOf(object, settings, settings.maxErrors);
    if (rejection) rejected.push(rejection);
    return rejection === undefined;
  });
  return { objects, rejected };
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

function nothingToSimulate({ others, firstOther }: FoundObjects): Diagnostic {
  return {
    severity: "error",
    ...(firstOther ? { position: firstOther.position() } : {}),
    message: "nothing to simulate",
    found: others.size === 0 ? "no object at all" : countedKinds(others),
    expected: "a Pod, or an object that stands for pods such as a Deployment",
  };
}
