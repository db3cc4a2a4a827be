/** Says what was made of the objects: generated names, workloads as pods, kinds left out. */
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Cursor } from "./cursor.ts";
import { describeValue } from "./describe.ts";
import type { Expansion } from "./expand.ts";
import type { FoundObject } from "./objects.ts";
import { workloadOf, workloads } from "./workloads.ts";

function note(message: string): Diagnostic {
  return { severity: "note", message };
}

const plainKind = /^[A-Za-z][A-Za-z0-9]*$/;
const longestKind = 60;

/** `ConfigMap, 2 Service`, in the order of the names; in quotes what no kind is called. */
export function countedKinds(counts: ReadonlyMap<string, number>): string {
  const entries = [...counts.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const named = entries.map(([kind, count]) => {
    const isPlain = kind.length <= longestKind && plainKind.test(kind);
    const shown = isPlain ? kind : describeValue(kind);
    return count === 1 ? shown : `${count} ${shown}`;
  });
  return named.join(", ");
}

function generatedNames(expansions: readonly Expansion[]): readonly Diagnostic[] {
  return expansions.flatMap(({ object, manifests }) => {
    const [manifest] = manifests;
    const isNamed = object.cursor.get("metadata", "name").text();
    if (object.kind !== "Pod" || isNamed || !manifest) return [];
    const message = `this pod has no name of its own and is called ${manifest.pod.metadata.name}`;
    return [{ ...note(message), position: manifest.position }];
  });
}

/** Fields in use of the object itself that nothing here reads: those of its controller. */
function unreadFields({ kind, cursor }: FoundObject): readonly string[] {
  const { read } = workloadOf(kind);
  const below = (parent: Cursor, prefix: string): readonly string[] =>
    parent.entries().flatMap(([name, field]) => {
      const path = `${prefix}.${name}`;
      if (read.includes(path) || isEmpty(field.value)) return [];
      return read.some((known) => known.startsWith(`${path}.`)) ? below(field, path) : [path];
    });
  return kind === "Pod" ? [] : below(cursor.get("spec"), "spec");
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === 0 || value === false || value === "") return true;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function workloadNotes(expansions: readonly Expansion[]): readonly Diagnostic[] {
  const sums = new Map<string, { objects: number; pods: number; fields: Set<string> }>();
  for (const { object, manifests } of expansions) {
    const sum = sums.get(object.kind) ?? { objects: 0, pods: 0, fields: new Set() };
    sums.set(object.kind, sum);
    for (const field of unreadFields(object)) sum.fields.add(field);
    sum.objects += 1;
    sum.pods += manifests.length;
  }
  return [...sums.entries()].flatMap(([kind, { objects, pods, fields }]) => {
    const missing = workloads.get(kind)?.notSimulated;
    if (missing === undefined) return [];
    const stand = objects === 1 ? "stands" : "stand";
    const podText = pods === 1 ? "1 pod" : `${pods} pods`;
    const named = fields.size === 0 ? "" : ` (${[...fields].toSorted().join(", ")})`;
    const stands = `${objects} ${kind} ${stand} for ${podText} at t0`;
    return [note(`${stands}; not simulated: ${missing}${named}`)];
  });
}

export function noteObjects(
  expansions: readonly Expansion[],
  others: ReadonlyMap<string, number>,
): readonly Diagnostic[] {
  const left =
    others.size === 0 ? [] : [note(`kinds that are not simulated: ${countedKinds(others)}`)];
  return [...generatedNames(expansions), ...workloadNotes(expansions), ...left];
}
