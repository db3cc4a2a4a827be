/**
 * Whether the API server would take a pod in place of the one that it has.
 *
 * Models: kubernetes/pkg/apis/core/validation/validation.go ValidatePodUpdate,
 * ValidatePodSpecificAnnotationUpdates; from 1.33 on the resources of containers may change too,
 * since upstream has a subresource of its own for that.
 */
import type { Position } from "../model/diagnostic.ts";
import { checkObject } from "./check-object.ts";
import { Cursor, isMapping } from "./cursor.ts";
import { ErrorList } from "./error-list.ts";
import type { KubePodSpec } from "../model/kube-pod.ts";
import type { PodMetadata } from "./pod-types.ts";
import { type Release, isSince, resizedSince } from "./releases.ts";

const updatablePodSpecFields = [
  "`spec.containers[*].image`",
  "`spec.initContainers[*].image`",
  "`spec.activeDeadlineSeconds`",
  "`spec.tolerations` (only additions to existing tolerations)",
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)",
];
const immutableMetadata = ["name", "namespace", "uid"];

type Json = Readonly<Record<string, unknown>>;

/** A pod as the API server has it. */
export interface PodObject {
  readonly apiVersion: "v1";
  readonly kind: "Pod";
  readonly metadata: PodMetadata & { readonly uid: string };
  readonly spec: KubePodSpec;
}

/** In the API server's words; absent where it takes the pod. What `old` breaks is not told. */
export function podUpdateRefusal(old: PodObject, next: Json, release: Release): string | undefined {
  const known = new Set(refusalsOf(old, release));
  const invalid = refusalsOf(next, release).filter((refusal) => !known.has(refusal));
  const causes = invalid.length > 0 ? invalid : forbiddenChanges(old, next, release);
  if (causes.length === 0) return undefined;
  const text = causes.length === 1 ? causes[0] : `[${causes.join(", ")}]`;
  return `Pod ${JSON.stringify(old.metadata.name)} is invalid: ${text}`;
}

function refusalsOf(pod: unknown, release: Release): readonly string[] {
  const errors = new ErrorList(Infinity);
  const nowhere: Position = { file: "", line: 1, column: 1 };
  const document = { file: "", value: pod, locate: () => nowhere };
  checkObject({ kind: "Pod", cursor: new Cursor(document, [], pod, errors) }, release);
  return errors.refusals;
}

/** Of two pods that are valid each by itself. */
function forbiddenChanges(old: PodObject, next: Json, release: Release): readonly string[] {
  const causes: string[] = [];
  const [metadata, spec] = [mapping(next["metadata"]), mapping(next["spec"])];
  const before: Json = { ...old.metadata };
  for (const field of immutableMetadata) {
    if (metadata[field] === before[field]) continue;
    const value = JSON.stringify(metadata[field]);
    causes.push(`metadata.${field}: Invalid value: ${value}: field is immutable`);
  }
  const specBefore: Json = { ...old.spec };
  for (const field of ["containers", "initContainers"]) {
    if (listOf(spec[field]).length === listOf(specBefore[field]).length) continue;
    causes.push(`spec.${field}: Forbidden: pod updates may not add or remove containers`);
  }
  if (causes.length > 0) return causes;
  causes.push(...imageErrors(spec));
  causes.push(...deadlineErrors(specBefore["activeDeadlineSeconds"], spec));
  if (!hasOnlyAdded(specBefore["tolerations"], spec["tolerations"])) {
    const cause = "existing toleration can not be modified except its tolerationSeconds";
    causes.push(`spec.tolerations: Forbidden: ${cause}`);
  }
  causes.push(...gateErrors(specBefore["schedulingGates"], spec["schedulingGates"]));
  const changeable = isSince(release.kubernetes, resizedSince) ? ["image", "resources"] : ["image"];
  const fixed = (whole: Json): string => JSON.stringify(fixedPart(whole, changeable));
  if (fixed(spec) !== fixed(specBefore)) {
    const fields = updatablePodSpecFields.join(",");
    causes.push(`spec: Forbidden: pod updates may not change fields other than ${fields}`);
  }
  return causes;
}

function deadlineErrors(before: unknown, { activeDeadlineSeconds: after }: Json): string[] {
  if (typeof before !== "number" || after === before) return [];
  const field = "spec.activeDeadlineSeconds: Invalid value:";
  if (typeof after !== "number") {
    return [`${field} null: must not update from a positive integer to nil value`];
  }
  if (after < before) return [];
  return [`${field} ${after}: must be less than or equal to previous value`];
}

/** At the creation of a pod the API server takes them as they are. */
function imageErrors(spec: Json): readonly string[] {
  return ["containers", "initContainers"].flatMap((field) =>
    listOf(spec[field]).flatMap((container, index) => {
      const { image } = mapping(container);
      if (typeof image !== "string" || image.trim() === image) return [];
      const words = "must not have leading or trailing whitespace";
      return [`spec.${field}[${index}].image: Invalid value: ${JSON.stringify(image)}: ${words}`];
    }),
  );
}

function gateErrors(before: unknown, after: unknown): readonly string[] {
  const known = new Set(listOf(before).map((gate) => mapping(gate)["name"]));
  return listOf(after).flatMap((gate, index) => {
    const { name } = mapping(gate);
    if (known.has(name)) return [];
    const words = `only deletion is allowed, but found new scheduling gate '${String(name)}'`;
    return [`spec.schedulingGates[${index}].name: Forbidden: ${words}`];
  });
}

function hasOnlyAdded(before: unknown, after: unknown): boolean {
  const withoutSeconds = (toleration: unknown) =>
    JSON.stringify(without(mapping(toleration), ["tolerationSeconds"]));
  const left = new Set(listOf(after).map(withoutSeconds));
  return listOf(before).every((toleration) => left.has(withoutSeconds(toleration)));
}

/** The spec without what may change; `changeable` is that of a container. */
function fixedPart(spec: Json, changeable: readonly string[]): Json {
  const fixed = (container: unknown) => without(mapping(container), changeable);
  const lists = ["containers", "initContainers"].flatMap((field) =>
    spec[field] === undefined ? [] : [[field, listOf(spec[field]).map(fixed)] as const],
  );
  const rest = without(spec, ["activeDeadlineSeconds", "tolerations", "schedulingGates"]);
  return { ...rest, ...Object.fromEntries(lists) };
}

function without(object: Json, fields: readonly string[]): Json {
  return Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)));
}

function mapping(value: unknown): Json {
  return isMapping(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
