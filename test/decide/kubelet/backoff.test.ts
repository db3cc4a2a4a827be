/**
 * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager_test.go TestDoBackOff;
 * client-go/util/flowcontrol/backoff_test.go. S1 and so on: the rules of the kubelet's behaviour.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type BackoffEntry,
  backoffKey,
  collectBackoffs,
  crashBackoffLimits,
  crashLoopBackoffEventText,
  crashLoopBackoffMessage,
  decideBackoff,
  imagePullBackoffKey,
  imagePullBackoffLimits,
  imagePullBackoffText,
  isInBackoffSinceUpdate,
  newestExited,
  nextBackoff,
} from "../../../src/decide/kubelet/backoff.ts";
import { container, exited, pod, record, runtimeStatus } from "../../support/kube.ts";

const limits = crashBackoffLimits();
const entryOf = (seconds: number, lastUpdateMs = 0): BackoffEntry => ({
  durationMs: seconds * 1_000,
  lastUpdateMs,
});

/** The waits of a container that ends `lifeMs` after each start, which comes as soon as it may. */
function waitsOfCrashes(count: number, lifeMs = 0, given = limits): readonly number[] {
  const waits: number[] = [];
  let entry: BackoffEntry | undefined;
  for (let nowMs = lifeMs; waits.length < count; nowMs += lifeMs) {
    const finishedAtMs = nowMs;
    const first = decideBackoff(entry, finishedAtMs, nowMs, given);
    if (first.inBackoff) nowMs = first.expiresAtMs;
    const second = decideBackoff(entry, finishedAtMs, nowMs, given);
    if (second.inBackoff) throw new Error("the wait is not over when it says that it is");
    waits.push((nowMs - finishedAtMs) / 1_000);
    entry = second.next;
  }
  return waits;
}

/** Which kills by a liveness probe are followed by a wait, and by how long a one, in seconds. */
function waitsOfKills(count: number, lifeMs: number): readonly number[] {
  const waits: number[] = [];
  let entry: BackoffEntry | undefined;
  let lastEndMs: number | undefined;
  for (let nowMs = lifeMs; waits.length < count; nowMs += lifeMs) {
    // The snapshot still shows the killed run as running, so the run before it counts.
    const first = decideBackoff(entry, lastEndMs, nowMs, limits);
    waits.push(first.inBackoff ? first.durationMs / 1_000 : 0);
    lastEndMs = nowMs;
    if (first.inBackoff) {
      // The next sync sees the end of the killed run.
      nowMs += first.durationMs;
      const second = decideBackoff(entry, lastEndMs, nowMs, limits);
      if (!second.inBackoff) entry = second.next;
    } else {
      entry = first.next ?? entry;
    }
  }
  return waits;
}

