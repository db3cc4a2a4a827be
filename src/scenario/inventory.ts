/**
 * Which pods, containers and other objects the manifests declare, by name.
 *
 * Read from the raw objects and forgiving, since it must know the names of what is not simulated,
 * and of a manifest with errors: those are the manifest reader's to report.
 */
import type { YamlDocument } from "../yaml/document.ts";
import { valueAt } from "./issues.ts";

export interface InventoryPod {
  /** The name, or of a workload's pods, whose names are made up, a pattern: `web-*`. */
  readonly name: string;
  /** Of every sort: regular, init, ephemeral. */
  readonly containers: readonly string[];
}

export interface InventoryObject {
  readonly kind: string;
  readonly name: string;
}

export interface Inventory {
  readonly pods: readonly InventoryPod[];
  /** All objects, the pods among them. */
  readonly objects: readonly InventoryObject[];
}

const containerLists = ["initContainers", "containers", "ephemeralContainers"] as const;

/** Kinds whose objects make pods of a template, and where that stands. */
const podTemplates: ReadonlyMap<string, readonly string[]> = new Map([
  ["Deployment", ["spec", "template"]],
  ["ReplicaSet", ["spec", "template"]],
  ["ReplicationController", ["spec", "template"]],
  ["StatefulSet", ["spec", "template"]],
  ["DaemonSet", ["spec", "template"]],
  ["Job", ["spec", "template"]],
  ["CronJob", ["spec", "jobTemplate", "spec", "template"]],
]);

export function inventoryOf(documents: readonly YamlDocument[]): Inventory {
  const pods: InventoryPod[] = [];
  const objects: InventoryObject[] = [];
  for (const object of documents.flatMap(({ value }) => itemsOf(value))) {
    const kind = valueAt(object, ["kind"]);
    const name = valueAt(object, ["metadata", "name"]) ?? generatedName(object);
    if (typeof kind !== "string" || typeof name !== "string") continue;
    objects.push({ kind, name });
    const template = podTemplates.get(kind);
    if (kind === "Pod") pods.push({ name, containers: containersOf(object, ["spec"]) });
    else if (template) {
      pods.push({ name: `${name}-*`, containers: containersOf(object, [...template, "spec"]) });
    }
  }
  return { pods, objects };
}

/** What the API server makes of `generateName`: anything that begins so. */
function generatedName(object: unknown): string | undefined {
  const prefix = valueAt(object, ["metadata", "generateName"]);
  return typeof prefix === "string" ? `${prefix}*` : undefined;
}

/** `kind: List` is a wrapper that kubectl writes. */
function itemsOf(value: unknown): readonly unknown[] {
  const items = valueAt(value, ["items"]);
  const isList = String(valueAt(value, ["kind"])).endsWith("List") && Array.isArray(items);
  return isList ? (items as readonly unknown[]) : [value];
}

function containersOf(object: unknown, spec: readonly string[]): string[] {
  return containerLists.flatMap((list) => {
    const containers = valueAt(object, [...spec, list]);
    if (!Array.isArray(containers)) return [];
    return containers.flatMap((container) => {
      const name = valueAt(container, ["name"]);
      return typeof name === "string" ? [name] : [];
    });
  });
}
