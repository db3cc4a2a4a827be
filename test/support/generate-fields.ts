/**
 * Makes the field table of src/manifest from the Kubernetes types package.
 *
 * The package itself is too large to load in a command that starts at once, and it is needed only
 * for names and types.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as models from "@kubernetes/client-node/dist/gen/models/all.js";

interface Attribute {
  readonly baseName: string;
  readonly type: string;
  readonly format: string;
}

const roots = [
  "V1Pod",
  "V1Deployment",
  "V1StatefulSet",
  "V1DaemonSet",
  "V1ReplicaSet",
  "V1ReplicationController",
  "V1Job",
  "V1CronJob",
];

/** Not walked into: what the server writes is taken as it is. */
const opaque = new Set(["status", "managedFields"]);

/** The package has quantities as plain strings, though the API takes numbers too. */
const quantities = new Set([
  "EmptyDirVolumeSource.sizeLimit",
  "PodSpec.overhead",
  "ResourceFieldSelector.divisor",
  "ResourceRequirements.limits",
  "ResourceRequirements.requests",
  "VolumeResourceRequirements.limits",
  "VolumeResourceRequirements.requests",
]);

const modelsFolder = join(
  dirname(createRequire(import.meta.url).resolve("@kubernetes/client-node")),
  "gen/models",
);

/** The runtime table says nothing of what must be there; the declarations have `?` for the rest. */
function requiredFields(className: string): Set<string> {
  const text = readFileSync(join(modelsFolder, `${className}.d.ts`), "utf8");
  return new Set([...text.matchAll(/^ {4}'([^']+)': /gm)].map((match) => match[1] ?? ""));
}

function attributesOf(className: string): readonly Attribute[] | undefined {
  const model = (models as Record<string, unknown>)[className];
  if (typeof model !== "function" || !("getAttributeTypeMap" in model)) return undefined;
  return (model.getAttributeTypeMap as () => readonly Attribute[])();
}

function shortName(className: string): string {
  return className.replace(/^(?:V1|CoreV1)/, "");
}

const scalarTypes: Readonly<Record<string, string>> = {
  "string ": "string",
  "string byte": "string",
  "boolean ": "boolean",
  "number int32": "int32",
  "number int64": "int64",
  "any ": "any",
  "Date date-time": "time",
  "IntOrString int-or-string": "intOrString",
};

/** `[]` before the type of a list's items, `{}` before that of a map's values. */
function shortType(type: string, format: string, onModel: (className: string) => void): string {
  const list = /^Array<(.+)>$/.exec(type);
  if (list?.[1] !== undefined) return `[]${shortType(list[1], format, onModel)}`;
  const map = /^\{ \[key: string\]: (.+); \}$/.exec(type);
  if (map?.[1] !== undefined) return `{}${shortType(map[1], format, onModel)}`;
  if (attributesOf(type) !== undefined) {
    onModel(type);
    return shortName(type);
  }
  const scalar = scalarTypes[`${type} ${format}`];
  if (scalar === undefined) throw new Error(`no short form for ${type} (${format})`);
  return scalar;
}

function fieldsOf(className: string, onModel: (className: string) => void): string[] {
  const required = requiredFields(className);
  const owner = shortName(className);
  return (attributesOf(className) ?? []).map(({ baseName, type, format }) => {
    const mark = required.has(baseName) ? "!" : ":";
    if (opaque.has(baseName)) return `${baseName}${mark}any`;
    const short = shortType(type, format, onModel);
    const isQuantity = quantities.has(`${owner}.${baseName}`);
    return `${baseName}${mark}${isQuantity ? short.replace("string", "quantity") : short}`;
  });
}

function wrap(words: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 100) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(`${indent}${word}`);
  }
  return lines.join("\n");
}

/** The text of src/manifest/fields.generated.ts. */
export function generateFields(): string {
  const types = new Map<string, string>();
  const pending = [...roots];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (types.has(next)) continue;
    const fields = fieldsOf(next, (className) => pending.push(className));
    types.set(next, wrap(fields, " "));
  }
  const blocks = [...types].map(([className, fields]) => `${shortName(className)}\n${fields}`);
  return [
    "/**",
    " * The fields of the Kubernetes objects that are read, generated from" +
      " @kubernetes/client-node by",
    " * test/support/generate-fields.ts: a type, then its fields; `!` before the type of a" +
      " required one.",
    " */",
    "export const fieldTable = `",
    ...blocks.toSorted(),
    "`;",
    "",
  ].join("\n");
}
