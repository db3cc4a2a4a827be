/** Words for values and types in messages, and the nearest of several names. */
import { isMapping } from "./cursor.ts";
import type { FieldType } from "./schema.ts";

const longestText = 60;

export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (isMapping(value)) return "a mapping";
  if (typeof value !== "string") return JSON.stringify(value);
  const text = value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  return JSON.stringify(text);
}

export function describeType(type: FieldType): string {
  switch (type.kind) {
    case "string":
      return "a string";
    case "boolean":
      return "true or false";
    case "int32":
    case "int64":
      return "a whole number";
    case "intOrString":
      return "a whole number or a string";
    case "quantity":
      return "a quantity such as 100m, 1.5 or 64Mi";
    case "time":
      return "a time such as 2026-01-31T12:00:00Z";
    case "any":
      return "any value";
    case "list":
      return `a list, each item ${describeType(type.of)}`;
    case "map":
      return `a mapping, each value ${describeType(type.of)}`;
    case "object":
      return `a mapping (${type.name})`;
  }
}

/** "a, b or c", in the order given. */
export function oneOf(values: readonly string[]): string {
  const last = values.at(-1) ?? "";
  return values.length < 2 ? last : `${values.slice(0, -1).join(", ")} or ${last}`;
}

/** The candidate that a slip of the keyboard would turn into `name`, if there is one. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const allowed = name.length < 4 ? 1 : 2;
  let best: string | undefined;
  let bestDistance = allowed + 1;
  for (const candidate of candidates) {
    if (candidate.toLowerCase() === name.toLowerCase()) return candidate;
    if (Math.abs(candidate.length - name.length) > allowed) continue;
    const distance = editDistance(name, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, substitution);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && i > 1 && j > 1) {
        cost = Math.min(cost, (beforePrevious[j - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
