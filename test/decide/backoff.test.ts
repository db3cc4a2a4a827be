/** The waits of the textbook, and who is restarted. */
import { describe, expect, it } from "vitest";
import { afterCrash, waitTicks, wantsRestart } from "../../src/decide/backoff.ts";

describe("the wait (seed-notes B13)", () => {
  it.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [4, 8],
    [5, 8],
    [100, 8],
    [2_000_000_000, 8],
  ])("after crash %i is %i ticks", (crashes, ticks) => {
    expect(waitTicks(crashes)).toBe(ticks);
  });

  it("is counted from the moment of the round, in periods", () => {
    const first = afterCrash(undefined, 500, 250);
    const second = afterCrash(first, 5000, 250);
    expect([first, second, afterCrash(second, 6000, 250)]).toEqual([
      { restarts: 1, waitUntilMs: 750 },
      { restarts: 2, waitUntilMs: 5500 },
      { restarts: 3, waitUntilMs: 7000 },
    ]);
  });
});

describe("a container that exited is to run again (ShouldContainerBeRestarted)", () => {
  it.each([
    ["Always", 0, true],
    ["Always", 1, true],
    ["OnFailure", 0, false],
    ["OnFailure", 1, true],
    ["OnFailure", 137, true],
    ["Never", 0, false],
    ["Never", 1, false],
  ] as const)("under %s with exit code %i: %s", (policy, exitCode, again) => {
    expect(wantsRestart(policy, exitCode)).toBe(again);
  });
});