describe("a start after a crash", () => {
  it("S1: is not held up the first time", () => {
    expect(decideBackoff(undefined, 5_000, 5_400, limits)).toEqual({
      inBackoff: false,
      next: entryOf(10, 5_400),
    });
  });

  it("S2: waits for 10 s from the exit the second time", () => {
    const entry = entryOf(10, 5_400);
    const waiting = { inBackoff: true, durationMs: 10_000, expiresAtMs: 16_000 };
    expect(decideBackoff(entry, 6_000, 6_300, limits)).toEqual(waiting);
    expect(decideBackoff(entry, 6_000, 15_999, limits)).toEqual(waiting);
    expect(decideBackoff(entry, 6_000, 16_000, limits)).toEqual({
      inBackoff: false,
      next: entryOf(20, 16_000),
    });
  });

  it("S3: waits 10, 20, 40, 80, 160, 300, 300 … s after the first", () => {
    expect(waitsOfCrashes(9)).toEqual([0, 10, 20, 40, 80, 160, 300, 300, 300]);
  });

  it("S4: is at once after a run of more than ten minutes, and begins afresh", () => {
    expect(decideBackoff(entryOf(300, 0), 600_001, 600_500, limits)).toEqual({
      inBackoff: false,
      next: entryOf(10, 600_500),
    });
  });

  it("S5: waits its 300 s after a run of just under ten minutes, and of just ten", () => {
    for (const exit of [599_000, 600_000]) {
      expect(decideBackoff(entryOf(300, 0), exit, exit + 500, limits)).toEqual({
        inBackoff: true,
        durationMs: 300_000,
        expiresAtMs: exit + 300_000,
      });
    }
  });

  it("without an exited run makes no entry and keeps the one there is", () => {
    expect(decideBackoff(undefined, undefined, 5_000, limits)).toEqual({ inBackoff: false });
    expect(decideBackoff(entryOf(300, 0), undefined, 5_000, limits)).toEqual({ inBackoff: false });
  });

  it("waits at most as long as the cap that is configured, also the first time", () => {
    const given = (maxMs: number) => crashBackoffLimits(maxMs);
    expect(waitsOfCrashes(5, 0, given(30_000))).toEqual([0, 10, 20, 30, 30]);
    expect(waitsOfCrashes(4, 0, given(1_000))).toEqual([0, 1, 1, 1]);
    // Ten minutes, not twice the cap.
    expect(given(1_000).expiryMs).toBe(600_000);
  });

  it("waits 10·2^(n−1) s for the nth time, capped, whatever the cap and the short lives", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 0, max: 599 }),
        (maxSeconds, lifeSeconds) => {
          const waits = waitsOfCrashes(
            12,
            lifeSeconds * 1_000,
            crashBackoffLimits(maxSeconds * 1_000),
          );
          const expected = waits.map((_, n) =>
            n === 0 ? 0 : Math.min(10 * 2 ** (n - 1), maxSeconds),
          );
          expect(waits).toEqual(expected);
        },
      ),
    );
  });
});

describe("the run whose end counts", () => {
  it("S6: is the newest exited one, whatever its exit code", () => {
    const one = exited({ restartCount: 1, exitCode: 0 });
    const status = runtimeStatus([one, exited({ exitCode: 1 })]);
    expect(newestExited(status, "app")).toBe(one);
  });

  it("S36: is the run before, where the newest still runs", () => {
    const before = exited();
    const running = record({ restartCount: 1 });
    expect(newestExited(runtimeStatus([running, before]), "app")).toBe(before);
    expect(newestExited(runtimeStatus([running]), "app")).toBeUndefined();
    expect(newestExited(runtimeStatus([record({ state: "unknown" })]), "app")).toBeUndefined();
  });
});

describe("restarts by a liveness probe", () => {
  it.each([
    // Observed run by run on real kubelets: a wait only if the run before the killed one ended
    // less than the stored back-off ago.
    { lifeSeconds: 30, waits: [0, 0, 0, 0, 40] },
    { lifeSeconds: 10, waits: [0, 0, 0, 20] },
    { lifeSeconds: 11, waits: [0, 0, 0, 20] },
    { lifeSeconds: 9, waits: [0, 0, 10] },
    { lifeSeconds: 400, waits: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] },
  ])("S36: of runs of $lifeSeconds s wait $waits", ({ lifeSeconds, waits }) => {
    expect(waitsOfKills(waits.length, lifeSeconds * 1_000)).toEqual(waits);
  });
});

describe("an image pull", () => {
  const failures = [0, 12_000, 35_000, 80_000, 165_000, 330_000, 640_000];

  it("waits from its last failure, doubling up to 300 s", () => {
    let entry: BackoffEntry | undefined;
    const waits = failures.map((nowMs) => {
      expect(isInBackoffSinceUpdate(entry, nowMs, imagePullBackoffLimits)).toBe(false);
      entry = nextBackoff(entry, nowMs, nowMs, imagePullBackoffLimits);
      return entry.durationMs / 1_000;
    });
    expect(waits).toEqual([10, 20, 40, 80, 160, 300, 300]);
  });

  it.each([
    { nowMs: 9_999, expected: true },
    { nowMs: 10_000, expected: false },
  ])("at $nowMs ms after a failure is held up: $expected", ({ nowMs, expected }) => {
    const entry = entryOf(10, 0);
    expect(isInBackoffSinceUpdate(entry, nowMs, imagePullBackoffLimits)).toBe(expected);
  });

  it("begins afresh ten minutes after its last failure", () => {
    const entry = entryOf(300, 0);
    const next = (nowMs: number) => nextBackoff(entry, nowMs, nowMs, imagePullBackoffLimits);
    expect(next(600_000)).toEqual(entryOf(300, 600_000));
    expect(next(600_001)).toEqual(entryOf(10, 600_001));
    expect(isInBackoffSinceUpdate(entryOf(700, 0), 600_001, imagePullBackoffLimits)).toBe(false);
  });
});

