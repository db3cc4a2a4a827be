/** What a viewer is shown of a value: plain, bounded, and what is cut is counted. */
import { describe, expect, it } from "vitest";
import { toPlain } from "../../src/inspect/plain-value.ts";

const numbers = Array.from({ length: 25 }, (_, index) => index);

describe("toPlain", () => {
  it.each([
    ["null", null, null],
    ["undefined", undefined, null],
    ["a number that JSON does not have", Number.POSITIVE_INFINITY, "Infinity"],
    ["a bigint", 7n, "7"],
    ["an error", new TypeError("no"), "TypeError: no"],
    ["a map", new Map([["a", 1]]), { a: 1 }],
    ["a set", new Set(["a", "b"]), ["a", "b"]],
    ["a hole in a list", [1, undefined, () => 1], [1, null, null]],
    ["functions and what is absent", { a: 1, now: () => 1, b: undefined }, { a: 1 }],
    [
      "private fields",
      new (class Counter {
        readonly shown = 1;
        readonly #hidden = 2;
        get sum() {
          return this.shown + this.#hidden;
        }
      })(),
      { shown: 1 },
    ],
    ["the key of a container", "default\u0000web\u0000app", "default/web/app"],
    ["a long list", numbers, [...numbers.slice(0, 20), "… 5 more"]],
    ["a long set", new Set(numbers), [...numbers.slice(0, 20), "… 5 more"]],
    ["a long text", "x".repeat(3000), `${"x".repeat(2000)}…`],
  ])("shows %s", (_, value, shown) => {
    expect(toPlain(value)).toEqual(shown);
  });

  it("cuts an object that is too wide, and says by how much", () => {
    const wide = Object.fromEntries(numbers.map((index) => [`k${index}`, index]));
    const shown = toPlain(wide);
    expect(Object.keys(shown as object)).toHaveLength(21);
    expect(shown).toMatchObject({ k19: 19, "…": "… 5 more" });
  });

  it("ends in a circle", () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(JSON.stringify(toPlain(circle)).match(/self/g)).toHaveLength(8);
  });

  it("is bounded in all, however deep the value branches", () => {
    const tree = (depth: number): unknown =>
      depth === 0 ? 1 : Array.from({ length: 15 }, () => tree(depth - 1));
    expect(JSON.stringify(toPlain(tree(5))).length).toBeLessThan(5000);
  });

  it("takes a shorter form where there is one", () => {
    const shown = toPlain([new Date(0)], (value) => (value instanceof Date ? "a date" : undefined));
    expect(shown).toEqual(["a date"]);
  });
});
