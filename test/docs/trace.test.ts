/** docs/trace.md names every record and every field that a trace can have, and no other record. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkScenario } from "../../src/check/check-scenario.ts";
import { checksAsJson } from "../../src/check/checks-json.ts";
import { CheckFold, checkedOf } from "../../src/sample/check-fold.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

const page = readFileSync("docs/trace.md", "utf8");
const source = readFileSync("src/model/trace.ts", "utf8").replaceAll(/\/\*\*[^]*?\*\//g, "");

interface Shape {
  readonly name: string;
  readonly parents: readonly string[];
  readonly type: string | undefined;
  readonly fields: readonly string[];
}

const shapes = shapesOf(source);
const records = shapes.filter(({ type }) => type !== undefined);

describe("docs/trace.md", () => {
  it("has a section for each record, and for nothing else", () => {
    const found = page.matchAll(/^##+ (?:The end: )?`(\w+)`$/gm);
    const headings = [...found].map(([, type = ""]) => type);
    expect(records.length).toBeGreaterThan(20);
    // One may have two shapes, which its section tells apart.
    const types = new Set(records.map(({ type = "" }) => type));
    expect(headings.toSorted()).toEqual([...types].toSorted());
  });

  it.each(records)("names each field of $type in its section", ({ type, name }) => {
    const words = wordsOf(sectionOf(type ?? ""));
    expect(fieldsOf(name).filter((field) => field !== "type" && !words.has(field))).toEqual([]);
  });

  it("names what stands inside of records, and the frame", () => {
    const words = wordsOf(page);
    const others = shapes.filter(({ type }) => type === undefined);
    expect(others.map(({ name }) => name)).toContain("TraceStamp");
    const fields = others.flatMap((shape) => shape.fields);
    expect(fields.filter((field) => !words.has(field))).toEqual([]);
  });

  it("names every value that a field is limited to", () => {
    const values = [...source.matchAll(/"([\w]+)"/g)].map(([, value = ""]) => value);
    const words = wordsOf(page);
    expect(values.length).toBeGreaterThan(50);
    expect(values.filter((value) => !words.has(value))).toEqual([]);
  });

  it("names every key of what check writes", () => {
    const text = `
apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: app, image: "a:1"}]}
---
apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: one}
spec:
  title: One
  why: It is so.
  expect: [{check: start, of: app#1, window: [0, 3], note: at once, confidence: high}]
`;
    const readFile = () => ({ unreadable: "there is no such file" });
    const input = prepareInput(parseYaml({ file: "one.yaml", text }), { readFile });
    const fold = new CheckFold();
    fold.take(1, checkScenario(input));
    const checked = checkedOf(input, { from: 1, to: 1 }, fold.folded());
    const keys = keysOf(JSON.parse(checksAsJson([checked])));
    const words = wordsOf(page.slice(page.indexOf("## The JSON of `check`")));
    expect(keys).toContain("confidence");
    expect(keys.filter((key) => !words.has(key))).toEqual([]);
  });
});

/** Interfaces, and the fields that the unions of actions have. */
function shapesOf(text: string): readonly Shape[] {
  const heading = "^(?:export )?interface (\\w+)(?: extends ([\\w, ]+))? ";
  const interfaces = text.matchAll(new RegExp(`${heading}\\{([^]*?)^\\}`, "gm"));
  const unions = text.matchAll(/^export type (\w+Action) =([^]*?);\n\n/gm);
  return [
    ...[...interfaces].map(([, name = "", parents = "", body = ""]) => ({
      name,
      parents: parents.split(/, /),
      type: /^ {2}readonly type: "(\w+)";$/m.exec(body)?.[1],
      fields: namesIn(body),
    })),
    ...[...unions].map(([, name = "", body = ""]) => {
      return { name, parents: [], type: undefined, fields: namesIn(body) };
    }),
  ];
}

function namesIn(body: string): readonly string[] {
  return [...new Set([...body.matchAll(/readonly (\w+)\??:/g)].map(([, field = ""]) => field))];
}

/** With those that it has from others. */
function fieldsOf(name: string): readonly string[] {
  const shape = shapes.find((candidate) => candidate.name === name);
  return shape ? [...shape.fields, ...shape.parents.flatMap(fieldsOf)] : [];
}

function sectionOf(type: string): string {
  const [, after = ""] = page.split(new RegExp(`^##+ (?:The end: )?\`${type}\`$`, "m"));
  const [own = ""] = after.split(/^##/m);
  return own;
}

function wordsOf(markdown: string): ReadonlySet<string> {
  const codes = markdown.replaceAll(/^```[^]*?^```$/gm, "").matchAll(/`([^`\n]+)`/g);
  return new Set([...codes].flatMap(([, code = ""]) => code.split(/\W+/)));
}

function keysOf(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(keysOf);
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
}
