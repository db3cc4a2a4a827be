import { describe, expect, it } from "vitest";
import { InputError, formatDiagnostic } from "../../src/model/diagnostic.ts";
import { defaultYamlLimits } from "../../src/yaml/limits.ts";
import type { YamlLimits } from "../../src/yaml/limits.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

function errorsOf(text: string, limits: Partial<YamlLimits> = {}): string[] {
  try {
    parseYaml({ file: "f", text }, limits);
  } catch (error) {
    if (error instanceof InputError) return error.diagnostics.map(formatDiagnostic);
    throw error;
  }
  return [];
}

const tooManyTokens =
  "the file has too many parts, found more than 10 tokens (keys, values, brackets and marks)," +
  " expected at most 10; split it, or leave out what is not simulated";
const withoutValue =
  "too many signs in a row without a value, found more than 100 anchors, tags, colons and commas," +
  " expected a value; remove the signs";
const unopened =
  "too many brackets that close nothing, found more than 100," +
  " expected a `[` or `{` for each; remove the brackets";

describe("a text with too much in it", () => {
  it.each([
    ["x: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n", "f:1:29"],
    [`x:\n${"- 1\n".repeat(10)}`, "f:6:3"],
    ['"a" "b"\n'.repeat(10), "f:6:1"],
    ["---\n".repeat(20), "f:11:1"],
  ])("counts the tokens of %j", (text, place) => {
    expect(errorsOf(text, { maxTokens: 10 })).toEqual([`${place}: error: ${tooManyTokens}`]);
  });

  it("does not count blanks, comments and what only separates", () => {
    expect(errorsOf("# a\n\n{a: 1, b: 2, c: 3}  # d\n", { maxTokens: 8 })).toEqual([]);
  });

  it.each([
    ["&a ", "f:1:301"],
    ["!a ", "f:1:301"],
    [": ", "f:1:201"],
    ["!a\n", "f:101:1"],
  ])("stops at the first of too many %j without a value", (sign, place) => {
    expect(errorsOf(sign.repeat(1_000_000))).toEqual([`${place}: error: ${withoutValue}`]);
  });

  it.each(["]", "}"])("stops at the first of too many %j that close nothing", (bracket) => {
    expect(errorsOf(bracket.repeat(1_000_000))).toEqual([`f:1:101: error: ${unopened}`]);
  });

  it("stops at the first of too many directives", () => {
    expect(errorsOf("%A\n".repeat(1_000_000))).toEqual([
      "f:101:1: error: too many directives in a row, found more than 100 lines that begin with" +
        " `%`, expected a document; remove these lines",
    ]);
  });

  it.each([
    ["lines", '"a" "b"\n'.repeat(50_000)],
    ["words of one line", `{${'"\\q", '.repeat(100_000)}}`],
  ])("stops inside a document of %s with errors only", (_, text) => {
    const errors = errorsOf(text, { maxErrors: 3 });
    expect(errors.length).toBeLessThanOrEqual(4);
    expect(errors[0]).toMatch(/^f:1:\d+: error: /);
  });

  it("takes nested brackets and many anchored values", () => {
    const anchored = Array.from({ length: 300 }, (_, index) => `- &a${index} !!str [[x], {y: z}]`);
    expect(errorsOf(anchored.join("\n").replaceAll("!!str ", ""))).toEqual([]);
  });
});

it("takes a legal text just below the limit of bytes", () => {
  const value = "v".repeat(180);
  const lines = Array.from({ length: 20_000 }, (_, index) => `  key-${index}: ${value}\n`);
  const text = `kind: ConfigMap\ndata:\n${lines.join("")}`;
  expect(text.length).toBeLessThan(defaultYamlLimits.maxBytes);
  expect(errorsOf(text)).toEqual([]);
});

it.each([
  ['{"kind": "Pod", // hi\n "a": 1}', "f:1:17"],
  ['{"a": 1, /* hi */ "b": 2}', "f:1:10"],
  ['// hi\n{"a": 1}', "f:1:1"],
  ["/* hi\n*/\na: 1\n", "f:1:1"],
])("says of %j that it has a comment of another language", (text, place) => {
  expect(errorsOf(text)).toEqual([
    `${place}: error: a comment that is neither JSON nor YAML, found \`//\` or \`/*\`,` +
      " expected `#` before a comment; write `#`, or remove the comment",
  ]);
});

it("takes paths that begin like a comment", () => {
  expect(errorsOf("a: [//host/path, /*]\nb: // x\n")).toEqual([]);
});
