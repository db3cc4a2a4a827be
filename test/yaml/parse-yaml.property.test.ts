import * as fc from "fast-check";
import { expect, it } from "vitest";
import { InputError } from "../../src/model/diagnostic.ts";
import type { Position } from "../../src/model/diagnostic.ts";
import type { Path, YamlDocument } from "../../src/yaml/document.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

const snippets = [
  ..."abc:-[]{},&*!|>'\"%@`#?<~\t\n \r\\0",
  ": ",
  "- ",
  "\n  ",
  "---\n",
  "&a ",
  "*a",
  "<<: ",
  "!!str ",
  "yes",
  "0x",
  "\uFEFF",
  "é",
  "😀",
];
const texts = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.array(fc.constantFrom(...snippets), { maxLength: 60 }).map((parts) => parts.join("")),
);

function parse(text: string): { documents: readonly YamlDocument[]; positions: Position[] } {
  try {
    return { documents: parseYaml({ file: "f", text }), positions: [] };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const positions = error.diagnostics.flatMap(({ position }) => (position ? [position] : []));
    return { documents: [], positions };
  }
}

function isWithin(text: string, { line, column }: Position): boolean {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  return line >= 1 && column >= 1 && column <= (lines[line - 1] ?? "").length + 1;
}

function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  yield path;
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    yield* pathsOf(part, [...path, Array.isArray(value) ? Number(key) : key]);
  }
}

it("any text is read or refused with positions inside it", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { documents, positions } = parse(text);
      for (const position of positions) expect(isWithin(text, position)).toBe(true);
      for (const document of documents) {
        for (const path of pathsOf(document.value)) {
          expect(isWithin(text, document.locate(path, "key"))).toBe(true);
          expect(isWithin(text, document.locate([...path, "absent"]))).toBe(true);
        }
      }
    }),
    { seed: 42, numRuns: 2000 },
  );
});

it("reads any JSON as JSON.parse does", () => {
  const keys = fc.string().filter((key) => key !== "<<");
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.boolean(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
      fc.array(tie("value")),
      fc.dictionary(keys, tie("value")),
    ),
  })).value;
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 2, "\t"), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(JSON.stringify(parse(text).documents[0]?.value)).toBe(
        JSON.stringify(JSON.parse(text)),
      );
    }),
    { seed: 42, numRuns: 1000 },
  );
});
