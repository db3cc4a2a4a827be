/**
 * A container runtime that is down as a whole (A8, B15, B28, S47; kubelet.go syncLoop, runtime.go
 * runtimeErrors). The times of the recorded outage of 30 s: recordings c18-runtime-down-30s, -210s.
 */
import { describe, expect, it } from "vitest";
import { runtimeErrors } from "../../src/decide/kubelet/runtime-state.ts";
import { expectWithin } from "../support/expect-within.ts";
import { kube, versions } from "../support/kube-run.ts";

const seeds = [1, 2, 3, 4, 5];
const socket =
  'connection error: desc = "transport: Error while dialing: dial unix ' +
  '/run/containerd/containerd.sock: connect: no such file or directory"';
const unavailable = `rpc error: code = Unavailable desc = ${socket}`;

describe("the errors of the runtime", () => {
  const view = { firstStatusMs: -1000, lastRelistMs: 0 };
  const at = (nowMs: number, fromMs = 10_000, toMs = Infinity): string | undefined =>
    runtimeErrors({ ...view, nowMs, lastRelistMs: nowMs, outages: [{ fromMs, toMs }] });

  it("are told 30 s after the last good status, which is asked for each 5 s (A8)", () => {
    // Asked at 9 s, then in vain at 14 s, 19 s …
    expect([at(38_999), at(39_000)]).toEqual([undefined, "container runtime is down"]);
    expect([at(43_999, 10_000, 42_000), at(44_000, 10_000, 42_000)]).toEqual([
      "container runtime is down",
      undefined,
    ]);
  });

  it("are several after 3 min, in brackets (S47)", () => {
    const outages = [{ fromMs: 10_000, toMs: Infinity }];
    expect(runtimeErrors({ ...view, lastRelistMs: 9_000, nowMs: 192_000, outages })).toBe(
      "[container runtime is down, PLEG is not healthy: " +
        "pleg was last seen active 3m3s ago; threshold is 3m0s]",
    );
  });

  it("begin with a status that was never good", () => {
    const outages = [{ fromMs: 0, toMs: Infinity }];
    expect(runtimeErrors({ firstStatusMs: 500, lastRelistMs: 100, nowMs: 600, outages })).toBe(
      "container runtime status check may not have completed yet",
    );
  });
});

describe("a runtime that is down for 30 s", () => {
  const yaml = `
    duration: 120s
    pods:
      dead: {}
      going: {}
      new: {}
      probed:
        containers:
        - livenessProbe: {exec: {command: [x]}, periodSeconds: 5, failureThreshold: 2}
          readinessProbe: {httpGet: {port: 80}, periodSeconds: 5, failureThreshold: 2}
    behaviour: {going/app: {sigterm: {exitAfter: 2, exitCode: 0}}}
    stimuli:
    - {at: 20, action: runtimeDown}
    - {at: 25, action: killContainer, of: dead/app#1}
    - {at: 28, action: createPod, pod: new}
    - {at: 30, action: deletePod, pod: going}
    - {at: 51.7, action: runtimeUp}`;
  // The loop takes up to 5 s to look again once the runtime is well.
  const loop = [51.7, 62.2] as const;

  it.each(versions)("tells of each call that fails, and goes on: %s (A8)", (version) => {
    const run = kube(yaml, { version });
    expect(run.events("FailedCreatePodSandBox")).toMatchObject([
      { t: 28, message: `Failed to create pod sandbox: ${unavailable}` },
    ]);
    const [killed] = run.events("FailedKillPod");
    const quoted = JSON.stringify(unavailable);
    expect(killed?.t).toBe(30);
    expect(killed?.message).toContain(
      `error killing pod: [failed to "KillContainer" for "app" with KillContainerError: ${quoted}, ` +
        'failed to "KillPodSandbox" for "',
    );
    expect(run.signals("going/app").filter(([, t]) => t < 51)).toEqual([]);
  });

  it.each(versions)("what waited for a newer view goes on with the first list: %s", (version) => {
    const run = kube(yaml, { version });
    expectWithin(run.start("new/app"), [51.7, 52.8]);
    // With the full grace: the try before did nothing.
    expectWithin(run.sigterm("going/app"), [51.7, 52.8]);
    expect(run.life("going/app")).toMatchObject({ exitCode: 0 });
  });

  it.each(versions)("what ended meanwhile shows 255 and Unknown: %s (B28)", (version) => {
    const run = kube(yaml, { version });
    expect(run.life("dead/app")).toMatchObject({ end: 51.7, exitCode: 255 });
    expectWithin(run.start("dead/app", 2), loop);
    const ended = run
      .of("status")
      .flatMap(({ containerStatuses }) => containerStatuses)
      .find(({ state }) => state.terminated?.exitCode === 255);
    expect(ended?.state.terminated?.reason).toBe("Unknown");
  });

  it.each(versions)("no probe by exec counts, and one by network does: %s (S37)", (version) => {
    const run = kube(yaml, { version });
    const text = run.events("Unhealthy").map(({ message }) => message);
    const state = version >= "1.33" ? " and resulted in unknown state" : "";
    expect(text.length).toBeGreaterThan(0);
    expect([...new Set(text)]).toEqual([`Liveness probe errored${state}: ${unavailable}`]);
    expect(run.lives("probed/app")).toHaveLength(1);
    const down = run.of("probe").filter(({ t }) => t > 20 && t < 51.7);
    const results = (probe: string) =>
      new Set(down.filter((r) => r.probe === probe).map((r) => r.result));
    expect([...results("liveness"), ...results("readiness")]).toEqual(["error", "success"]);
  });
});

