import { describe, expect, it } from "vitest";
import { InputError, formatDiagnostic } from "../../src/model/diagnostic.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import type { YamlLimits } from "../../src/yaml/limits.ts";

function errorsOf(text: string, limits: Partial<YamlLimits> = {}): string[] {
  try {
    parseYaml({ file: "f", text }, limits);
  } catch (error) {
    if (error instanceof InputError) return error.diagnostics.map(formatDiagnostic);
    throw error;
  }
  return [];
}

function valuesOf(text: string): unknown[] {
  return parseYaml({ file: "f", text }).map((document) => document.value);
}

describe("values", () => {
  it.each([
    ["a single document", "a: 1\n", [{ a: 1 }]],
    ["several documents", "a: 1\n---\n- b\n", [{ a: 1 }, ["b"]]],
    [
      "no document of empty and comment-only parts",
      "---\n# Source: x\n---\n\n---\na: 1\n",
      [{ a: 1 }],
    ],
    ["nothing of an empty text", "", []],
    ["nothing of a null document", "~\n---\nnull\n", []],
    ["a byte order mark and CRLF", "\uFEFFa: 1\r\nb:\r\n- c\r\n", [{ a: 1, b: ["c"] }]],
    ["JSON", '{"a": [1, "\\ud83d\\ude00\\/", null, true]}', [{ a: [1, "😀/", null, true] }]],
    ["JSON indented with tabs", '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n', [{ a: { b: 1 } }]],
    ["shared parts", "a: &x [1]\nb: *x\n", [{ a: [1], b: [1] }]],
    [
      "merged mappings",
      "a: &x {p: 1, q: 1}\nb: {<<: *x, q: 2}\n",
      [{ a: { p: 1, q: 1 }, b: { p: 1, q: 2 } }],
    ],
    ["a merge of several", "b: {<<: [{p: 1}, {p: 2, q: 2}]}\n", [{ b: { p: 1, q: 2 } }]],
    ["keys as text", "on: 1\n2: b\ntrue: c\n", [{ on: 1, "2": "b", true: "c" }]],
  ])("reads %s", (_, text, expected) => {
    expect(valuesOf(text)).toEqual(expected);
  });

  it("gives a `__proto__` key no power", () => {
    const [value] = valuesOf("__proto__: {polluted: true}\n");
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect((value as { polluted?: unknown }).polluted).toBeUndefined();
  });

  /** Models: go.yaml.in/yaml/v2/resolve.go. */
  it.each([
    ["yes", true],
    ["No", false],
    ["on", true],
    ["y", true],
    ["0644", 420],
    ["0o17", 15],
    ["0x1F", 31],
    ["0b11", 3],
    ["-010", -8],
    ["1_000", 1000],
    ["08", 8],
    ["1e3", 1000],
    ["12:30", "12:30"],
    ["2020-01-01", "2020-01-01"],
    ["'yes'", "yes"],
    ['"0644"', "0644"],
    ["~", null],
    ["!!str 1", "1"],
  ])("reads %s as Kubernetes does", (text, expected) => {
    expect(valuesOf(`a: ${text}\n`)).toEqual([{ a: expected }]);
  });
});

