/** The scenarios in test/cases and in the pages are files of the format, whole. */
import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { generateSchema } from "../support/generate-schema.ts";
import { load } from "./scenario-text.ts";

const casesFolder = new URL("../cases/", import.meta.url);
const docsFolder = new URL("../../docs/", import.meta.url);
const cases = readdirSync(casesFolder).filter((name) => name.endsWith(".yaml"));

/** Rules of keys that go together are left out: the converter to zod cannot join them. */
const jsonSchema = z.fromJSONSchema(
  JSON.parse(generateSchema(), (key, value: unknown) =>
    key === "allOf" ? undefined : value,
  ) as Parameters<typeof z.fromJSONSchema>[0],
);

describe("cases", () => {
  it("are all there", () => {
    expect(cases.length).toBeGreaterThanOrEqual(37);
  });

  it.each(cases)("%s parses, and all it names exists", (name) => {
    const text = readFileSync(new URL(name, casesFolder), "utf8");
    const { scenario, warnings } = load(text);
    expect(warnings).toEqual([]);
    expect(`${scenario.name}.yaml`).toBe(name);
    expect(jsonSchema.safeParse(scenario.document.value).error).toBeUndefined();
  });
});

describe("the JSON Schema", () => {
  it("is the one in docs", () => {
    const written = readFileSync(new URL("scenario.schema.json", docsFolder), "utf8");
    expect(written, "run npx tsx test/support/generate-schema.ts").toBe(generateSchema());
  });

  it("has a sentence for every key", () => {
    expect(keysWithoutHelp(JSON.parse(generateSchema()))).toEqual([]);
  });

  it.each([
    ["an unknown key", { stimulii: [] }],
    ["a wrong type", { seed: "one" }],
    ["a wrong duration", { duration: "5 minutes" }],
    ["an unknown action", { stimuli: [{ at: 1, action: "apiDwn" }] }],
  ])("refuses %s", (_, spec) => {
    const head = { apiVersion: "relist.dev/v1alpha1", kind: "Scenario", metadata: { name: "x" } };
    expect(jsonSchema.safeParse({ ...head, spec: {} }).success).toBe(true);
    expect(jsonSchema.safeParse({ ...head, spec }).success).toBe(false);
  });
});

describe("pages", () => {
  const pages = readdirSync(docsFolder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .flatMap((name) => scenariosIn(name));

  it("show scenarios", () => {
    expect(pages.length).toBeGreaterThan(0);
  });

  it.each(pages)("$page: $text", ({ text, files }) => {
    const readFile = (path: string) => {
      const own = files.get(path);
      if (own === undefined) return { unreadable: "the page has no such file" };
      return { file: path, text: own };
    };
    expect(load(text, { readFile }).warnings).toEqual([]);
  });
});

interface PageScenario {
  readonly page: string;
  readonly text: string;
  /** What the page writes to files, by name. */
  readonly files: ReadonlyMap<string, string>;
}

function scenariosIn(page: string): PageScenario[] {
  const markdown = readFileSync(new URL(page, docsFolder), "utf8");
  const blocks = [...markdown.matchAll(/^```yaml(?: title="(.*)")?.*\n([^]*?)^```/gm)];
  const files = new Map(blocks.map(([, title = "", text = ""]) => [title, text]));
  return blocks
    .map(([, , text = ""]) => text)
    .filter((text) =>
      parseYaml({ file: page, text }).some(
        ({ value }) => (value as { kind?: unknown }).kind === "Scenario",
      ),
    )
    .map((text) => ({ page, text, files }));
}

function keysWithoutHelp(schema: unknown, path = ""): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((item) => keysWithoutHelp(item, path));
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === "allOf") return [];
    if (key !== "properties") return keysWithoutHelp(value, path);
    return Object.entries(value as Record<string, { description?: string }>).flatMap(
      ([name, property]) => [
        ...(property.description === undefined ? [`${path}.${name}`] : []),
        ...keysWithoutHelp(property, `${path}.${name}`),
      ],
    );
  });
}
