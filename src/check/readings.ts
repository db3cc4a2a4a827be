/** What stands at a path in a view of a pod, of a container or of the node. */
import type { ContainerApiState, ContainerApiStatus, PodCondition } from "../model/kube-status.ts";
import { type PodView, containerStatus } from "./pod-views.ts";
import type { NodeRecord } from "./trace-extras.ts";

/** `reason` and `message`: what stands beside it. `unknown`: the trace does not carry it. */
export type Reading =
  | {
      readonly kind: "value";
      readonly value: unknown;
      readonly reason?: string | undefined;
      readonly message?: string | undefined;
    }
  | { readonly kind: "absent" }
  | { readonly kind: "unknown"; readonly what: string };

export type Fields = readonly (string | number)[];

export const absent: Reading = { kind: "absent" };

export function unknown(what: string): Reading {
  return { kind: "unknown", what };
}

interface Beside {
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
}

function reading(value: unknown, { reason, message }: Beside = {}): Reading {
  return value === undefined || value === null ? absent : { kind: "value", value, reason, message };
}

/** Takes the steps of a path from a value on. Times are kept in ms, and shown in seconds. */
function walk(root: unknown, fields: Fields): unknown {
  let value = root;
  for (const field of fields) {
    if (typeof value !== "object" || value === null) return undefined;
    const record = value as Readonly<Record<string | number, unknown>>;
    const ms = Object.hasOwn(record, `${field}Ms`) ? record[`${field}Ms`] : undefined;
    if (typeof ms === "number") value = ms / 1000;
    else value = Object.hasOwn(record, field) ? record[field] : undefined;
  }
  return value;
}

/** Fields that a `status` record has. */
const statusFields = new Set<unknown>([
  "phase",
  "reason",
  "message",
  "startTime",
  "conditions",
  "containerStatuses",
  "initContainerStatuses",
  "ephemeralContainerStatuses",
]);

export function readPod(view: PodView | undefined, fields: Fields): Reading {
  if (view === undefined) return absent;
  const [part, field, ...rest] = fields;
  switch (part) {
    case "conditions":
      return readCondition(view.status?.conditions ?? [], field, rest);
    case "status": {
      // Before the kubelet writes one, a pod has the status that the API server gave it.
      const status = view.status ?? { phase: "Pending" };
      if (field === undefined) return reading("present");
      if (!statusFields.has(field)) return unknown(`status.${field}`);
      return reading(walk(status, [field, ...rest]), view.status);
    }
    case "metadata":
      return readMetadata(view, field, rest);
    default: {
      const { object } = view;
      if (object?.spec === undefined) return unknown(`the pod's ${part}`);
      return reading(walk(object, fields));
    }
  }
}

/** `conditions.Ready` is its status; what stands beside it is its reason and message. */
function readCondition(
  conditions: readonly Pick<PodCondition, "type" | "status" | "reason" | "message">[],
  type: string | number | undefined,
  rest: Fields,
): Reading {
  const condition = conditions.find((candidate) => candidate.type === type);
  if (condition === undefined) return absent;
  return reading(rest.length === 0 ? condition.status : walk(condition, rest), condition);
}

/** What every `pod` record tells, and the rest where the record carries the object. */
function readMetadata(
  { key, namespace, name, isTerminating, object }: PodView,
  field: string | number | undefined,
  rest: Fields,
): Reading {
  const metadata = object?.metadata;
  const isOfDeletion = field === "deletionTimestamp" || field === "deletionGracePeriodSeconds";
  if (isOfDeletion && !isTerminating) return absent;
  const told = { uid: key, namespace, name, ...metadata };
  const found = field === undefined ? told : walk(told, [field, ...rest]);
  if (found !== undefined) return reading(found);
  if (field === "deletionTimestamp") return reading("present");
  return metadata === undefined ? unknown(`metadata.${field}`) : absent;
}

export function readContainer(
  view: PodView | undefined,
  container: string,
  fields: Fields,
): Reading {
  const status = view && containerStatus(view, container);
  if (status === undefined) return absent;
  const [field, ...rest] = fields;
  const beside = besideState(field === "lastState" ? status.lastState : status.state);
  if (field === "state" || field === "lastState") {
    return reading(
      rest.length === 0 ? stateName(status[field]) : walk(status[field], rest),
      beside,
    );
  }
  if (notTraced.has(field)) return unknown(`a container's ${field}`);
  return reading(walk(status, fields), beside);
}

const notTraced = new Set<unknown>(["imageID", "resources", "allocatedResources"]);

function stateName(state: ContainerApiStatus["state"]): string | undefined {
  return (["waiting", "running", "terminated"] as const).find((name) => state[name] !== undefined);
}

function besideState({ waiting, terminated }: ContainerApiState): Beside {
  return waiting ?? terminated ?? {};
}

export function readNode(node: NodeRecord | undefined, fields: Fields): Reading {
  const [part, type, ...rest] = fields;
  if (part !== "conditions") return unknown(`the node's ${part}`);
  if (node === undefined) return unknown("the node's conditions");
  return readCondition(node.conditions, type, rest);
}

/** As a message shows it: the value, and in brackets its reason. */
export function readingText(read: Reading): string {
  if (read.kind === "absent") return "absent";
  if (read.kind === "unknown") return `not in the trace: ${read.what}`;
  const { value, reason } = read;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return reason === undefined || reason === value ? text : `${text} (${reason})`;
}
