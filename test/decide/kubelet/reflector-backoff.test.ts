/** Models: kubernetes/staging/src/k8s.io/client-go/tools/cache/reflector.go. */
import { describe, expect, it } from "vitest";
import {
  freshReflectorBackoff,
  reflectorBackoff,
} from "../../../src/decide/kubelet/reflector-backoff.ts";

/** The waits of a source that fails each time, in seconds. */
function waits(count: number, draw: number): readonly number[] {
  let state = freshReflectorBackoff;
  let nowMs = 0;
  return Array.from({ length: count }, () => {
    const { delayMs, after } = reflectorBackoff(state, nowMs, draw);
    state = after;
    nowMs += delayMs;
    return delayMs / 1000;
  });
}

describe("the waits of the API source", () => {
  it.each([
    ["at the least", 0, [0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 30, 30]],
    ["in the middle of the jitter", 0.5, [1.2, 2.4, 4.8, 9.6, 19.2, 38.4, 45, 45]],
  ])("double up to 30 s: %s", (_, draw, expected) => {
    expect(waits(8, draw)).toEqual(expected);
  });

  it("begin anew where it did not wait for more than two minutes", () => {
    const before = { nextMs: 30_000, lastMs: 1000 };
    expect(reflectorBackoff(before, 121_000, 0).delayMs).toBe(30_000);
    expect(reflectorBackoff(before, 121_001, 0)).toEqual({
      delayMs: 800,
      after: { nextMs: 1600, lastMs: 121_001 },
    });
  });
});
