/** What `set` of a stimulus does to an object: one field after the other, in a copy. */
import type { FieldChange } from "./schema-stimuli.ts";

export function withChanges<T>(object: T, changes: readonly FieldChange[]): T {
  return changes.reduce(
    (changed, { fields, value }) => withField(changed, fields, value) as T,
    object,
  );
}

/**
 * The object with another value at the end of those steps; what is missing on the way is made, and
 * null takes a field away, as in a patch of kubectl's.
 */
export function withField(
  target: unknown,
  fields: readonly (string | number)[],
  value: unknown,
): unknown {
  const [field, ...rest] = fields;
  if (field === undefined) return value;
  if (Array.isArray(target) && typeof field === "number") {
    const items = [...(target as readonly unknown[])];
    // A list has no holes; what is missing before the item is null, as in JSON.
    while (items.length < field) items.push(null);
    items[field] = withField(items[field], rest, value);
    return items;
  }
  const object = (target ?? {}) as Readonly<Record<string, unknown>>;
  if (rest.length === 0 && value === null) {
    return Object.fromEntries(Object.entries(object).filter(([key]) => key !== field));
  }
  return { ...object, [field]: withField(object[field], rest, value) };
}
