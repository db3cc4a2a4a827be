/** Which containers are init containers, sidecars or ephemeral: no record says so outright. */
import { type ContainerKey, containerKey } from "../../model/container-key.ts";
import type { EventTrace, StatusTrace, TraceRecord } from "../../model/trace.ts";
import { ephemeralsOf } from "./pod-status.ts";

export type ContainerKind = "init" | "sidecar" | "ephemeral";
/** Those of no kind are the ordinary ones. */
export type ContainerKinds = ReadonlyMap<ContainerKey, ContainerKind>;

/** Nobody asks an init container, or one that somebody looks around with, whether it is ready. */
export function hasReadiness(kind: ContainerKind | undefined): boolean {
  return kind === undefined || kind === "sidecar";
}

export function containerKinds(records: readonly TraceRecord[]): ContainerKinds {
  const kinds = new Map<ContainerKey, ContainerKind>();
  for (const record of records) takeKinds(record, kinds);
  return kinds;
}

/** Whether the record says something new of them. */
export function takeKinds(record: TraceRecord, kinds: Map<ContainerKey, ContainerKind>): boolean {
  const said =
    record.type === "status" ? ofStatus(record) : record.type === "event" ? ofEvent(record) : [];
  const news = said.filter(([key, kind]) => {
    const known = kinds.get(key);
    // Only of a sidecar does it show later what it is: until then it is like an init container.
    return known === undefined || (known === "init" && kind === "sidecar");
  });
  for (const [key, kind] of news) kinds.set(key, kind);
  return news.length > 0;
}

type Said = readonly (readonly [ContainerKey, ContainerKind])[];

function ofStatus(status: StatusTrace): Said {
  const { namespace, pod, initContainerStatuses = [] } = status;
  const keyOf = (name: string): ContainerKey => containerKey(namespace, pod, name);
  const ephemerals = ephemeralsOf(status).map(({ name }) => [keyOf(name), "ephemeral"] as const);
  if (initContainerStatuses.length === 0) return ephemerals;
  const awaited = unreadyNames(status);
  const inits = initContainerStatuses.map(({ name, ready, state }) => {
    // An init container is ready once it has ended, and no pod waits for it to become ready.
    const isSidecar = (ready && state.running !== undefined) || awaited.has(name);
    return [keyOf(name), isSidecar ? "sidecar" : "init"] as const;
  });
  return [...ephemerals, ...inits];
}

/** Those whom the kubelet names where it says why the containers are not ready. */
function unreadyNames({ conditions }: StatusTrace): ReadonlySet<string> {
  const condition = conditions.find(({ type }) => type === "ContainersReady");
  const [, names = ""] = /with unready status: \[([^\]]*)\]/.exec(condition?.message ?? "") ?? [];
  return new Set(names.split(" "));
}

function ofEvent({ namespace, pod, container, object = "" }: EventTrace): Said {
  if (container === undefined) return [];
  const key = containerKey(namespace, pod, container);
  if (object.startsWith("spec.initContainers{")) return [[key, "init"]];
  return object.startsWith("spec.ephemeralContainers{") ? [[key, "ephemeral"]] : [];
}
