/** The field table as a lookup: which fields a Kubernetes type has, and what each of them takes. */
import { fieldTable } from "./fields.generated.ts";

export type ScalarKind =
  | "string"
  | "boolean"
  | "int32"
  | "int64"
  | "intOrString"
  | "quantity"
  | "time"
  | "any";

export type FieldType =
  | { readonly kind: ScalarKind }
  | { readonly kind: "list" | "map"; readonly of: FieldType }
  | { readonly kind: "object"; readonly name: string };

export interface Field {
  readonly type: FieldType;
  readonly required: boolean;
}

export type Fields = ReadonlyMap<string, Field>;

const scalarKinds: ReadonlySet<string> = new Set<ScalarKind>([
  "string",
  "boolean",
  "int32",
  "int64",
  "intOrString",
  "quantity",
  "time",
  "any",
]);

function parseType(text: string): FieldType {
  if (text.startsWith("[]")) return { kind: "list", of: parseType(text.slice(2)) };
  if (text.startsWith("{}")) return { kind: "map", of: parseType(text.slice(2)) };
  return scalarKinds.has(text) ? { kind: text as ScalarKind } : { kind: "object", name: text };
}

function parseTable(text: string): ReadonlyMap<string, Fields> {
  const types = new Map<string, Map<string, Field>>();
  let fields = new Map<string, Field>();
  for (const line of text.trim().split("\n")) {
    if (!line.startsWith(" ")) {
      fields = new Map();
      types.set(line, fields);
      continue;
    }
    for (const word of line.trim().split(" ")) {
      const end = word.search(/[!:]/);
      const required = word.charAt(end) === "!";
      fields.set(word.slice(0, end), { type: parseType(word.slice(end + 1)), required });
    }
  }
  return types;
}

let parsed: ReadonlyMap<string, Fields> | undefined;

/** Parsed when first asked for, since a command that reads no manifest need not pay for it. */
export function fieldsOf(typeName: string): Fields {
  parsed ??= parseTable(fieldTable);
  return parsed.get(typeName) ?? new Map<string, Field>();
}
