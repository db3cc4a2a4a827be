/** Turns the YAML library's findings into diagnostics that say what to do. */
import type { YAMLError } from "yaml";
import type { Diagnostic, Position } from "../model/diagnostic.ts";

type Wording = Pick<Diagnostic, "message" | "found" | "expected" | "fix">;

const template: Wording = {
  message: "this is a template, not YAML",
  found: "`{{`",
  fix: "render it first, for instance `helm template . | relist run -`",
};

/** The first row whose pattern fits the library's text; `$1` is what the pattern caught. */
const wordings: readonly (readonly [RegExp, Wording])[] = [
  [
    /^Tabs are not allowed/,
    { message: "a tab in the indentation", expected: "spaces", fix: "replace the tab by spaces" },
  ],
  [
    /^All (mapping|sequence) items/,
    {
      message: "this line is not aligned with the rest of its $1",
      expected: "all items of a $1 at the same column",
      fix: "correct the indentation",
    },
  ],
  [
    /^Flow (map|sequence) in block collection .* end with a (.)/,
    { message: "the $1 opened above is not closed", expected: "`$2`", fix: "add the `$2`" },
  ],
  [
    /^Nested mappings are not allowed/,
    {
      message: "a second `: ` on the line, or a deeper line below a value",
      expected: "one key and one value",
      fix: "quote the value, or correct the indentation",
    },
  ],
  [
    /^(?:Implicit keys need to be on a single line|Implicit map keys need to be followed)/,
    {
      message: "text that is neither a key nor a value",
      expected: "`key: value`",
      fix: "write a colon and a space after the key, or correct the indentation",
    },
  ],
  [
    /^Plain value cannot start with .*(.)$/,
    { message: "a value cannot start with $1", fix: "put the value in quotes" },
  ],
  [/^Unresolved tag: (.*)/, { message: "the tag `$1` means nothing here", fix: "remove the tag" }],
  [
    /^With stringKeys/,
    { message: "a key that is not text", expected: "a text as key", fix: "put the key in quotes" },
  ],
  [
    /^Unexpected .*/,
    {
      message: "this does not continue what stands before it",
      fix: "correct the indentation or the brackets",
    },
  ],
  [
    /^Missing (, or :|,) between flow (map|sequence) items/,
    { message: "a separator is missing in this $2", expected: "`$1`" },
  ],
  [/^Invalid escape sequence (.*)/, { message: "`$1` is no escape sequence", fix: "write `\\\\`" }],
];

function fill(text: string, match: RegExpExecArray): string {
  return text.replaceAll(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? "");
}

/** `line` is the text of the line the error stands on. */
export function describeSyntaxError(error: YAMLError, line: string): Wording {
  if (line.includes("{{")) return template;
  for (const [pattern, wording] of wordings) {
    const match = pattern.exec(error.message.replace("tag:yaml.org,2002:", "!!"));
    if (!match) continue;
    const entries = Object.entries(wording).map(([key, text]) => [key, fill(text, match)] as const);
    return { ...wording, ...Object.fromEntries(entries) };
  }
  return { message: error.message.charAt(0).toLowerCase() + error.message.slice(1) };
}

function place(error: Diagnostic): Position {
  return error.position ?? { file: "", line: 0, column: 0 };
}

export function inTextOrder(a: Diagnostic, b: Diagnostic): number {
  return place(a).line - place(b).line || place(a).column - place(b).column;
}

/** Of a line only the first error, and of a template only that it is one: the rest follows. */
export function withoutConsequences(errors: readonly Diagnostic[]): Diagnostic[] {
  const templates = errors.filter((error) => error.message === template.message);
  const kept = new Map<number, Diagnostic>();
  for (const error of (templates.length > 0 ? templates : errors).toSorted(inTextOrder)) {
    const { line } = place(error);
    if (!kept.has(line)) kept.set(line, error);
  }
  return [...kept.values()];
}
