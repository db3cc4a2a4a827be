/**
 * Crash back-off as a node shows it: when a container that ends is started again, and what the API
 * says meanwhile. S and B numbers are the rules of the kubelet's behaviour that the tests hold.
 *
 * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff; pod_workers.go
 * completeWork; client-go/util/flowcontrol/backoff.go.
 */
import { describe, expect, it } from "vitest";
import { expectWindows, expectWithin } from "../support/expect-within.ts";
import { type KubeRun, changes, kube, since, until, versions } from "../support/kube-run.ts";

const seeds = [1, 2, 3];
const each = (minors: readonly string[]) =>
  minors.flatMap((version) => seeds.map((seed) => [version, seed] as const));

const played = new Map<string, KubeRun>();

/** A pod whose container ends a second after each start. */
function crashing(version: string, seed: number): KubeRun {
  const known = played.get(`${version} ${seed}`);
  if (known) return known;
  const yaml = `
    duration: 1400s
    pods: {web: {}}
    behaviour: {app: {runs: [{exitAfter: 1, exitCode: 1}]}}`;
  const run = kube(yaml, { version, seed });
  played.set(`${version} ${seed}`, run);
  return run;
}

describe("a container that ends again and again", () => {
  it.each(each(until("1.34")))(
    "waits 0, 10, 20, 40 … 300 s, and up to 16 s more: %s, seed %d (S1-S3, B2, part 2 §13)",
    (version, seed) => {
      expectWindows(crashing(version, seed).gaps("app"), [
        [0, 1],
        [10, 17],
        [20, 36],
        [40, 56],
        [80, 96],
        [160, 176],
        [300, 316],
        [300, 316],
      ]);
    },
  );

  it.each(each(since("1.35")))(
    "waits 0, 10, 20, 40 … 300 s, and up to half of it more: %s, seed %d (S1-S3, S13, B2)",
    (version, seed) => {
      expectWindows(crashing(version, seed).gaps("app"), [
        [0, 1],
        [10, 16],
        [20, 31],
        [40, 61],
        [80, 92],
        [160, 191],
        [300, 331],
        [300, 331],
      ]);
    },
  );

  it.each(versions)("has restartCount 1 and no BackOff after its first end: %s (S1)", (version) => {
    const run = kube(
      `pods: {web: {}}
behaviour: {app: {runs: [{exitAfter: 5, exitCode: 1}, {}]}}`,
      { version },
    );
    expect(run.gaps("app")).toHaveLength(1);
    expect(run.events("BackOff")).toEqual([]);
    expect(run.lastStatus?.containerStatuses[0]).toMatchObject({
      restartCount: 1,
      state: { running: {} },
      lastState: { terminated: { exitCode: 1, reason: "Error" } },
    });
  });

  it.each(versions)("is told of with its name and UID: %s (S2)", (version) => {
    const run = crashing(version, 1);
    const text = "Back-off restarting failed container app in pod web_default(web@1)";
    const events = run.events("BackOff");
    expect(events[0]).toMatchObject({
      eventType: "Warning",
      message: text,
      object: "spec.containers{app}",
    });
    expect(new Set(events.map(({ message }) => message)).size).toBe(1);
    const waits = run
      .statuses()
      .flatMap(({ containerStatuses: [app] }) => app?.state.waiting ?? [])
      .filter(({ reason }) => reason === "CrashLoopBackOff");
    const durations = waits.map(({ message }) => message?.replace(/back-off (\w+) .*/, "$1"));
    expect(changes(durations)).toEqual(["10s", "20s", "40s", "1m20s", "2m40s", "5m0s"]);
    expect(waits[0]?.message).toBe(
      "back-off 10s restarting failed container=app pod=web_default(web@1)",
    );
  });

  it.each(versions)("waits the same if it ends with 0: %s (S6)", (version) => {
    const yaml = (exitCode: number): string => `
      duration: 200s
      pods: {web: {}}
      behaviour: {app: {runs: [{exitAfter: 1, exitCode: ${exitCode}}]}}`;
    expect(kube(yaml(0), { version }).starts("app")).toEqual(
      kube(yaml(1), { version }).starts("app"),
    );
  });

  it.each(versions)("leaves its pod Running from its first start on: %s (S9, S10)", (version) => {
    expect(crashing(version, 1).phases()).toEqual(["Pending", "Running"]);
  });
});

