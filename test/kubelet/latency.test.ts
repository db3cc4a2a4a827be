/** The runtime's calls take the time that the scenario gives them. */
import { describe, expect, it } from "vitest";
import { kube } from "../support/kube-run.ts";

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
});