describe("the node of a runtime that is down", () => {
  it.each(seeds)("is not ready after 30 s, in the words of the errors: seed %d", (seed) => {
    const yaml =
      "duration: 100s\npods: {web: {}}\n" +
      "stimuli: [{at: 20, action: runtimeDown}, {at: 80, action: runtimeUp}]";
    const said = kube(yaml, { seed })
      .of("node")
      .flatMap(({ t, conditions }) => conditions.map((condition) => ({ t, ...condition })));
    const unready = said.filter(({ status }) => status === "False");
    const reason = { reason: "KubeletNotReady", message: "container runtime is down" };
    expect(unready[0]).toMatchObject(reason);
    // It is asked for each 5 s, told each 10 to 10.4 s.
    expectWithin(unready[0]?.t ?? NaN, [45, 60.4]);
    expectWithin(said.findLast(({ status }) => status === "True")?.t ?? NaN, [80, 100]);
  });
});

describe("what was under way when the runtime went", () => {
  it("fails at once: a pull, and a stop, which is not carried on by a lost timer", () => {
    const run = kube(`
      duration: 100s
      pods: {web: {terminationGracePeriodSeconds: 10}, pulling: {}}
      behaviour: {web/app: {sigterm: ignored}, pulling/app: {pull: {takes: 60}}}
      stimuli:
      - {at: 5, action: deletePod, pod: web}
      - {at: 8, action: runtimeDown}
      - {at: 30, action: runtimeUp}`);
    expect(run.of("pull").map(({ phase, t }) => [phase, t])).toEqual([
      ["start", 0],
      ["end", 8],
      ["start", expect.any(Number)],
      ["end", expect.any(Number)],
    ]);
    const [first, again, kill] = run.signals("web/app");
    expect([first, again?.[0], kill?.[0]]).toEqual([["TERM", 5], "TERM", "KILL"]);
    expectWithin(again?.[1] ?? NaN, [30, 41]);
    expect((kill?.[1] ?? NaN) - (again?.[1] ?? NaN)).toBeCloseTo(10, 1);
  });
});

describe("a kubelet that starts while the runtime is down", () => {
  it("takes nothing until it is back", () => {
    const run = kube(`
      duration: 60s
      pods: {web: {}, late: {}}
      stimuli:
      - {at: 10, action: runtimeDown}
      - {at: 12, action: kubeletRestart, downFor: 1}
      - {at: 15, action: createPod, pod: late}
      - {at: 30, action: runtimeUp}`);
    expectWithin(run.start("late/app"), [30, 41]);
    expect(run.lives("web/app")).toHaveLength(1);
  });
});
