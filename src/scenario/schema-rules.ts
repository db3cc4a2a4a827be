/** Which keys of a stimulus or an expectation go together: data for the parser and for editors. */
import type { CheckName } from "./schema-expect.ts";
import type { StimulusAction } from "./schema-stimuli.ts";

/** `one`: exactly one of the keys must be given; `some`: at least one; `most`: at most one. */
export interface KeyRule {
  readonly need: "one" | "some" | "most";
  readonly keys: readonly string[];
}

const howMany: readonly KeyRule[] = [{ need: "some", keys: ["equals", "min", "max"] }];

export const stimulusRules: Readonly<Partial<Record<StimulusAction, readonly KeyRule[]>>> = {
  updateObject: [{ need: "one", keys: ["pod", "deployment"] }],
  writeFile: [{ need: "some", keys: ["content", "set"] }],
};

export const expectationRules: Readonly<Partial<Record<CheckName, readonly KeyRule[]>>> = {
  exit: [{ need: "most", keys: ["code", "nonZero"] }],
  state: [
    { need: "most", keys: ["equals", "unchanged", "differsFrom"] },
    {
      need: "some",
      keys: ["equals", "unchanged", "differsFrom", "reason", "message", "contains"],
    },
    { need: "one", keys: ["during", "eventually", "atSomePoint", "at", "atEnd"] },
  ],
  count: howMany,
  concurrent: [{ need: "some", keys: ["min", "max"] }],
  eventObjects: [...howMany, { need: "one", keys: ["during", "at", "atEnd"] }],
  gap: [{ need: "some", keys: ["min", "max"] }],
};

const needWords = { one: "exactly one", some: "at least one", most: "at most one" } as const;

/** The rule broken by an object with these keys, in words: what was found and expected. */
export function brokenRule(
  { need, keys }: KeyRule,
  has: (key: string) => boolean,
): { readonly found: string; readonly expected: string } | undefined {
  const given = keys.filter(has);
  const expected = `${needWords[need]} of ${keys.join(", ")}`;
  const tooFew = need !== "most" && given.length === 0;
  const tooMany = need !== "some" && given.length > 1;
  if (!tooFew && !tooMany) return undefined;
  return { found: tooFew ? "none of them" : given.join(" and "), expected };
}

/** The same rules as JSON Schema has them. */
export function ruleAsJsonSchema({ need, keys }: KeyRule): object {
  const required = (key: string) => ({ required: [key] });
  switch (need) {
    case "one":
      return { oneOf: keys.map(required) };
    case "some":
      return { anyOf: keys.map(required) };
    case "most": {
      const none = Object.fromEntries(keys.map((key) => [key, false]));
      return { oneOf: [...keys.map(required), { properties: none }] };
    }
  }
}
