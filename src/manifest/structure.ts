/** Walks a value along the field table: unknown fields, missing ones, wrong types, bad values. */
import { checkConstraint } from "./constraints.ts";
import { isMapping } from "./cursor.ts";
import type { Cursor } from "./cursor.ts";
import { describeType, describeValue, nearest, oneOf } from "./describe.ts";
import { isTime, parseQuantity } from "./formats.ts";
import { checkRules } from "./rules.ts";
import { fieldsOf } from "./schema.ts";
import type { FieldType, Fields, ScalarKind } from "./schema.ts";

const int32Max = 2_147_483_647;

/** Whether the value has the type. Of a list or mapping only that it is one. */
function hasType(value: unknown, kind: FieldType["kind"]): boolean {
  switch (kind) {
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    case "int32":
    case "int64":
      return Number.isInteger(value);
    case "intOrString":
      return typeof value === "string" || Number.isInteger(value);
    case "quantity":
      return parseQuantity(value) !== undefined;
    case "time":
      return typeof value === "string" && isTime(value);
    case "any":
      return true;
    case "list":
      return Array.isArray(value);
    case "map":
    case "object":
      return isMapping(value);
  }
}

/** What a user most likely meant who gave this value for that type. */
function fixFor(value: unknown, type: FieldType): string | undefined {
  if (type.kind === "string" && typeof value === "number") return "put the value in quotes";
  if (type.kind === "string" && typeof value === "boolean") {
    // Else the user looks for a `true` that is nowhere in the text.
    return "put it in quotes, since a bare y, n, yes, no, on or off is true or false";
  }
  if ((type.kind === "int32" || type.kind === "int64") && /^-?\d+$/.test(String(value))) {
    return "remove the quotes";
  }
  if (type.kind === "boolean" && (value === "true" || value === "false")) {
    return "remove the quotes";
  }
  if (type.kind === "list" && hasType(value, type.of.kind)) return "put `- ` before the item";
  return undefined;
}

function checkRange(cursor: Cursor, kind: ScalarKind): void {
  const value = cursor.number();
  if (value === undefined || kind === "quantity" || kind === "any") return;
  const max = kind === "int64" ? Number.MAX_SAFE_INTEGER : int32Max;
  if (Math.abs(value) <= max) return;
  const expected = `a number between -${max} and ${max}`;
  cursor.error({ message: "out of range", found: describeValue(value), expected });
}

export function checkType(cursor: Cursor, type: FieldType): void {
  if (!hasType(cursor.value, type.kind)) {
    const fix = fixFor(cursor.value, type);
    cursor.error({
      message: "wrong type",
      found: describeValue(cursor.value),
      expected: describeType(type),
      ...(fix === undefined ? {} : { fix }),
    });
    return;
  }
  switch (type.kind) {
    case "list":
      for (const item of cursor.items()) checkType(item, type.of);
      return;
    case "map":
      for (const [, value] of cursor.entries()) if (value.exists) checkType(value, type.of);
      return;
    case "object":
      checkObject(cursor, type.name);
      return;
    default:
      checkRange(cursor, type.kind);
  }
}

function checkObject(cursor: Cursor, typeName: string): void {
  const fields = fieldsOf(typeName);
  for (const [key, value] of cursor.entries()) {
    const field = fields.get(key);
    if (!field) reportUnknown(value, key, typeName, fields);
    else if (value.exists) {
      checkType(value, field.type);
      const finding = checkConstraint(typeName, key, value.value);
      if (finding) value.error(finding);
    }
  }
  for (const [key, field] of fields) {
    const value = cursor.get(key);
    // An empty text is none to the API server.
    if (!field.required || (value.exists && value.value !== "")) continue;
    const expected = describeType(field.type);
    const upstream = "Required value";
    const message = "a required field is missing";
    value.error({ message, expected, fix: "add it", upstream }, "key");
  }
  checkRules(cursor, typeName);
}

/** Where a field stands that is often put in the wrong place, most often by its indentation. */
const homes = [
  ["metadata", "ObjectMeta"],
  ["spec of the pod", "PodSpec"],
  ["a container", "Container"],
  ["a probe", "Probe"],
  ["spec", "Pod"],
] as const;

function reportUnknown(cursor: Cursor, key: string, typeName: string, fields: Fields): void {
  const meant = nearest(key, fields.keys());
  const home = homes.find(([, type]) => type !== typeName && fieldsOf(type).has(key));
  let fix = "remove it";
  if (meant !== undefined) fix = `did you mean \`${meant}\`?`;
  else if (home) fix = `it belongs in ${home[0]}, so check the indentation`;
  const names = [...fields.keys()];
  const isShort = names.length <= 8 && meant === undefined && !home;
  const expected = isShort ? oneOf(names) : `a field of ${typeName}`;
  cursor.error({ message: "unknown field", expected, fix }, "key");
}