describe("housekeeping", () => {
  const entries = new Map([
    ["old", entryOf(10, 0)],
    ["new", entryOf(10, 1)],
  ]);

  it("drops what would be void for an exit of now", () => {
    expect([...collectBackoffs(entries, 600_001, limits).keys()]).toEqual(["new"]);
  });

  it("gives back the same map where nothing is to be dropped", () => {
    expect(collectBackoffs(entries, 600_000, limits)).toBe(entries);
  });
});

describe("the key of a crash back-off", () => {
  const web = pod();
  const older = { backoffKeyHasResources: false };
  const newer = { backoffKeyHasResources: true };
  const more = container({ resources: { limits: { cpu: "2", memory: "1Gi" } } });
  const reordered = container({ resources: { limits: { memory: "1Gi", cpu: "2" } } });

  it.each([
    { other: "another UID", key: backoffKey(pod({ uid: "b" }), container(), newer) },
    { other: "another container", key: backoffKey(web, container({ name: "b" }), newer) },
    { other: "another image", key: backoffKey(web, container({ image: "b:1" }), newer) },
    { other: "other resources", key: backoffKey(web, more, newer) },
  ])("is another for $other", ({ key }) => {
    expect(key).not.toBe(backoffKey(web, container(), newer));
  });

  it("does not depend on the order of the resources", () => {
    expect(backoffKey(web, reordered, newer)).toBe(backoffKey(web, more, newer));
  });

  it("is the same for other resources up to 1.33, and another for another image", () => {
    expect(backoffKey(web, more, older)).toBe(backoffKey(web, container(), older));
    const image = backoffKey(web, container({ image: "b:1" }), older);
    expect(image).not.toBe(backoffKey(web, container(), older));
  });

  it("of an image pull has the image as it is written", () => {
    expect(imagePullBackoffKey("uid-web", "app")).toBe("uid-web_app");
  });
});

describe("the texts", () => {
  it.each([
    { durationMs: 10_000, text: "10s" },
    { durationMs: 40_000, text: "40s" },
    { durationMs: 60_000, text: "1m0s" },
    { durationMs: 80_000, text: "1m20s" },
    { durationMs: 160_000, text: "2m40s" },
    { durationMs: 300_000, text: "5m0s" },
    { durationMs: 3_600_000, text: "1h0m0s" },
    { durationMs: 1_500, text: "1.5s" },
    { durationMs: 500, text: "500ms" },
    { durationMs: 0, text: "0s" },
  ])("name the whole wait as Go does: $text", ({ durationMs, text }) => {
    expect(crashLoopBackoffMessage(durationMs, "app", pod())).toBe(
      `back-off ${text} restarting failed container=app pod=web_default(uid-web)`,
    );
  });

  it("of the events are those of a real kubelet", () => {
    expect(crashLoopBackoffEventText("app", pod({ namespace: "shop" }))).toBe(
      "Back-off restarting failed container app in pod web_shop(uid-web)",
    );
    expect(imagePullBackoffText("example.com/app:1")).toBe(
      'Back-off pulling image "example.com/app:1"',
    );
    expect(imagePullBackoffText("a:1", "ErrImagePull: not found")).toBe(
      'Back-off pulling image "a:1": ErrImagePull: not found',
    );
  });
});
