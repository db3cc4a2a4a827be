/** Reports names that are given twice, with both places. */
import type { Position } from "../model/diagnostic.ts";
import type { Cursor } from "./cursor.ts";
import type { ErrorList } from "./error-list.ts";
import { namespaceOf } from "./expand.ts";
import type { Expansion } from "./expand.ts";
import type { FoundObject } from "./objects.ts";

const advice = { expected: "each name once in a namespace", fix: "rename one of them" };

function placeOf({ file, line, column }: Position): string {
  return `${file}:${line}:${column}`;
}

/** Two objects of one kind and name. */
export function reportDuplicateObjects(objects: readonly FoundObject[]): void {
  const seen = new Map<string, Cursor>();
  for (const { kind, cursor } of objects) {
    const name = cursor.get("metadata", "name");
    const text = name.text();
    if (text === undefined || text === "") continue;
    const key = `${kind} ${namespaceOf(cursor)}/${text}`;
    const first = seen.get(key)?.position();
    if (first) {
      const found = `a second ${kind} ${text}; the first is at ${placeOf(first)}`;
      name.error({ message: "an object is given twice", found, ...advice });
    } else seen.set(key, name);
  }
}

/** Pods of two objects with one name; each object is reported once, whatever the count of pods. */
export function reportDuplicatePods(expansions: readonly Expansion[], errors: ErrorList): void {
  const seen = new Map<string, Position>();
  for (const { manifests } of expansions) {
    let collision: { readonly name: string; readonly first: Position } | undefined;
    for (const { pod, position } of manifests) {
      const { name, namespace } = pod.metadata;
      const first = seen.get(`${namespace}/${name}`);
      if (first) collision ??= { name, first };
      else seen.set(`${namespace}/${name}`, position);
    }
    const position = manifests[0]?.position;
    if (!collision || !position) continue;
    const found = `a second pod ${collision.name}; the first is at ${placeOf(collision.first)}`;
    const message = "two pods of one name";
    errors.add(() => ({ severity: "error", position, message, found, ...advice }));
  }
}
