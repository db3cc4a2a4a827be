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
  for (const record of records) {
    if (record.type === "status") takeStatus(record, kinds);
    else if (record.type === "event") takeEvent(record, kinds);
  }
  return kinds;
}

function takeStatus(status: StatusTrace, kinds: Map<ContainerKey, ContainerKind>): void {
  const { namespace, pod, initContainerStatuses = [] } = status;
  for (const { name } of ephemeralsOf(status)) {
    kinds.set(containerKey(namespace, pod, name), "ephemeral");
  }
  if (initContainerStatuses.length === 0) return;
  const awaited = unreadyNames(status);
  for (const { name, ready, state } of initContainerStatuses) {
    const key = containerKey(namespace, pod, name);
    // An init container is ready once it has ended, and no pod waits for it to become ready.
    const isSidecar = (ready && state.running !== undefined) || awaited.has(name);
    if (isSidecar) kinds.set(key, "sidecar");
    else if (!kinds.has(key)) kinds.set(key, "init");
  }
}

/** Those whom the kubelet names where it says why the containers are not ready. */
function unreadyNames({ conditions }: StatusTrace): ReadonlySet<string> {
  const condition = conditions.find(({ type }) => type === "ContainersReady");
  const [, names = ""] = /with unready status: \[([^\]]*)\]/.exec(condition?.message ?? "") ?? [];
  return new Set(names.split(" "));
}

function takeEvent(record: EventTrace, kinds: Map<ContainerKey, ContainerKind>): void {
  const { namespace, pod, container, object = "" } = record;
  if (container === undefined) return;
  const key = containerKey(namespace, pod, container);
  if (kinds.has(key)) return;
  if (object.startsWith("spec.initContainers{")) kinds.set(key, "init");
  else if (object.startsWith("spec.ephemeralContainers{")) kinds.set(key, "ephemeral");
}
