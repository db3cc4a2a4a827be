/** Which pods two lists differ in. */
import { expect, it } from "vitest";
import { changedPods } from "../../../src/decide/kubelet/changed-pods.ts";

const of = (podUid: string) => ({ podUid });
const [a, b, c] = [of("a"), of("b"), of("c")];
const changed = (...lists: Parameters<typeof changedPods>) => [...changedPods(...lists)].toSorted();

it("two lists of the same pictures differ in none", () => {
  expect(changed([a, b], [a, b])).toEqual([]);
  expect(changed([], [])).toEqual([]);
});

it("a picture that came, went or took another's place tells of its pod, and of no other", () => {
  expect(changed([a, b], [a, b, c])).toEqual(["c"]);
  expect(changed([a, b, c], [b, c])).toEqual(["a"]);
  expect(changed([a, b, c], [a, of("b"), c])).toEqual(["b"]);
});

it("another order is no difference", () => {
  expect(changed([a, b, c], [c, a, b])).toEqual([]);
});
