/**
 * What recorded runs of real kubelets showed and no other test names.
 *
 * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff; images/
 * image_manager.go; kubelet_pods.go HandlePodCleanups; status/status_manager.go TerminatePod.
 */
import { describe, expect, it } from "vitest";
import { expectWithin } from "../support/expect-within.ts";
import { type KubeRun, kube, since, until, versions } from "../support/kube-run.ts";

describe("a pod deleted while its container waits", () => {
  const deleted = (version: string, at: string): KubeRun =>
    kube(
      `duration: 500s
pods: {web: {}}
behaviour: {app: {runs: [{exitAfter: 1, exitCode: 1}]}}
stimuli: [{at: ${at}, action: deletePod, pod: web}]`,
      { version },
    );

  it.each(until("1.34"))("40 s shows CrashLoopBackOff before: %s (A7)", (version) => {
    const run = deleted(version, "app#4.exit+20s");
    expect(run.stateAt(run.end("app", 4) + 19)).toBe("waiting CrashLoopBackOff");
  });

  it.each(since("1.35"))("40 s shows its end before, 160 s the wait: %s (A7)", (version) => {
    const short = deleted(version, "app#4.exit+20s");
    expect(short.stateAt(short.end("app", 4) + 19)).toBe("terminated Error");
    const long = deleted(version, "app#6.exit+120s");
    expect(long.stateAt(long.end("app", 6) + 119)).toBe("waiting CrashLoopBackOff");
  });

  it.each(versions)("is Failed, without a Killing, and gone in 4 s: %s (A7)", (version) => {
    const run = deleted(version, "app#4.exit+20s");
    const at = run.end("app", 4) + 20;
    expect(run.phases().at(-1)).toBe("Failed");
    expect(run.states().at(-1)?.state).toBe("terminated Error");
    expect(run.events("Killing")).toEqual([]);
    expectWithin(run.pod("removed") - at, [0, 4]);
  });
});

it.each(since("1.35"))(
  "the second restart waits 10 s, and half of it and a tick more: %s (A9)",
  (version) => {
    const waits = Array.from({ length: 30 }, (_, seed) => {
      const run = kube("pods: {web: {}}\nbehaviour: {app: {runs: [{exitAfter: 1, exitCode: 1}]}}", {
        version,
        seed,
      });
      return run.gaps("app")[1] ?? NaN;
    });
    for (const wait of waits) expectWithin(wait, [10, 16]);
    expect(Math.max(...waits)).toBeGreaterThan(14);
  },
);

describe("a liveness kill", () => {
  const killed = (period: number, version: string): KubeRun =>
    kube(
      `duration: 200s
pods:
  web:
    containers:
    - livenessProbe: {httpGet: {port: 80}, periodSeconds: ${period}, failureThreshold: 1}
behaviour: {app: {probes: {liveness: [{from: 0, result: failure}]}}}`,
      { version },
    );

  it.each(versions)("waits only if the run before it ended too lately: %s (B10)", (version) => {
    // Runs of 4 s: the third kill finds the second run dead for less than its 10 s.
    const gaps = killed(4, version).gaps("app");
    expect(gaps.slice(0, 2)).toEqual([0, 0]);
    expect(gaps[2]).toBeGreaterThan(3);
    // Runs of 15 s are longer than that, so that it starts at once, with 20 s as the next length.
    expect(killed(15, version).gaps("app").slice(0, 3)).toEqual([0, 0, 0]);
  });

  it.each(versions)("that has to wait is told of twice: %s (B10)", (version) => {
    const run = killed(4, version);
    const [from, to] = [run.end("app", 3), run.start("app", 4)];
    const told = run.events("BackOff").filter(({ t }) => t >= from && t < to);
    expect(told.length).toBeGreaterThanOrEqual(2);
    expectWithin(run.stateSince("waiting CrashLoopBackOff", from) - from, [0, 1.1]);
  });
});

it.each(versions)(
  "a missing image is tried on its own retry, and shows the reason of the sync before: %s (B11)",
  (version) => {
    const run = kube(
      `duration: 200s
pods: {web: {}}
behaviour: {app: {pull: {takes: 1s, result: failure}}}`,
      { version },
    );
    const shown = run.states().map(({ state }) => state);
    expect(new Set(shown.slice(2))).toEqual(
      new Set(["waiting ErrImagePull", "waiting ImagePullBackOff"]),
    );
    const syncs = run.events("Failed", "Error: ").map(({ t }) => t);
    syncs.slice(2).forEach((t, index) => expectWithin(t - (syncs[index + 1] ?? NaN), [9, 17]));
  },
);

it.each(versions)(
  "a stray container is killed at housekeeping with 2 s, known by no declaration: %s (B14)",
  (version) => {
    const run = kube(
      `pods: {web: {}}
behaviour: {"ghost/app": {sigterm: ignored}}
stimuli: [{at: 10, action: addContainer, pod: ghost, container: app}]`,
      { version },
    );
    const [term = NaN, kill = NaN] = run.signals("ghost/app").map(([, t]) => t);
    expectWithin(term - 10, [0, 3.1]);
    expect(kill - term).toBeCloseTo(2);
    expect(run.end("web/app")).toBe(Infinity);
  },
);

it.each(versions)(
  "what was lost with the runtime ended with 255, and is restarted: %s (B28)",
  (version) => {
    const run = kube(
      `duration: 120s
pods: {web: {}}
stimuli: [{at: 20, action: nodeDown}, {at: 40, action: nodeUp}]`,
      { version },
    );
    expect(run.life("app", 1).exitCode).toBe(255);
    expect(run.lives("app")).toHaveLength(2);
    expect(run.lastStatus?.containerStatuses[0]?.lastState.terminated).toMatchObject({
      exitCode: 255,
      reason: "Unknown",
    });
  },
);

describe("lists that hang for 240 s", () => {
  const hung = (version: string): KubeRun =>
    kube(
      `duration: 360s
requires: [nodeLifecycle]
pods: {web: {}}
stimuli: [{at: 60, action: listHangs, until: 300}]`,
      { version },
    );

  it.each(versions)("make the node not ready after 3 min: %s (S47)", (version) => {
    const told = hung(version).of("node");
    const notReady = told.find(({ conditions: [ready] }) => ready?.status === "False");
    const again = told.find(
      ({ t, conditions: [ready] }) => t > (notReady?.t ?? NaN) && ready?.status === "True",
    );
    expectWithin(notReady?.t ?? NaN, [239, 255]);
    expect(notReady?.conditions[0]).toMatchObject({ status: "False", reason: "KubeletNotReady" });
    expect(notReady?.conditions[0]?.message).toMatch(
      /^PLEG is not healthy: pleg was last seen active 3m\S+s ago; threshold is 3m0s$/,
    );
    expectWithin(again?.t ?? NaN, [300, 311]);
    expect(again?.conditions[0]).toMatchObject({ status: "True" });
  });
});
