/**
 * When a kubelet that was just started does something about its pods.
 *
 * Models: kubernetes/pkg/kubelet/kubelet.go syncLoop, updateRuntimeUp. Recorded restarts: the first
 * ADD 0.82 s (c14-kubelet-restart), 0.86 s (v-upgrade), 1.59 to 1.64 s and 3.31 s (v-c14-restart)
 * after the process; an orphan is killed 2.12 to 2.16 s after it.
 */
import { describe, expect, it } from "vitest";
import { kubeletStart, longSinceUp, nextSkipMs } from "../../src/decide/kubelet/kubelet-start.ts";
import { expectWithin } from "../support/expect-within.ts";
import { kube, versions } from "../support/kube-run.ts";

const seeds = [1, 2, 3, 4, 5];

describe("a kubelet that was started", () => {
  it.each([
    ["0s", [0.8, 0.9]],
    ["300ms", [1.6, 1.7]],
    ["1100ms", [3.2, 3.3]],
  ] as const)("starts what died after the loop's back-off: Status takes %s", (status, window) => {
    for (const seed of seeds) {
      const run = kube(
        `
        runtime: {latency: {status: ${status}}}
        pods: {web: {}}
        stimuli:
        - {at: 0s, action: writeFile, path: web.yaml, content: web}
        - {at: 20s, action: kubeletStop}
        - {at: 21s, action: killContainer, of: app#1, exitCode: 1}
        - {at: 30s, action: kubeletStart}`,
        { seed },
      );
      expectWithin(run.start("app", 2) - 30, window);
    }
  });

  it("lists the pods of the API a second later, as its Node is not there yet (apiserver.go)", () => {
    for (const seed of seeds) {
      const run = kube(
        `
        pods: {web: {}}
        stimuli:
        - {at: 20s, action: kubeletStop}
        - {at: 21s, action: killContainer, of: app#1, exitCode: 1}
        - {at: 30s, action: kubeletStart}`,
        { seed },
      );
      // Recorded: 1.09 and 1.10 s (c14-kubelet-restart).
      expectWithin(run.start("app", 2) - 30, [1.1, 1.2]);
    }
  });

  it("collects garbage when it begins, and each minute after (StartGarbageCollection)", () => {
    const run = kube(`
      duration: 100s
      pods: {web: {}}
      stimuli:
      - {at: 20s, action: killContainer, of: app#1, exitCode: 1}
      - {at: 25s, action: kubeletStop}
      - {at: 26s, action: killContainer, of: app#2, exitCode: 1}
      - {at: 30s, action: kubeletStart}`);
    expectWithin((run.life("app", 1).removed ?? NaN) - 30, [0.1, 0.2]);
  });

  it("collects garbage a minute after the end of the round before (wait.Until)", () => {
    const between = (remove: string): number => {
      const run = kube(`
        duration: 5m
        pods: {a: {}, b: {}}
        runtime: {latency: {remove: ${remove}}}
        stimuli:
        - {at: 5s, action: deletePod, pod: a}
        - {at: 70s, action: deletePod, pod: b}`);
      const gone = run.of("sandbox").filter(({ to }) => to === "Removed");
      return Math.round((gone[1]?.t ?? NaN) - (gone[0]?.t ?? NaN));
    };
    // The sandbox is stopped and removed, which are two calls.
    expect([between("0s"), between("10s")]).toEqual([60, 80]);
  });

  it.each(versions)("kills an orphan with its first round of housekeeping: %s (B15)", (version) => {
    const run = kube(
      `
      pods: {web: {}}
      stimuli:
      - {at: 0s, action: writeFile, path: web.yaml, content: web}
      - {at: 20s, action: kubeletStop}
      - {at: 21s, action: removeFile, path: web.yaml}
      - {at: 30s, action: kubeletStart}`,
      { version },
    );
    expectWithin(run.sigterm("app") - 30, [2.1, 2.2]);
  });
});

describe("kubeletStart", () => {
  it.each([0, 0.5, 0.999])("lies between 0.1 s and 0.2 s: %f", (drawn) => {
    const { loopMs, runtimeUpMs } = kubeletStart(drawn, 0);
    expectWithin(loopMs, [100, 199]);
    // After the second look, before the third.
    expectWithin(runtimeUpMs - loopMs, [301, 700]);
  });

  it("is over for one that is long since up", () => {
    expect(longSinceUp).toEqual({ loopMs: 0, runtimeUpMs: 0 });
  });
});

describe("nextSkipMs", () => {
  it("doubles up to 5 s", () => {
    const sleeps = [100];
    while (sleeps.length < 8) sleeps.push(nextSkipMs(sleeps.at(-1) ?? 0));
    expect(sleeps).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
  });
});