describe("syntax errors", () => {
  it.each([
    [
      "a:\n\tb: 1\n",
      "f:2:1: error: a tab in the indentation, expected spaces; replace the tab by spaces",
    ],
    [
      "a: b: c\n",
      "f:1:4: error: a second `: ` on the line, or a deeper line below a value," +
        " expected one key and one value; quote the value, or correct the indentation",
    ],
    ["a: {b: 1\n", "f:1:8: error: the map opened above is not closed, expected `}`; add the `}`"],
    [
      "a: [1, 2\nb: 3\n",
      "f:2:1: error: the sequence opened above is not closed, expected `]`; add the `]`",
    ],
    [
      "a: 'x\nb: c\n",
      "f:1:4: error: this quoted text is never closed, expected a closing `'`; add the `'`",
    ],
    [
      'a: "x\\"\n',
      'f:1:4: error: this quoted text is never closed, expected a closing `"`; add the `"`',
    ],
    ["a: @x\n", "f:1:4: error: a value cannot start with @; put the value in quotes"],
    [
      "a:\n  - b\n c: 1\n",
      "f:3:2: error: this line is not aligned with the rest of its mapping," +
        " expected all items of a mapping at the same column; correct the indentation",
    ],
    [
      "a:\n- b\nc\nd: 1\n",
      "f:3:1: error: text that is neither a key nor a value, expected `key: value`;" +
        " write a colon and a space after the key, or correct the indentation",
    ],
    [
      "a: *x\n",
      "f:1:4: error: the alias `*x` refers to nothing, expected an anchor `&x` before it",
    ],
    [
      "a: &x {b: *x}\n",
      "f:1:11: error: the alias `*x` stands inside what it refers to; write the value out",
    ],
    ["a: {<<: 1}\n", "f:1:5: error: `<<` merges mappings only, expected an alias of a mapping"],
    ["a: !foo x\n", "f:1:4: error: the tag `!foo` means nothing here; remove the tag"],
    ["a: !!binary aGk=\n", "f:1:4: error: the tag `!!binary` means nothing here; remove the tag"],
    [
      "? [a]\n: b\n",
      "f:1:3: error: a key that is not text, expected a text as key; put the key in quotes",
    ],
    [": b\n", "f:1:1: error: a value without a key, expected `key: value`"],
    ['a: "\\q"\n', "f:1:5: error: `\\q` is no escape sequence; write `\\\\`"],
    ["%FOO\n---\na: 1\n", "f:1:1: error: unknown directive %FOO"],
    [
      "a: {{ .Values.x }}\n",
      "f:1:5: error: this is a template, not YAML, found `{{`;" +
        " render it first, for instance `helm template . | relist run -`",
    ],
    [
      "a: b\0\n",
      "f:1:5: error: a character that no YAML or JSON text has, found U+0000," +
        " expected a text file; remove the character, or leave this file out",
    ],
    [
      "a: 1\nb: 2\na: 3\n",
      "f:3:1: error: a key is given twice, found a second `a`; the first is at line 1, column 1," +
        " expected each key once; remove one of them",
    ],
    [
      '{"a": 1, "a": 2}',
      "f:1:10: error: a key is given twice, found a second `a`; the first is at line 1, column 2," +
        " expected each key once; remove one of them",
    ],
  ])("of %j", (text, expected) => {
    expect(errorsOf(text)).toEqual([expected]);
  });

  it("reports the errors of all documents, in the order of the text", () => {
    const errors = errorsOf("a: @x\nb: 1\n---\nc: 1\nc: 2\n---\nd: `\n");
    expect(errors.map((error) => error.split(" ")[0])).toEqual(["f:1:4:", "f:5:1:", "f:7:4:"]);
  });

  it("counts errors beyond the limit", () => {
    const text = "a: @x\n---\n".repeat(8);
    expect(errorsOf(text, { maxErrors: 3 })).toHaveLength(3);
    expect(errorsOf("b: 1\n".repeat(8), { maxErrors: 3 }).at(-1)).toBe(
      "error: f has 4 more errors that are not shown; correct these first",
    );
  });

  it("names standard input", () => {
    expect(() => parseYaml({ file: "-", text: "a: @" })).toThrow("<stdin>:1:4: error: ");
  });
});

describe("limits", () => {
  it("refuses a text that is too large before it reads it", () => {
    expect(errorsOf("a".repeat(50 * 1024 * 1024))).toEqual([
      "f:1:1: error: the file is too large, found 50 MiB, expected at most 4 MiB;" +
        " split it, or leave out what is not simulated",
    ]);
  });

  it("refuses too many documents", () => {
    expect(errorsOf("a: 1\n---\nb: 1\n---\nc: 1\n", { maxDocuments: 2 })).toEqual([
      "f:4:1: error: too many documents in one file, expected at most 2; split the file",
    ]);
  });

  it.each(["[", "{a: ", "- ", "? "])("refuses collections nested too deeply with %j", (opening) => {
    const [error] = errorsOf(opening.repeat(100_000));
    expect(error).toMatch(/^f:1:\d+: error: nested too deeply, expected at most 100 levels;/);
  });

  it("refuses an alias bomb", () => {
    const line = (name: string, part: string) =>
      `${name}: &${name} [${Array.from({ length: 9 }, () => part).join(",")}]\n`;
    const names = [..."abcdefghi"];
    const text = names.map((name, index) => line(name, index === 0 ? "x" : `*${names[index - 1]}`));
    expect(errorsOf(text.join(""))).toEqual([
      "f:6:8: error: the aliases of this document expand to too much," +
        " expected at most 100000 values out of aliases;" +
        " write the values out, or split the document",
    ]);
  });
});
