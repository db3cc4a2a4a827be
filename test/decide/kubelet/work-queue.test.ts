/** Models: kubernetes/pkg/kubelet/pod_workers.go completeWork; recorded runs c01, v-c01. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type SyncOutcome,
  dueWork,
  errorRetryDelayMs,
  requeueDelayMs,
  takenAtMs,
} from "../../../src/decide/kubelet/work-queue.ts";
import { allFeatures, noFeatures } from "../../support/kube.ts";

const nowMs = 1_000_000;

function delays(outcome: SyncOutcome, features = noFeatures): readonly number[] {
  return [0, 0.5, 0.999_999].map((draw) =>
    requeueDelayMs(outcome, { nowMs, syncFrequencyMs: 60_000, draw }, features),
  );
}

const backoff = (...ms: readonly number[]): SyncOutcome => ({
  kind: "error",
  backoffExpiriesMs: ms.map((one) => nowMs + one),
});

describe("after a sync the pod is synced again", () => {
  it.each([
    ["at once between two stages", { kind: "phaseTransition" }, [0, 0, 0]],
    ["S51: after 60 to 90 s", { kind: "success" }, [60_000, 75_000, 89_999]],
    ["after 1 to 1.5 s without network", { kind: "networkNotReady" }, [1_000, 1_250, 1_499]],
    ["after 10 to 15 s for an error", { kind: "error" }, [10_000, 12_500, 14_999]],
  ] as const)("%s", (_what, outcome, expected) => {
    expect(delays(outcome)).toEqual(expected);
    expect(delays(outcome, allFeatures)).toEqual(expected);
  });

  it.each([
    ["S12, row 1, old: after 10 to 15 s", noFeatures, backoff(40_000), [10_000, 12_500, 14_999]],
    ["S13, row 1, new: when it is over", allFeatures, backoff(40_000), [40_000, 50_000, 59_999]],
    ["S13, row 1, new: after 60 to 90 s", allFeatures, backoff(150_000), [60_000, 75_000, 89_999]],
    ["row 1, new: at once when it is over already", allFeatures, backoff(-1), [0, 0, 0]],
    [
      "row 4, new: the earliest end counts for the whole pod",
      allFeatures,
      backoff(80_000, 20_000),
      [20_000, 25_000, 29_999],
    ],
    [
      "§ 4.5: a pull that failed has no end: 10 to 15 s",
      allFeatures,
      { kind: "error", backoffExpiriesMs: [] },
      [10_000, 12_500, 14_999],
    ],
  ] as const)("in a crash back-off %s", (_what, features, outcome, expected) => {
    expect(delays(outcome, features)).toEqual(expected);
  });

  it("waits 10 to 15 s for leave to start", () => {
    expect([0, 0.999_999].map(errorRetryDelayMs)).toEqual([10_000, 14_999]);
  });
});

describe("the queue", () => {
  it("B3: gives what is due before the tick, not at it, in the order in which it fell due", () => {
    const queue = new Map([
      ["at", 5_000],
      ["late", 4_999],
      ["early", 1_000],
      ["not yet", 5_001],
    ]);
    expect(dueWork(queue, 5_000)).toEqual(["early", "late"]);
  });

  it.each([
    ["B3: 10 s after a sync on a tick is 11 s", 30_000, 0, 31_000],
    ["just before a tick", 30_999, 0, 31_000],
    ["with another phase of the ticks", 30_000, 250, 30_250],
    ["before the first tick", -1, 250, 250],
  ])("%s", (_what, dueMs, phaseMs, atMs) => {
    expect(takenAtMs(dueMs, phaseMs)).toBe(atMs);
  });

  it("says the tick that takes it", () => {
    const time = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(time, fc.integer({ min: 0, max: 999 }), (dueMs, phaseMs) => {
        const atMs = takenAtMs(dueMs, phaseMs);
        const queue = new Map([["pod", dueMs]]);
        expect([dueWork(queue, atMs - 1_000), dueWork(queue, atMs)]).toEqual([[], ["pod"]]);
      }),
    );
  });
});
