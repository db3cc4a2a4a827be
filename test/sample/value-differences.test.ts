import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { valueDifferences, withValue } from "../../src/sample/diff/value-differences.ts";

describe("valueDifferences", () => {
  it.each([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1 }, { a: 2 }, ["a"]],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1 } }, ["a.c"]],
    [{}, { probe: { periodSeconds: 5 } }, ["probe"]],
    [[{ name: "x", image: 1 }], [{ name: "x", image: 2 }], ["[x].image"]],
    [{ l: [{ name: "x" }, { name: "y" }] }, { l: [{ name: "y" }] }, ["l"]],
    [{ l: [1, 2] }, { l: [1, 3] }, ["l[1]"]],
    [{ conditions: [{ type: "A", s: 1 }] }, { conditions: [{ type: "A" }] }, ["conditions[A].s"]],
  ])("of %j and %j: %j", (a, b, texts) => {
    expect(valueDifferences(a, b).map(({ text }) => text)).toEqual(texts);
  });

  it("is what makes the one of the other", () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.integer(),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("name", "a", "b", "constructor"), tie("value")),
      ),
    })).value;
    fc.assert(
      fc.property(value, value, (a, b) => {
        const made = valueDifferences(a, b).reduce<unknown>(
          (target, { path, b: to }) => withValue(target, path, to),
          a,
        );
        expect(JSON.parse(JSON.stringify(made))).toEqual(JSON.parse(JSON.stringify(b)));
      }),
    );
  });
});
