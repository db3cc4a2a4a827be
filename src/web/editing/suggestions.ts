/** What may stand at a place of a manifest or a scenario: its keys, or the values of one. */
import { knownKinds } from "../../manifest/kinds.ts";
import { type FieldType, fieldsOf } from "../../manifest/schema.ts";
import { type YamlPlace, placeIn } from "./yaml-place.ts";

export interface Suggestion {
  readonly label: string;
  /** What it means, or which type it takes. */
  readonly info: string;
}

export interface Suggestions {
  /** Where what is being typed begins. */
  readonly from: number;
  readonly part: "key" | "value";
  readonly options: readonly Suggestion[];
}

/** What is read of a JSON Schema. */
export interface JsonSchema {
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/** `schema`: that of a scenario; other documents have the fields of Kubernetes. */
export function suggestionsAt(text: string, offset: number, schema: JsonSchema): Suggestions {
  const { lines, after } = documentAt(text, offset);
  const place = placeIn(lines, after);
  const { part, typed } = place;
  const document = [...lines, ...after].join("\n");
  const isScenario = /^apiVersion:\s*["']?relist\.dev\//m.test(document);
  const options = isScenario ? ofSchema(schema, place) : ofFields(document, place);
  return { from: offset - typed.length, part, options };
}

/** The lines of the document that the cursor is in, before it and after. */
function documentAt(text: string, offset: number) {
  const lines = text.slice(0, offset).split("\n");
  const from = lines.slice(0, -1).findLastIndex((line) => line.startsWith("---")) + 1;
  const after = text.slice(offset).split("\n").slice(1);
  const end = after.findIndex((line) => line.startsWith("---"));
  return { lines: lines.slice(from), after: end < 0 ? after : after.slice(0, end) };
}

function ofSchema(schema: JsonSchema, { path, part, beside }: YamlPlace): readonly Suggestion[] {
  let nodes: readonly JsonSchema[] = [schema];
  for (const [index, step] of path.entries()) {
    const isLast = index === path.length - 1;
    const siblings = isLast && part === "value" ? beside : new Map<string, string>();
    nodes = nodes
      .flatMap((node) => alternatives(node, siblings))
      .flatMap((node) => into(node, step));
  }
  const known = part === "key" ? beside : new Map<string, string>();
  const found = nodes.flatMap((node) => alternatives(node, known));
  if (part === "value") return unique(found.flatMap(valuesOf));
  return unique(
    found.flatMap(({ properties = {} }) =>
      Object.entries(properties)
        .filter(([label]) => !beside.has(label))
        .map(([label, { description = "" }]) => ({ label, info: description })),
    ),
  );
}

/** Those that fit what stands beside; a list where one thing may stand for it. */
function alternatives(
  node: JsonSchema,
  beside: ReadonlyMap<string, string>,
): readonly JsonSchema[] {
  const options = [...(node.oneOf ?? []), ...(node.anyOf ?? [])];
  const all =
    options.length === 0
      ? [node]
      : [node, ...options.flatMap((each) => alternatives(each, beside))];
  const fitting = all.filter(({ properties = {} }) =>
    Object.entries(properties).every(([key, { const: only }]) => {
      const value = beside.get(key);
      return only === undefined || value === undefined || value === only;
    }),
  );
  return fitting.length === 0 ? all : fitting;
}

function into(
  { properties, additionalProperties, items }: JsonSchema,
  step: string | number,
): readonly JsonSchema[] {
  if (typeof step === "number") return items === undefined ? [] : [items].flat();
  const own = properties?.[step];
  if (own !== undefined) return [own];
  return typeof additionalProperties === "object" ? [additionalProperties] : [];
}

function valuesOf({
  const: only,
  enum: some = [],
  description = "",
}: JsonSchema): readonly Suggestion[] {
  const values = only === undefined ? some : [only];
  return values.map((value) => ({ label: String(value), info: description }));
}

function ofFields(document: string, { path, part, beside }: YamlPlace): readonly Suggestion[] {
  const [, kind = ""] = /^kind:\s*["']?(\w+)/m.exec(document) ?? [];
  if (path.length === 1 && part === "value") {
    if (path[0] === "kind") return [...knownKinds.keys()].map((label) => ({ label, info: "" }));
    const version = knownKinds.get(kind);
    if (path[0] === "apiVersion" && version) return [{ label: version, info: `of ${kind}` }];
  }
  let type: FieldType | undefined = { kind: "object", name: kind === "" ? "Pod" : kind };
  for (const step of path) {
    if (typeof step === "number") type = type?.kind === "list" ? type.of : undefined;
    else if (type?.kind === "object") type = fieldsOf(type.name).get(step)?.type;
    else type = type?.kind === "map" ? type.of : undefined;
  }
  if (part === "value") {
    const isFlag = type?.kind === "boolean";
    return isFlag ? ["true", "false"].map((label) => ({ label, info: "" })) : [];
  }
  if (type?.kind !== "object") return [];
  return [...fieldsOf(type.name)]
    .filter(([label]) => !beside.has(label))
    .map(([label, field]) => ({ label, info: typeText(field.type) }));
}

function typeText(type: FieldType): string {
  if (type.kind === "list") return `a list of ${typeText(type.of)}`;
  if (type.kind === "map") return `a mapping to ${typeText(type.of)}`;
  return type.kind === "object" ? type.name : type.kind;
}

function unique(all: readonly Suggestion[]): readonly Suggestion[] {
  return [...new Map(all.toReversed().map((each) => [each.label, each])).values()].toReversed();
}
