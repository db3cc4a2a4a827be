/**
 * A kubelet of another minor takes the place of the one there: what becomes of pods from files and
 * from the API. What is expected is what a 1.35.6 that became a 1.36.2 did (A12, A13).
 *
 * Models: kubernetes/pkg/kubelet/config/common.go applyDefaults; kubelet_pods.go HandlePodCleanups.
 */
import { describe, expect, it } from "vitest";
import { expectWithin } from "../support/expect-within.ts";
import { type KubeRun, kube, versions } from "../support/kube-run.ts";

const downFor = 2;
const upgrade = 20;
const up = upgrade + downFor;

interface Change {
  readonly from: string;
  readonly to: string;
}

/** One static pod `web` from the start on, and a kubelet that becomes another one at 20 s. */
function play(
  { from, to }: Change,
  { spec = 'containers: [{name: app, image: "app:1"}]', more = "", seed = 1 } = {},
): KubeRun {
  const content = `{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {${spec}}}`;
  const stimuli = [
    `{at: 0, action: writeFile, path: web.yaml, content: ${JSON.stringify(content)}}`,
    `{at: ${upgrade}, action: kubeletUpgrade, to: "${to}", downFor: ${downFor}s}`,
  ];
  const yaml = `duration: 120s\nstimuli: [${stimuli.join(", ")}]\n${more}`;
  return kube(yaml, { version: from, seed });
}

const app = "web-node-1/app";
const mirror = "web-node-1";

/** Each minor to the next, the other way, and over several. */
const changes: readonly Change[] = [
  ...versions.slice(1).map((to, index) => ({ from: versions[index] ?? to, to })),
  { from: "1.36", to: "1.35" },
  { from: "1.32", to: "1.36" },
  { from: "1.36", to: "1.32" },
];

describe.each(changes)("from $from to $to, a static pod", (change) => {
  it("is started anew beside the old one, which is then an orphan (A13)", () => {
    const run = play(change);
    const [old, anew, ...others] = run.lives(app);
    expect(others).toEqual([]);
    expectWithin((anew?.start ?? NaN) - up, [0, 1.5]);
    expectWithin((old?.end ?? NaN) - up, [2, 3]);
    expect(old?.exitCode).toBe(143);
    expect(new Set(run.of("container").map(({ uid }) => uid)).size).toBe(2);
    expect(run.statuses(mirror).at(-1)).toMatchObject({
      phase: "Running",
      containerStatuses: [{ restartCount: 0 }],
    });
  });

  it("gets two seconds of its grace and no preStop (A13)", () => {
    const hook = "lifecycle: {preStop: {exec: {command: [drain]}}}";
    const spec = `terminationGracePeriodSeconds: 30, containers: [{name: app, image: "app:1", ${hook}}]`;
    const more = 'behaviour: {"*/*": {sigterm: {exitAfter: 6, exitCode: 0}}}';
    const run = play(change, { spec, more });
    const term = run.sigterm(app);
    expectWithin(term - up, [2, 3]);
    expect(run.signals(app)).toEqual([
      ["TERM", term],
      ["KILL", term + 2],
    ]);
    expect(run.life(app).exitCode).toBe(137);
    expect(run.of("hook")).toEqual([]);
    expect(run.events("Killing", "Stopping container app")).toHaveLength(1);
  });

  it("that had finished for good runs again (A13)", () => {
    const spec = 'restartPolicy: Never, containers: [{name: app, image: "app:1"}]';
    const run = play(change, { spec, more: 'behaviour: {"*/*": {runs: [{exitAfter: 2}]}}' });
    expect(run.starts(app)).toHaveLength(2);
    expectWithin(run.start(app, 2) - up, [0, 1.5]);
    expect(run.statuses(mirror).at(-1)?.phase).toBe("Succeeded");
  });

  it("that crashed begins with no restarts and no back-off (A13)", () => {
    const run = play(change, {
      more: 'behaviour: {"*/*": {runs: [{exitAfter: 1, exitCode: 1}]}}',
    });
    const anew = run.starts(app).filter((start) => start >= up);
    expectWithin((anew[0] ?? NaN) - up, [0, 1.5]);
    expectWithin((anew[1] ?? NaN) - (anew[0] ?? NaN), [1, 3]);
    const first = run.statuses(mirror).find(({ t }) => t >= up + 0.5);
    expect(first?.containerStatuses[0]?.restartCount).toBeLessThan(2);
  });

  it("has its init containers run again", () => {
    const spec =
      'initContainers: [{name: init, image: "i:1"}], containers: [{name: app, image: "app:1"}]';
    const run = play(change, { spec, more: 'behaviour: {"*/init": {runs: [{exitAfter: 1}]}}' });
    expect(run.starts("web-node-1/init")).toHaveLength(2);
    expectWithin(run.start(app, 2) - run.end("web-node-1/init", 2), [0, 1.5]);
  });
});

describe("a kubelet of another version", () => {
  const api = `
    duration: 60s
    pods: {web: {}}
    stimuli: [{at: 20, action: kubeletUpgrade, to: "1.36"}]`;

  it.each(versions)("leaves pods of the API as they are: %s (A13)", (version) => {
    const run = kube(api, { version });
    expect(run.starts("app")).toHaveLength(1);
    expect(run.signals("app")).toEqual([]);
    expect(run.lastStatus?.containerStatuses[0]?.restartCount).toBe(0);
  });

  it.each(versions)("is told of in the trace: %s", (version) => {
    const run = kube(api, { version });
    expect(run.of("stimulus")).toMatchObject([{ action: "kubeletUpgrade", target: "1.36" }]);
    expect(run.of("kubelet")).toMatchObject([
      { t: 0, change: "started", version },
      { t: 20, change: "stopped" },
      { t: 20, change: "started", version: "1.36" },
    ]);
  });

  it("has its own ways from then on, and the next restart is its own, too", () => {
    const run = kube(
      `duration: 120s
pods: {web: {}}
stimuli:
- {at: 20, action: kubeletUpgrade, to: "1.36"}
- {at: 40, action: kubeletRestart}
- {at: 21, action: killContainer, of: app#1}
- {at: 60, action: killContainer, of: app#2}`,
      { version: "1.34" },
    );
    const texts = run.events("Created").map(({ message }) => message);
    expect(texts).toEqual(["Created container: app", "Container created", "Container created"]);
  });

  it.each(versions)("that is no other, restarts and keeps static pods: %s", (version) => {
    const run = play({ from: version, to: version });
    expect(run.starts(app)).toHaveLength(1);
    expect(run.signals(app)).toEqual([]);
  });

  it("starts at once where none ran", () => {
    const run = kube(
      `pods: {web: {}}
stimuli:
- {at: 5, action: kubeletStop}
- {at: 10, action: kubeletUpgrade, to: "1.35"}`,
    );
    expect(run.of("kubelet").map(({ t, change }) => [t, change])).toEqual([
      [0, "started"],
      [5, "stopped"],
      [10, "started"],
    ]);
  });

  it.each([
    ["1.33", "1.34", 1],
    ["1.34", "1.33", 1],
  ])("reads what the other refuses, %s to %s (row 15)", (from, to, starts) => {
    const spec = `volumes: [{name: v, secret: {secretName: s}}], containers: [{name: app, image: "app:1"}]`;
    const run = play({ from, to }, { spec });
    expect(run.starts(app)).toHaveLength(starts);
    expectWithin(run.start(app), from === "1.33" ? [0, 1] : [up, up + 1.5]);
    if (from === "1.33") expectWithin(run.end(app), [up + 2, up + 3]);
  });
});
