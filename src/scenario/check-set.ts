/**
 * Whether `set` of an `updateObject` changes anything of a pod: an update of what is no field, or
 * that is not carried out, is refused before it could be dropped without a word.
 *
 * Models: kubernetes/pkg/registry/core/pod/strategy.go PrepareForUpdate, podStatusStrategy.
 */
import { isMapping } from "../manifest/cursor.ts";
import { type FieldType, fieldsOf } from "../manifest/schema.ts";
import type { PodCondition } from "../model/kube-status.ts";
import { describeValue } from "./issues.ts";
import type { Finding } from "./issues.ts";
import { didYouMean } from "./nearest.ts";
import type { FieldChange } from "./schema-stimuli.ts";

const changeable =
  "a field of spec, metadata.labels, metadata.annotations, or status.conditions[0]";
const kubeletsOwn = [
  "PodScheduled",
  "PodReadyToStartContainers",
  "Initialized",
  "ContainersReady",
  "Ready",
  "AllContainersRestarting",
];
const conditionExpected = 'a condition of others, such as {type: example.com/up, status: "True"}';

/** `of`: whether it is about the path or about what is set there. */
interface SetFinding extends Finding {
  readonly of: "key" | "value";
}

/** Absent where the change is one that can be made; what the values may be, the API server says. */
export function findingInSet(change: FieldChange): SetFinding | undefined {
  const { path, fields, value } = change;
  const [top, second] = fields;
  if (isConditionPath(change)) return findingInCondition(value);
  const unknown = unknownField(fields);
  if (unknown) return unknown;
  if (top === "spec" || second === "labels" || second === "annotations") return undefined;
  // The API server refuses these in its own words.
  if (top === "metadata" && ["name", "namespace", "uid"].includes(String(second))) return undefined;
  return { of: "key", message: "no update changes it here", found: path, expected: changeable };
}

function unknownField(fields: FieldChange["fields"]): SetFinding | undefined {
  let type: FieldType = { kind: "object", name: "Pod" };
  for (const [index, step] of fields.entries()) {
    if (type.kind === "any") return undefined;
    const place = index === 0 ? "a Pod" : formatFields(fields.slice(0, index));
    const next = stepInto(type, step);
    if (next !== undefined) type = next;
    else {
      const names = type.kind === "object" ? fieldsOf(type.name).keys() : [];
      const found = describeValue(step);
      const fix = didYouMean(String(step), names);
      const expected = type.kind === "list" ? "the place of an item, such as [0]" : changeable;
      const finding = { of: "key", message: `no field of ${place}`, found, expected } as const;
      return fix === undefined ? finding : { ...finding, fix };
    }
  }
  return undefined;
}

function stepInto(type: FieldType, step: string | number): FieldType | undefined {
  switch (type.kind) {
    case "object":
      return fieldsOf(type.name).get(String(step))?.type;
    case "map":
      return typeof step === "string" ? type.of : undefined;
    case "list":
      return typeof step === "number" ? type.of : undefined;
    default:
      return undefined;
  }
}

function formatFields(fields: FieldChange["fields"]): string {
  return fields
    .map((field) => (typeof field === "number" ? `[${field}]` : `.${field}`))
    .join("")
    .slice(1);
}

/** A controller that answers for a readiness gate writes its own condition, and nothing else. */
export function isConditionPath({ fields }: FieldChange): boolean {
  const [top, list, place] = fields;
  const isItem = fields.length === 3 && typeof place === "number";
  return top === "status" && list === "conditions" && isItem;
}

function findingInCondition(value: unknown): SetFinding | undefined {
  const condition = conditionOf(value);
  const words = { of: "value", expected: conditionExpected } as const;
  if (condition === undefined) return { message: "no condition", ...words };
  if (!kubeletsOwn.includes(condition.type)) return undefined;
  const message = "a condition that the kubelet writes";
  return { message, found: describeValue(condition.type), ...words };
}

const statuses = ["True", "False", "Unknown"] as const;

/** What a change of `status.conditions` sets; it takes the place of the one of its type. */
export function conditionOf(value: unknown): PodCondition | undefined {
  if (!isMapping(value)) return undefined;
  const { type, status: given, reason, message, ...others } = value;
  const status = statuses.find((known) => known === given);
  if (typeof type !== "string" || type === "" || status === undefined) return undefined;
  const texts = { reason, message };
  const isText = (text: unknown): boolean => text === undefined || typeof text === "string";
  if (Object.keys(others).length > 0 || !Object.values(texts).every(isText)) return undefined;
  return {
    type,
    status,
    ...(typeof reason === "string" ? { reason } : {}),
    ...(typeof message === "string" ? { message } : {}),
  };
}
