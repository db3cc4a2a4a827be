/** The current cause, by itself. */
import { expect, it } from "vitest";
import { Causes } from "../../src/sim/causes.ts";

it("has no cause at first: the world or the scenario acts", () => {
  expect(new Causes().current).toBeUndefined();
});

it("handles under the given cause and then goes back to the one before", () => {
  const causes = new Causes();
  const seen: (number | undefined)[] = [];
  causes.current = 1;
  causes.within(2, () => {
    seen.push(causes.current);
    causes.current = 3;
    causes.within(undefined, () => seen.push(causes.current));
    seen.push(causes.current);
  });
  expect(seen).toEqual([2, undefined, 3]);
  expect(causes.current).toBe(1);
});

it("goes back also when the handler throws", () => {
  const causes = new Causes();
  causes.current = 1;
  const handle = (): never => {
    causes.current = 2;
    throw new Error("no");
  };
  expect(() => causes.within(5, handle)).toThrow("no");
  expect(causes.current).toBe(1);
});
