/**
 * A node whose kubelet is stopped and started again, or is cut off from the API.
 *
 * Models: kubernetes/pkg/kubelet/kubelet.go syncLoop; kubelet_pods.go HandlePodCleanups;
 * config/sources.go; status/status_manager.go.
 */
import { describe, expect, it } from "vitest";
import { expectWithin } from "../support/expect-within.ts";
import { kube, since, until, versions } from "../support/kube-run.ts";

const exec = "exec: {command: [check]}";
const staticWeb = JSON.stringify(
  '{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "a:1"}]}}',
);
const write = (at: number): string =>
  `{at: ${at}, action: writeFile, path: web.yaml, content: ${staticWeb}}`;
const remove = (at: number): string => `{at: ${at}, action: removeFile, path: web.yaml}`;
const app = "web-node-1/app";

/** After an outage: when its API source may try again at the latest (30 s, jitter 1.0). */
const nextTry = 60;

describe("a kubelet that is stopped", () => {
  const stopped = `
    duration: 100s
    pods: {web: {containers: [{livenessProbe: {${exec}, periodSeconds: 1}}]}}
    behaviour: {app: {runs: [{exitAfter: 30, exitCode: 1}, {}]}}
    stimuli: [{at: 20, action: kubeletStop}, {at: 60, action: kubeletStart}]`;

  it.each(versions)("does nothing more, and containers go on: %s (§10)", (version) => {
    const run = kube(stopped, { version });
    expect(run.end("app")).toBe(30);
    const meanwhile = run.records.filter(({ t, type }) => t > 20 && t < 60 && type !== "node");
    expect(meanwhile.map(({ type }) => type)).toEqual(["container"]);
    expectWithin(run.start("app", 2), [60, 62]);
  });

  it.each(versions)("comes back once, not beside itself: %s (§10)", (version) => {
    const run = kube(stopped, { version });
    const isLate = ({ t }: { readonly t: number }): boolean => t > 70 && t <= 90;
    expect(run.of("relist").filter(isLate)).toHaveLength(20);
    expect(run.probes("liveness").filter(isLate)).toHaveLength(20);
  });

  it.each(versions)("in the middle of a stop finds it under way: %s (§10)", (version) => {
    const run = kube(
      `duration: 120s
pods: {web: {}}
behaviour: {app: {sigterm: ignored}}
stimuli: [{at: 10, action: deletePod, pod: web}, {at: 15, action: kubeletRestart, downFor: 1s}]`,
      { version },
    );
    // The runtime goes on with the stop that it was asked for.
    expect(run.signals("app").filter(([signal]) => signal === "TERM")).toHaveLength(1);
    expect(run.end("app")).toBe(40);
    expectWithin(run.pod("removed"), [40, 44]);
  });

  it.each(versions)("while a pod is deleted finds out when it is back: %s (§10)", (version) => {
    const run = kube(
      `pods: {web: {}}
stimuli:
- {at: 10, action: kubeletStop}
- {at: 15, action: deletePod, pod: web}
- {at: 30, action: kubeletStart}`,
      { version },
    );
    expectWithin(run.sigterm("app"), [30, 32]);
    expect(run.pod("removed")).toBeLessThanOrEqual(35);
  });
});

