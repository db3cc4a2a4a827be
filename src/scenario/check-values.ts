/** What a schema cannot say: which keys go together, that windows and limits are in order. */
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Path, YamlDocument } from "../yaml/document.ts";
import { formatDuration } from "./duration.ts";
import { describeValue, errorAt, valueAt } from "./issues.ts";
import { formatReference } from "./reference.ts";
import type { Bound } from "./reference.ts";
import type { Expectation, Scenario } from "./scenario.ts";
import { brokenRule, expectationRules, stimulusRules } from "./schema-rules.ts";
import type { KeyRule } from "./schema-rules.ts";

const spans = ["window", "during", "eventually", "atSomePoint"] as const;

export function checkValues(scenario: Scenario): Diagnostic[] {
  const { document, expectations } = scenario;
  return [
    ...checkRules(document, ["spec", "stimuli"], "action", stimulusRules),
    ...checkRules(document, ["spec", "expect"], "check", expectationRules),
    ...checkNodes(document),
    ...expectations.flatMap((expectation) => {
      const { path } = expectation.place;
      return [...checkSpans(document, path, expectation), ...checkLimits(document, path)];
    }),
  ];
}

/** On what is written, since an entry with another error in it must not escape this check. */
function checkRules(
  document: YamlDocument,
  path: Path,
  discriminator: string,
  rules: Readonly<Record<string, readonly KeyRule[] | undefined>>,
): Diagnostic[] {
  const entries = valueAt(document.value, path);
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((_, index) => {
    const entry = [...path, index];
    const name = valueAt(document.value, [...entry, discriminator]);
    const own = typeof name === "string" && Object.hasOwn(rules, name) ? (rules[name] ?? []) : [];
    return own.flatMap((rule) => {
      const has = (key: string) => valueAt(document.value, [...entry, key]) !== undefined;
      const broken = brokenRule(rule, has);
      if (!broken) return [];
      return [errorAt(document, entry, { message: `wrong keys for ${String(name)}`, ...broken })];
    });
  });
}

function checkNodes(document: YamlDocument): Diagnostic[] {
  const has = (key: string) => valueAt(document.value, ["spec", key]) !== undefined;
  const broken = brokenRule({ need: "most", keys: ["node", "nodes"] }, has);
  return broken
    ? [errorAt(document, ["spec", "nodes"], { message: "wrong keys", ...broken }, "key")]
    : [];
}

function checkSpans(document: YamlDocument, path: Path, expectation: Expectation): Diagnostic[] {
  const given = expectation as Partial<Record<(typeof spans)[number], readonly Bound[]>>;
  return spans.flatMap((key) => {
    const [from, to] = given[key] ?? [];
    if (from === undefined || to === undefined || !isBefore(to, from)) return [];
    const found = `[${formatBound(from)}, ${formatBound(to)}]`;
    const expected = "[a, b] with a not after b";
    const finding = { message: "ends before it begins", found, expected, fix: "swap the two" };
    return [errorAt(document, [...path, key], finding)];
  });
}

/** Only of two bounds with one and the same anchor it is known before a run. */
function isBefore(a: Bound, b: Bound): boolean {
  if (a.kind === "after" || b.kind === "after") {
    return a.kind === "after" && b.kind === "after" && a.ms < b.ms;
  }
  const anchor = (bound: Bound) => formatReference({ ...bound, offsetMs: 0 } as typeof a);
  return anchor(a) === anchor(b) && a.offsetMs < b.offsetMs;
}

function formatBound(bound: Bound): string {
  return bound.kind === "after" ? formatDuration(bound.ms) : formatReference(bound);
}

function checkLimits(document: YamlDocument, path: Path): Diagnostic[] {
  const [min, max] = ["min", "max"].map((key) => valueAt(document.value, [...path, key]));
  if (typeof min !== "number" || typeof max !== "number" || min <= max) return [];
  const finding = {
    message: "is more than max",
    found: describeValue(min),
    expected: `at most ${max}`,
  };
  return [errorAt(document, [...path, "min"], finding)];
}
