/** Checks what a kubelet of somebody else's emits: it is not typed, and nothing may be guessed. */
import type { SourceGet } from "../model/messages.ts";
import type { ContainerConfig, RuntimeRequest } from "../model/runtime.ts";
import { Refused, shown } from "./guest-error.ts";

/** What it may emit. The key of a container that it creates is not its to choose. */
export type FromGuest =
  | SourceGet
  | Exclude<RuntimeRequest, { type: "runtime.create" }>
  | {
      readonly type: "runtime.create";
      readonly call: number;
      readonly config: Omit<ContainerConfig, "key" | "labels">;
    };

type Fields = Readonly<Record<string, "string" | "number">>;

/** The fields of each, beside `type`. */
const requests: Readonly<Record<string, Fields>> = {
  "source.get": {},
  "runtime.list": { call: "number" },
  "runtime.create": { call: "number" },
  "runtime.start": { call: "number", id: "string" },
  "runtime.stop": { call: "number", id: "string", timeoutMs: "number" },
  "runtime.remove": { call: "number", id: "string" },
};

const config: Fields = {
  namespace: "string",
  pod: "string",
  podUid: "string",
  container: "string",
  image: "string",
  gracePeriodMs: "number",
};

/** A copy with these fields alone. Throws `Refused`, which says what is wrong. */
export function guestRequest(emitted: unknown): FromGuest {
  const request = objectOf(emitted);
  const { type } = request;
  const fields = typeof type === "string" && Object.hasOwn(requests, type) && requests[type];
  if (!fields) {
    const known = Object.keys(requests).join(", ");
    throw new Refused(`emitted ${shown(type)}; expected one of ${known}`);
  }
  const copy = { type, ...checked(request, fields, type) };
  if (type !== "runtime.create") return copy as FromGuest;
  const own = checked(objectOf(request["config"]), config, "the config of runtime.create");
  return { ...copy, config: own } as FromGuest;
}

function checked(object: Readonly<Record<string, unknown>>, fields: Fields, what: string) {
  const entries = Object.entries(fields).map(([name, type]) => {
    const value = object[name];
    const isRight = typeof value === type && (type === "string" || Number.isFinite(value));
    if (isRight) return [name, value] as const;
    throw new Refused(`emitted ${what} with ${name} ${shown(value)}; expected a ${type}`);
  });
  return Object.fromEntries(entries);
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  throw new Refused(`emitted ${shown(value)}; expected an object`);
}