describe("after a restart of the kubelet", () => {
  /** How Ready changed from the restart on. */
  const ready = (answers: string, version: string): readonly string[] => {
    const run = kube(
      `duration: 80s
pods: {web: {containers: [{readinessProbe: {${exec}, periodSeconds: 10}}]}}
behaviour: {app: {probes: {readiness: [${answers}]}}}
stimuli: [{at: 40, action: kubeletRestart, downFor: 2s}]`,
      { version },
    );
    expect(run.lives("app")).toHaveLength(1);
    return run
      .conditions("Ready")
      .filter(([, t]) => t > 40)
      .map(([to]) => to);
  };
  const never = "{from: 0, to: 1000, result: failure}";

  it.each(until("1.34"))("a ready pod flaps: %s (row 8, B31)", (version) => {
    expect(ready("", version)).toEqual(["True", "False", "True"]);
  });

  it.each(until("1.34"))("a pod that is not ready seems to be: %s (row 9, B31)", (version) => {
    expect(ready(never, version)).toEqual(["True", "False"]);
  });

  it.each(since("1.35"))("both are what they were: %s (rows 8, 9, A11)", (version) => {
    expect(new Set(ready("", version))).toEqual(new Set(["True"]));
    expect(new Set(ready(never, version))).toEqual(new Set(["False"]));
  });

  it.each(versions)("running containers are kept: %s (§10)", (version) => {
    const run = kube(
      `pods: {web: {initContainers: [{name: side, restartPolicy: Always}]}}
stimuli: [{at: 20, action: kubeletRestart, downFor: 1s}]`,
      { version },
    );
    expect([run.lives("app").length, run.lives("side").length]).toEqual([1, 1]);
    expect(run.signals("app")).toEqual([]);
  });

  it.each(versions)("what a file declared that went meanwhile has 2 s: %s (B15)", (version) => {
    const run = kube(
      `stimuli:
- ${write(5)}
- {at: 20, action: kubeletStop}
- ${remove(25)}
- {at: 40, action: kubeletStart}
behaviour: {"*/*": {sigterm: ignored}}`,
      { version },
    );
    const [term = NaN, kill] = run.signals(app).map(([, t]) => t);
    expectWithin(term, [41, 43]);
    expect(kill).toBe(term + 2);
  });

  it.each(versions)("without the API nothing is cleaned up: %s (S39, B15)", (version) => {
    const run = kube(
      `duration: 200s
stimuli:
- ${write(5)}
- {at: 20, action: apiDown}
- {at: 22, action: kubeletRestart, downFor: 1s}
- ${remove(40)}
- {at: 80, action: apiUp}
behaviour: {"*/*": {sigterm: ignored}}`,
      { version },
    );
    const [term = NaN, kill] = run.signals(app).map(([, t]) => t);
    expectWithin(term, [80, 83 + nextTry]);
    expect(kill).toBe(term + 30);
  });

  it.each(versions)("without the API its pods stay as they are: %s (B24)", (version) => {
    const run = kube(
      `duration: 160s
pods: {web: {}}
behaviour: {app: {runs: [{exitAfter: 30, exitCode: 1}, {}]}}
stimuli:
- {at: 20, action: apiDown}
- {at: 22, action: kubeletRestart, downFor: 1s}
- {at: 80, action: apiUp}`,
      { version },
    );
    expectWithin(run.start("app", 2), [80, 82 + nextTry]);
  });
});

describe("a stray container", () => {
  it.each(versions)("is stopped at the next housekeeping with 2 s: %s (S40, B27)", (version) => {
    const run = kube(
      `stimuli: [{at: 5, action: addContainer, pod: ghost, container: {name: app, image: x}}]
behaviour: {"*/*": {sigterm: ignored}}`,
      { version },
    );
    const [term = NaN, kill] = run.signals("ghost/app").map(([, t]) => t);
    expectWithin(term - 5, [0, 3]);
    expect(kill).toBe(term + 2);
  });
});

describe("while the API is away", () => {
  const outage = `
    duration: 200s
    pods: {web: {}, gone: {}}
    behaviour: {"*/*": {runs: [{exitAfter: 50, exitCode: 1}, {}]}}
    stimuli:
    - {at: 20, action: apiDown}
    - {at: 30, action: deletePod, pod: gone}
    - {at: 100, action: apiUp}`;

  it.each(versions)("containers are started again as ever: %s (§10)", (version) => {
    const run = kube(outage, { version });
    expectWithin(run.start("web/app", 2) - run.end("web/app"), [0, 1]);
  });

  it.each(versions)("deletions wait, and so does the status: %s (§10)", (version) => {
    const run = kube(outage, { version });
    const term = run.of("signal").find(({ pod }) => pod === "gone")?.t ?? NaN;
    expectWithin(term, [100, 101 + nextTry]);
    expect(run.statuses("web").filter(({ t }) => t > 20 && t < 100)).toEqual([]);
    const first = run.statuses("web").find(({ t }) => t >= 100);
    expectWithin(first?.t ?? NaN, [100, 110]);
    expect(first?.containerStatuses[0]?.restartCount).toBe(1);
  });
});

describe("the API source after an outage (reflector.go)", () => {
  /** How long after the link is back a pod is started that was made meanwhile. */
  const late = (outage: number, seed: number): number => {
    const run = kube(
      `duration: 170s
pods: {late: {}}
stimuli:
- {id: cut, at: 20, action: apiDown}
- {at: cut+${outage / 2}s, action: createPod, pod: late}
- {at: cut+${outage}s, action: apiUp}`,
      { seed },
    );
    return run.start("late/app") - 20 - outage;
  };
  const seeds = Array.from({ length: 6 }, (_, index) => index + 1);

  it.each([
    // The sums of the waits: 0.8 to 1.6 s, then to 4.8, 11.2, 24, 49.6 …
    [0.5, 0.3, 1.1],
    [10, 0, 12.8],
    [60, 0, 60],
  ])("that lasts %d s lists at its next try", (outage, least, most) => {
    const times = seeds.map((seed) => late(outage, seed));
    expectWithin(Math.min(...times), [least, most]);
    expectWithin(Math.max(...times), [least, most]);
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan((most - least) / 5);
  });
});
