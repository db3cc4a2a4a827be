/** Stimuli that wait for what happens in the run, in the kubernetes model. */
import { describe, expect, it } from "vitest";
import { type KubeRun, kube } from "../support/kube-run.ts";

const pods = `
duration: 90s
pods:
  web:
    terminationGracePeriodSeconds: 20
    containers:
    - image: "slow:1"
      lifecycle: {postStart: {exec: {command: [x]}}, preStop: {exec: {command: [x]}}}
behaviour:
  app:
    pull: {takes: 4s, result: success}
    postStart: {takes: 3s, result: success}
    preStop: {takes: 5s, result: success}
    sigterm: {exitAfter: 2s, exitCode: 0}
stimuli:
- {id: del, at: 30s, action: deletePod, pod: web}
`;

function played(at: string, seed = 1): KubeRun {
  return kube(`${pods}- {id: mark, at: ${at}, action: apiUp}`, { seed });
}

const markOf = (run: KubeRun) => run.of("stimulus").find(({ id }) => id === "mark")?.t;

describe("a stimulus waits for", () => {
  it.each([
    ["app.pull#1.start", 0],
    ["app.pull#1.end+1s", 5],
    ["app#1.start+500ms", 4.5],
    ["app#1.postStart", 4],
    ["app#1.postStart+2s", 6],
    ["app#1.preStop+1s", 31],
    ["app#1.sigterm", 35],
    ["app#1.exit", 37],
    ["web/app#1.preStop+4s", 34],
  ])("%s", (at, wanted) => {
    expect(markOf(played(at))).toBe(wanted);
  });

  it.each([1, 2, 3])("the start time of a pod, which is in whole seconds: seed %d", (seed) => {
    const run = played("pod.status.startTime+10s", seed);
    const started = run.of("status").find(({ startTime }) => startTime !== undefined)?.startTime;
    expect(markOf(run)).toBeCloseTo((started ?? NaN) + 10);
  });

  it("a second pull, which never is: it is told", () => {
    const run = played("app.pull#2.start");
    expect(markOf(run)).toBeUndefined();
    expect(run.of("warning")).toMatchObject([
      { message: 'apiUp "mark" did not happen: app.pull#2.start was not reached' },
    ]);
  });
});

describe("records of hooks and probes", () => {
  it("name the run of the container that they are about", () => {
    const run = kube(`
pods: {web: {containers: [{livenessProbe: {httpGet: {port: 80}, periodSeconds: 1}}]}}
behaviour: {app: {runs: [{exitAfter: 10, exitCode: 1}, {}]}}`);
    const runs = new Set(run.probes("liveness").map((told) => told.run));
    expect([...runs]).toEqual([1, 2]);
    const hooks = played("1s").of("hook");
    expect(hooks.map(({ hook, phase, run: number }) => [hook, phase, number])).toEqual([
      ["postStart", "start", 1],
      ["postStart", "end", 1],
      ["preStop", "start", 1],
      ["preStop", "end", 1],
    ]);
  });
});

it("a template of createPods is no pod itself, so that the node has room for all", () => {
  const run = kube(`
duration: 30s
node: {allocatable: {pods: 5}}
pods: {t: {}}
stimuli: [{id: mk, at: 5, action: createPods, template: t, count: 6}]`);
  expect(run.starts("t/app")).toEqual([]);
  const names = [1, 2, 3, 4, 5, 6].map((number) => `t-${number}/app`);
  expect(names.map((name) => run.starts(name).length)).toEqual([1, 1, 1, 1, 1, 0]);
  expect(run.events("OutOfpods").map(({ pod }) => pod)).toEqual(["t-6"]);
});
