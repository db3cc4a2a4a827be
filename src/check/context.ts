/** What every check is given, and what it answers. */
import { valueAt } from "../scenario/issues.ts";
import type { Expectation, Scenario } from "../scenario/scenario.ts";
import type { CheckName } from "../scenario/schema-expect.ts";
import type { Facts } from "./facts.ts";
import type { Moments } from "./moments.ts";

export interface CheckContext {
  readonly facts: Facts;
  readonly moments: Moments;
}

/** `when`: the time in question, in words; `seen`: what is true instead, or that it is so. */
export interface Answer {
  readonly passed: boolean;
  readonly when?: string;
  readonly seen: string;
}

/** Of a check: `ExpectationOf<"start">`. */
export type ExpectationOf<Name extends CheckName> = Extract<Expectation, { readonly check: Name }>;

/** A value of an expectation as the file has it. */
function written({ document }: Scenario, { place }: Expectation, key: string): unknown {
  return valueAt(document.value, [...place.path, key]);
}

/** The same as a text. */
export function writtenText(scenario: Scenario, expectation: Expectation, key: string): string {
  return inWords(written(scenario, expectation, key));
}

export function inWords(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inWords).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, each]) => `${key}: ${inWords(each)}`);
    return `{${entries.join(", ")}}`;
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
