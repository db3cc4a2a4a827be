/** What `setProbe` does to a probe: from then on or for a time, in each run, and as the cause. */
import { describe, expect, it } from "vitest";
import { explain } from "../../src/explain/explain.ts";
import { Story } from "../../src/explain/story.ts";
import { ScenarioPlayer } from "../../src/scenario/run-scenario.ts";
import { KubeRun, kube, kubeInput, versions } from "../support/kube-run.ts";
import { whyOf } from "../support/causes.ts";

const probe = "exec: {command: [check]}, periodSeconds: 5";
const scenario = (stimuli: string, more = ""): string => `
  duration: 90s
  pods:
    web:
      containers:
      - livenessProbe: {${probe}, failureThreshold: 2}
        readinessProbe: {${probe}, failureThreshold: 1}
  ${more}
  stimuli: [${stimuli}]`;
const fail = "action: setProbe, of: web/app, result: failure";

describe("setProbe", () => {
  it.each(versions)("makes a probe fail from then on, in each run: %s (S34)", (version) => {
    const run = kube(scenario(`{at: 12, ${fail}, probe: liveness, output: told}`), { version });
    const failures = run.probes("liveness").filter(({ result }) => result === "failure");
    expect(failures.slice(0, 2).map(({ t }) => t)).toEqual([15, 20]);
    expect(run.sigterm("app")).toBeLessThanOrEqual(20.03);
    expect(run.events("Unhealthy")[0]?.message).toBe("Liveness probe failed: told");
    expect(run.starts("app").length).toBeGreaterThan(2);
    expect(run.probes("readiness").some(({ result }) => result === "failure")).toBe(false);
  });

  it("lets go after a time, and then what the behaviour says holds", () => {
    const behaviour = "behaviour: {app: {probes: {readiness: [{from: 40s, result: failure}]}}}";
    const run = kube(scenario(`{at: 12, ${fail}, probe: readiness, for: 10s}`, behaviour));
    const results = run.probes("readiness").map(({ t, result }) => [Math.round(t), result]);
    const at = (t: number) => results.find(([when]) => when === t)?.[1];
    expect([10, 15, 20, 25, 35, 40].map(at)).toEqual([
      "success",
      "failure",
      "failure",
      "success",
      "success",
      "failure",
    ]);
  });

  it("holds in place of what the behaviour says, and the newer one of two", () => {
    const behaviour = "behaviour: {app: {probes: {liveness: [{result: failure}]}}}";
    const none = kube(scenario("{at: 0, action: apiUp}", behaviour));
    expect(none.starts("app").length).toBeGreaterThan(2);
    const healed = scenario(
      "{at: 0, action: setProbe, of: app, probe: liveness, result: failure}, " +
        "{at: 1, action: setProbe, of: app, probe: liveness, result: success}",
      behaviour,
    );
    expect(kube(healed).starts("app")).toHaveLength(1);
  });

  it("may take longer than the kubelet waits", () => {
    const slow =
      "{at: 12, action: setProbe, of: app, probe: readiness, result: success, takes: 3s}";
    const run = kube(scenario(slow));
    expect(run.probes("readiness").find(({ result }) => result === "failure")?.t).toBe(16);
    expect(run.events("Unhealthy")[0]?.message).toContain("timed out");
  });

  it("is for the pod of that number alone", () => {
    const stimuli =
      "{at: 12, action: deletePod, pod: web}, {at: 50, action: createPod, pod: web}, " +
      "{at: 51, action: setProbe, of: web@2/app, probe: liveness, result: failure}, " +
      "{at: 52, action: setProbe, of: web@1/app, probe: readiness, result: failure}";
    const run = kube(scenario(`{at: 0, action: createPod, pod: web}, ${stimuli}`));
    expect(run.probes("liveness").some(({ result }) => result === "failure")).toBe(true);
    expect(run.probes("readiness").some(({ result }) => result === "failure")).toBe(false);
  });

  it("of a probe that the manifest does not have changes nothing, and that is said", () => {
    const { diagnostics } = kubeInput(scenario(`{at: 12, ${fail}, probe: startup}`));
    expect(diagnostics.map(({ severity, message }) => `${severity}: ${message}`)).toContain(
      "warning: web/app has no startup probe in its manifest, so this changes nothing",
    );
  });

  it("is where the chain of a kill ends, and says so", () => {
    const input = kubeInput(scenario(`{id: sick, at: 12, ${fail}, probe: liveness}`));
    const player = new ScenarioPlayer(input);
    player.advanceTo(60_000);
    const run = new KubeRun(player.records);
    const [signal] = run.of("signal");
    expect(whyOf(player.records, signal).slice(-2)).toEqual([
      "probe liveness failure",
      "stimulus setProbe",
    ]);
    const told = explain(new Story(input, player.records), signal as NonNullable<typeof signal>);
    expect(told.root).toBe("stimulus");
    expect(told.steps.at(-1)?.what).toBe("the scenario does setProbe web/app liveness: failure");
    const failure = told.steps.find(({ record }) => record.type === "probe");
    expect(failure?.grounds.map(({ text }) => text)).toContain("stimulus sick: setProbe");
  });
});
