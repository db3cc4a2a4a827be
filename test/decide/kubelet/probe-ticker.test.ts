/** Models: kubernetes/pkg/kubelet/prober/worker.go run; recorded runs c07, p2-timing. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  beginTicker,
  nextRound,
  poke,
  probeStartDelayMs,
} from "../../../src/decide/kubelet/probe-ticker.ts";

describe("the start of a worker", () => {
  it.each([
    ["B7: sleeps while the kubelet is younger than the period", 10_000, 9_999, 0.5, 5_000],
    ["… up to a whole period", 10_000, 0, 0.9999, 9_999],
    ["does not once it is as old", 10_000, 10_000, 0.5, 0],
    ["does not when it is older", 1_000, 60_000, 0.9, 0],
  ])("%s", (_what, periodMs, ageMs, draw, delayMs) => {
    expect(probeStartDelayMs(periodMs, ageMs, draw)).toBe(delayMs);
  });

  it("serves a poke that came while it slept after its first probe", () => {
    const { dueMs, cause } = nextRound(beginTicker(10_000, 4_000, true), 4_020);
    expect({ dueMs, cause }).toEqual({ dueMs: 4_020, cause: "poke" });
  });
});

describe("the next round", () => {
  const ticker = beginTicker(10_000, 0);

  it("is a period after the first", () => {
    expect(nextRound(ticker, 5)).toEqual({
      dueMs: 10_000,
      cause: "tick",
      ticker: { periodMs: 10_000, nextTickMs: 20_000, isPoked: false },
    });
  });

  it("A5: a poke is served at once and restarts the period", () => {
    const poked = nextRound(poke(ticker), 3_000);
    expect({ dueMs: poked.dueMs, cause: poked.cause }).toEqual({ dueMs: 3_000, cause: "poke" });
    expect(nextRound(poked.ticker, 3_010).dueMs).toBe(13_000);
  });

  it.each([
    ["is at once for a tick that fell due during a slow probe", 12_000, 12_000, 20_000],
    ["is at once, but once, for several such ticks", 37_000, 37_000, 40_000],
  ])("%s", (_what, freeAtMs, dueMs, nextTickMs) => {
    const { dueMs: due, ticker: after } = nextRound(ticker, freeAtMs);
    expect([due, after.nextTickMs]).toEqual([dueMs, nextTickMs]);
  });

  it("takes a waiting poke before a waiting tick, which it makes needless", () => {
    expect(nextRound(poke(ticker), 12_000).ticker).toEqual(beginTicker(10_000, 12_000));
  });

  it("p2-timing: pokes during initialDelaySeconds are spent and move the first probe", () => {
    // Delay 5, period 10: pokes at the first two syncs, the second 1.2 s after the file appeared.
    let now = beginTicker(10_000, 14);
    for (const atMs of [570, 1_200]) now = nextRound(poke(now), atMs).ticker;
    expect(nextRound(now, 1_200).dueMs).toBe(11_200);
  });

  it("is never before it is free, and never more than a period later", () => {
    const ms = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30_000 }), ms, ms, (periodMs, beganMs, laterMs) => {
        const freeAtMs = beganMs + laterMs;
        const { dueMs, ticker: after } = nextRound(beginTicker(periodMs, beganMs), freeAtMs);
        expect(dueMs).toBeGreaterThanOrEqual(freeAtMs);
        expect(dueMs).toBeLessThanOrEqual(freeAtMs + periodMs);
        // The grid stays where it was laid.
        expect((after.nextTickMs - beganMs) % periodMs).toBe(0);
        expect(after.nextTickMs).toBeGreaterThan(dueMs);
      }),
    );
  });
});