describe("a long run before the end", () => {
  /** Ends after a second `shorts` times, then after `ranFor`, then once more after a second. */
  const gaps = (version: string, shorts: number, ranFor: number): readonly number[] => {
    const yaml = `
      duration: 2600s
      pods: {web: {}}
      behaviour:
        app: {runs: [${"{exitAfter: 1, exitCode: 1}, ".repeat(shorts)}
          {exitAfter: ${ranFor}, exitCode: 1}, {exitAfter: 1, exitCode: 1}, {}]}`;
    return kube(yaml, { version }).gaps("app").slice(shorts);
  };

  it.each(versions)("of over 10 min wipes out the wait, the next is 10 s: %s (S4)", (version) => {
    expectWindows(gaps(version, 7, 601), [
      [0, 1],
      [10, 17],
    ]);
  });

  it.each(versions)("of 9 min does not: %s (S5, cb-03)", (version) => {
    expectWindows(gaps(version, 3, 540), [
      [40, 62],
      [80, 97],
    ]);
  });

  // The sweep of housekeeping goes by the present time, not by the end of the run.
  it.each(until("1.34"))(
    "is forgotten 10 min after its start even while it waits: %s (part 2 §4.1, backoff.go GC)",
    (version) => {
      const [wait = NaN, next = NaN] = gaps(version, 7, 540);
      expectWithin(wait, [60, 79]);
      expectWithin(next, [10, 17]);
    },
  );
});

describe("the API during a wait", () => {
  it.each(each(until("1.34")))(
    "says CrashLoopBackOff from the second sync after the end: %s, seed %d (S11, S12, B1)",
    (version, seed) => {
      const run = crashing(version, seed);
      for (const number of [4, 5, 6]) {
        const end = run.end("app", number);
        expectWithin(run.stateSince("terminated Error", end) - end, [0, 1.1]);
        expectWithin(run.stateSince("waiting CrashLoopBackOff", end) - end, [10, 17]);
      }
    },
  );

  it.each(each(since("1.35")))(
    "says Error up to the restart where that is near: %s, seed %d (S11, S13, B1)",
    (version, seed) => {
      const run = crashing(version, seed);
      for (const number of [3, 4]) {
        const [end, next] = [run.end("app", number), run.start("app", number + 1)];
        expect(run.stateSince("waiting CrashLoopBackOff", end)).toBe(next);
      }
      for (const number of [6, 7]) {
        const end = run.end("app", number);
        expectWithin(run.stateSince("waiting CrashLoopBackOff", end) - end, [60, 92]);
      }
    },
  );

  it.each([
    ["1.34", 26, 40],
    ["1.35", 6, 10],
    ["1.36", 6, 10],
  ] as const)("is told of by so many BackOff events in 340 s: %s (part 2 §16 row 3)", (...row) => {
    const [version, least, most] = row;
    const events = crashing(version, 1).events("BackOff");
    const early = events.filter(({ t }) => t < 340).length;
    expectWithin(early, [least, most]);
  });
});

describe("a container beside others", () => {
  it.each(versions)("waits by itself: its neighbour goes on: %s (§4.1)", (version) => {
    const run = kube(
      `pods: {web: {containers: [{name: bad}, {name: good}]}}
behaviour: {bad: {runs: [{exitAfter: 1, exitCode: 1}]}}`,
      { version },
    );
    expect(run.starts("good")).toHaveLength(1);
    expect(run.starts("bad").length).toBeGreaterThan(2);
    expect(run.lastStatus).toMatchObject({ phase: "Running" });
  });

  it.each(versions)("waits anew after a restart of the kubelet: %s (§4.1, §10)", (version) => {
    const run = kube(
      `duration: 300s
pods: {web: {}}
behaviour: {app: {runs: [{exitAfter: 1, exitCode: 1}]}}
stimuli: [{at: 100, action: kubeletRestart, downFor: 1s}]`,
      { version },
    );
    const later = run.lives("app").filter(({ created }) => created > 100);
    expect(later[0]?.created).toBeLessThan(103);
    expectWindows(
      later.slice(1).map(({ start = NaN }, index) => start - (later[index]?.end ?? NaN)),
      [
        [10, 17],
        [20, 36],
      ],
    );
  });
});
