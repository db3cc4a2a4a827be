/**
 * Makes docs/scenario.schema.json of the schema that the parser itself uses.
 *
 * Run as a program it writes the file.
 */
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import {
  expectationRules,
  ruleAsJsonSchema,
  stimulusRules,
} from "../../src/scenario/schema-rules.ts";
import type { KeyRule } from "../../src/scenario/schema-rules.ts";
import { scenarioSchema } from "../../src/scenario/schema.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

type Rules = Readonly<Record<string, readonly KeyRule[] | undefined>>;

export function generateSchema(): string {
  // The newest draft that the YAML extensions of the common editors know whole.
  const schema: JsonSchema = z.toJSONSchema(scenarioSchema, { io: "input", target: "draft-07" });
  const spec = property(schema, "spec");
  addRules(property(spec, "stimuli"), "action", stimulusRules);
  addRules(property(spec, "expect"), "check", expectationRules);
  const { $schema, ...rest } = schema;
  const titled = {
    $schema,
    title: "Relist scenario",
    description: "A scenario of relist: what is simulated, what happens to it, and what must hold.",
    ...rest,
  };
  return `${JSON.stringify(titled, undefined, 2)}\n`;
}

function property(schema: JsonSchema, name: string): JsonSchema {
  const found = schema.properties?.[name];
  if (typeof found !== "object") throw new Error(`the schema has no property ${name}`);
  return found;
}

/** Keys that go together are checked by the parser's own code, so the schema does not know them. */
function addRules(list: JsonSchema, discriminator: string, rules: Rules): void {
  const { items } = list;
  if (typeof items !== "object" || Array.isArray(items)) throw new Error("no list of one type");
  for (const option of items.oneOf ?? []) {
    const { const: name } = property(option, discriminator);
    const own = rules[String(name)];
    if (own) option.allOf = own.map((rule) => ruleAsJsonSchema(rule) as JsonSchema);
  }
}

const [, program = ""] = process.argv;
if (import.meta.url === pathToFileURL(program).href) {
  writeFileSync(new URL("../../docs/scenario.schema.json", import.meta.url), generateSchema());
}
