/** The runtime's calls take the time that the scenario gives them. */
import { describe, expect, it } from "vitest";
import { ScenarioPlayer } from "../../src/scenario/run-scenario.ts";
import { KubeRun, kube, kubeInput, versions } from "../support/kube-run.ts";

const yaml = (latency: string, duration = "40s"): string => `
  duration: ${duration}
  pods:
    web: {containers: [{readinessProbe: {exec: {command: [check]}, periodSeconds: 50}}]}
  behaviour: {app: {runs: [{exitAfter: 5s, exitCode: 1}, {}]}}
  runtime: {latency: {${latency}}}
  stimuli: [{at: 30, action: deletePod, pod: web}]`;

describe("latency", () => {
  it("holds up each call by its own", () => {
    const run = kube(
      yaml("sandbox: 1s, create: 200ms, start: 300ms, exec: 2s, stop: 3s, stopSandbox: 4s"),
    );
    const sandboxAt = (to: string) => run.of("sandbox").find((record) => record.to === to)?.t;
    expect(sandboxAt("Ready")).toBe(1);
    expect(run.start("app")).toBe(1.5);
    expect(run.probes("readiness", "app")[0]?.t).toBeCloseTo(3.5, 1);
    expect(run.sigterm("app")).toBe(33);
    expect(sandboxAt("NotReady")).toBe(37);
  });

  it("is another for the calls that are made after setLatency, where that names it", () => {
    const run = kube(
      yaml("sandbox: 1s, create: 1s, start: 500ms").replace(
        "stimuli: [",
        "stimuli: [{at: 2.2, action: setLatency, latency: {start: 2s, stop: [3s, 3s]}}, ",
      ),
    );
    // The call was made at 2 s.
    expect(run.start("app")).toBe(2.5);
    const { created, start = NaN } = run.life("app", 2);
    expect(start - created).toBe(2);
    expect(run.sigterm("app")).toBe(33);
  });

  it("is drawn for each call from its range, from a stream of each call", () => {
    const starts = (seed: number, latency: string) =>
      kube(yaml(latency, "1s"), { seed }).start("app") ?? Infinity;
    const seeds = Array.from({ length: 40 }, (_, index) => index + 1);
    const drawn = seeds.map((seed) => starts(seed, "sandbox: [100ms, 400ms]"));
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0.1);
    expect(Math.min(...drawn)).toBeLessThan(0.15);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(0.4);
    expect(Math.max(...drawn)).toBeGreaterThan(0.35);
    expect(seeds.map((seed) => starts(seed, "sandbox: [100ms, 400ms], stop: [1s, 2s]"))).toEqual(
      drawn,
    );
  });

  it("row 38: a pod is as new as the question about it, from 1.36 on as the list", () => {
    const slow = `
      pods: {web: {}}
      runtime: {latency: {list: 1500ms, sandbox: 500ms}}
      stimuli: []`;
    // The sync that starts it ends at 0.5 s, while the first list is under way.
    const shown = (podAsNewAsItsList: boolean) => {
      const player = new ScenarioPlayer(kubeInput(slow, { version: "1.35", seed: 3 }), {
        features: { podAsNewAsItsList },
      });
      player.advanceTo(30_000);
      const run = new KubeRun(player.records);
      const [first, second] = run.of("relist").map(({ t }) => t);
      const running = run.of("status").find(({ phase }) => phase === "Running")?.t;
      return { first, second, running };
    };
    const [before, after] = [shown(false), shown(true)];
    expect(before.first).toBeGreaterThan(1.5);
    expect(before.first).toBeLessThan(2);
    expect(before.running).toBe(before.first);
    expect(after.first).toBe(before.first);
    expect(after.running).toBe(after.second);
  });

  it.each(versions)("of a pod's status holds up one pod after the other: %s", (version) => {
    const run = kube(
      `
      duration: 40s
      pods: {a: {}, b: {}}
      behaviour: {"*/app": {runs: [{exitAfter: 10s, exitCode: 1}, {}]}}
      runtime: {latency: {podStatus: 2s}}
      stimuli: [{at: 30, action: setLatency, latency: {podStatus: 0s}}]`,
      { version },
    );
    const starts = [run.start("a/app", 2), run.start("b/app", 2)].toSorted((a, b) => a - b);
    const [first = NaN, second = NaN] = starts;
    expect(first).toBeGreaterThanOrEqual(12);
    expect(second - first).toBeGreaterThanOrEqual(2);
    expect(second).toBeLessThan(22);
  });

  it("does not keep the loop from all else where housekeeping lists for longer than its period", () => {
    const run = kube(`
      duration: 40s
      pods: {web: {}}
      runtime: {latency: {list: 4s}}
      stimuli: []`);
    expect(run.of("status").some(({ phase, t }) => phase === "Running" && t < 20)).toBe(true);
  });

  it("of a removal counts twice where garbage is collected: the sandbox is stopped once more", () => {
    const removed = (latency: string) =>
      kube(`
        duration: 100s
        pods: {web: {}}
        runtime: {latency: {${latency}}}
        stimuli: [{at: 5, action: deletePod, pod: web}]`)
        .of("sandbox")
        .find(({ to }) => to === "Removed")?.t;
    expect(removed("remove: 1s, stopSandbox: 3s")).toBe((removed("remove: 0s") ?? NaN) + 2);
  });

  it("of a removal holds up the next one, after a death too (podContainerDeletor)", () => {
    const run = kube(`
      duration: 60s
      pods: {a: {}, b: {}}
      behaviour: {"*/app": {runs: [{exitAfter: 5s, exitCode: 1}]}}
      runtime: {latency: {remove: 3s}}
      stimuli: []`);
    const removed = ["a/app", "b/app"].map((name) => run.life(name).removed ?? NaN);
    expect(Math.abs((removed[1] ?? NaN) - (removed[0] ?? NaN))).toBeGreaterThanOrEqual(3);
  });

  it("of the storing of a status lets a poked readiness worker find the status before (c06, p2)", () => {
    const run = (store: string) =>
      kube(`
        duration: 70s
        pods:
          web:
            containers:
            - livenessProbe: {exec: {command: [alive]}, periodSeconds: 10, failureThreshold: 1}
              readinessProbe: {exec: {command: [ready]}, periodSeconds: 7}
        behaviour: {app: {probes: {liveness: [{from: 25s, result: failure}]}}}
        runtime: {latency: {start: 50ms, store: ${store}}}
        stimuli: []`);
    const results = (store: string) =>
      run(store)
        .probes("readiness", "app")
        .map(({ t, result }) => ({ t, result }));
    const [first, second] = results("0ms");
    expect(first).toEqual({ t: 0.05, result: "success" });
    expect(second?.t).toBe(7.05);
    const late = results("1ms");
    // The first sync that finds it running stores that 1 ms after the poke: nothing is probed.
    expect(late[0]).toMatchObject({ result: "success" });
    expect(late[0]?.t).toBeCloseTo(7.05, 2);
    // The sync that finds the second run pokes a worker that still knows the first, which is dead.
    const error = late.find(({ result }) => result === "error");
    expect(error?.t).toBeCloseTo(run("1ms").start("app", 2), 1);
  });
});
