/** Turns what the schema objects to into diagnostics: the place, what was found, what to do. */
import type { z } from "zod";
import type { Diagnostic } from "../model/diagnostic.ts";
import { fieldPath } from "../yaml/document.ts";
import type { Path, YamlDocument } from "../yaml/document.ts";
import { didYouMean } from "./nearest.ts";

type Issue = z.core.$ZodIssue;

/** Marks an issue of the schema as one about a key, not its value. */
export const ofTheKey: Readonly<Record<string, unknown>> = { key: true };

/** What is known about a finding but its place; `found` is told from the document where absent. */
export type Finding = Omit<Diagnostic, "severity" | "position" | "path">;

/** An error at a value of a document, or at the key where a value was to be. */
export function errorAt(
  document: YamlDocument,
  path: Path,
  finding: Finding,
  of: "key" | "value" = "value",
): Diagnostic {
  return {
    severity: "error",
    position: document.locate(path, of),
    path: fieldPath(path),
    ...finding,
  };
}

export function issueToDiagnostics(document: YamlDocument, issue: Issue): Diagnostic[] {
  const path = issue.path as Path;
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => unknownKey(document, [...path, key], issue.message));
  }
  if (issue.code === "invalid_union") {
    const inner = issueOfTheFittingBranch(issue.errors);
    const within = (nested: Issue): Issue => ({ ...nested, path: [...path, ...nested.path] });
    if (inner) return inner.flatMap((nested) => issueToDiagnostics(document, within(nested)));
  }
  const value = valueAt(document.value, path);
  const expected = issue.message;
  if (issue.code === "custom" && issue.params === ofTheKey) {
    const finding = { message: "is not understood", found: describeValue(path.at(-1)), expected };
    return [errorAt(document, path, finding, "key")];
  }
  if (value === undefined) return [errorAt(document, path, { message: "is missing", expected })];
  const found = describeValue(value);
  const wording = { message: messageOf(issue, value), found, expected };
  const fix = fixOf(issue, value);
  return [errorAt(document, path, fix === undefined ? wording : { ...wording, fix })];
}

/**
 * Of a union, the objections of the branch that was meant: it has the type that was written, and
 * only what is in it is wrong.
 */
function issueOfTheFittingBranch(
  branches: readonly (readonly Issue[])[],
): readonly Issue[] | undefined {
  return branches.find((issues) =>
    issues.every(
      ({ code, path }) =>
        path.length > 0 || ["custom", "unrecognized_keys", "too_small"].includes(code),
    ),
  );
}

function unknownKey(document: YamlDocument, path: Path, known: string): Diagnostic {
  const key = String(path.at(-1));
  const expected = known === "" ? "no keys" : `one of ${known}`;
  const fix = didYouMean(key, known.split(", ")) ?? "correct or remove it";
  return errorAt(document, path, { message: "unknown key", expected, fix }, "key");
}

function messageOf(issue: Issue, value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value)) return "is no finite number";
  switch (issue.code) {
    case "too_small":
      return Array.isArray(value) ? "has too few entries" : "is too small";
    case "too_big":
      return Array.isArray(value) ? "has too many entries" : "is too big";
    case "invalid_value":
    case "custom":
      return "is not understood";
    case "invalid_union":
      return issue.discriminator === undefined ? "has the wrong type" : "is not known";
    default:
      return "has the wrong type";
  }
}

function fixOf(issue: Issue, value: unknown): string | undefined {
  if (value === null) return "give a value, or leave the key out";
  if (typeof value === "number" && issue.code === "invalid_type" && issue.expected === "string") {
    return "put it in quotes";
  }
  const choices = choicesOf(issue);
  return typeof value === "string" && choices.length > 0 ? didYouMean(value, choices) : undefined;
}

function choicesOf(issue: Issue): readonly string[] {
  if (issue.code === "invalid_value") return issue.values.map(String);
  if (issue.code !== "invalid_union" || issue.discriminator === undefined) return [];
  const { options } = issue as { options?: readonly unknown[] };
  return (options ?? []).map(String);
}

const typeWords: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object (key: value)",
  record: "an object (key: value)",
  array: "a list",
  tuple: "a list",
};

/** What an issue expected, in words; for every issue whose schema does not say it itself. */
export function expectedOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return typeWords[issue.expected] ?? issue.expected;
    case "too_small":
      return issue.origin === "string" ? "a text that is not empty" : atLeast(issue);
    case "too_big":
      return `at most ${issue.maximum}`;
    case "invalid_value":
      return oneOf(issue.values.map(String));
    case "invalid_union":
      return oneOf(choicesOf(issue as Issue));
    default:
      return issue.message ?? "something else";
  }
}

function atLeast(issue: { readonly origin: string; readonly minimum: number | bigint }): string {
  return `at least ${issue.minimum}${issue.origin === "array" ? " in the list" : ""}`;
}

export function oneOf(values: readonly string[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(", ")}`;
}

const textShownMax = 60;

/** A value as a message shows it: texts and numbers themselves, of the rest the type. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "number" && !Number.isFinite(value)) return unboundedNumber(value);
  if (typeof value !== "string") return JSON.stringify(value);
  const shown = value.length > textShownMax ? `${value.slice(0, textShownMax)}…` : value;
  return JSON.stringify(shown);
}

/** As YAML writes them; JSON has no such numbers and would say null. */
function unboundedNumber(value: number): string {
  if (Number.isNaN(value)) return ".nan";
  return value > 0 ? ".inf" : "-.inf";
}

/** The value a path leads to; own keys only, so that no path finds what no user wrote. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) {
      return undefined;
    }
    value = (value as Readonly<Record<string | number, unknown>>)[step];
  }
  return value;
}
