/**
 * A pod that mounts volumes waits for them, before its sandbox and after its end.
 *
 * Models: kubernetes/pkg/kubelet/volumemanager/volume_manager.go WaitForAttachAndMount,
 * WaitForUnmount.
 */
import { describe, expect, it } from "vitest";
import { kube, versions } from "../support/kube-run.ts";

const mounting =
  "volumes: [{name: data, emptyDir: {}}]," +
  " containers: [{volumeMounts: [{name: data, mountPath: /data}]}]";

function play(pod: string, mount: string, more = "", options = {}) {
  const text = `
    duration: 200s
    pods: {web: {${pod}}}
    runtime: {latency: {mount: ${mount}}}
    stimuli: [${more}]`;
  return kube(text, options);
}

const del = (at: number): string => `{at: ${at}, action: deletePod, pod: web, graceSeconds: 1}`;

describe("a pod with volumes", () => {
  it.each(versions)("starts with the second look, 0.3 s after the first: %s", (version) => {
    expect(play(mounting, "0s", "", { version }).start("app")).toBe(0.3);
  });

  it("is looked at each 0.3 s, after two loops of 0.1 s each and the time that mounting takes", () => {
    const starts = Array.from({ length: 30 }, (_, seed) =>
      play(mounting, "200ms", "", { seed }).start("app"),
    );
    expect(new Set(starts)).toEqual(new Set([0.3, 0.6]));
    expect(play(mounting, "1s").start("app")).toBe(1.2);
  });

  it("starts at once where no container mounts what it declares", () => {
    expect(play("volumes: [{name: data, emptyDir: {}}]", "1s").start("app")).toBe(0);
  });

  it("waits where admission gave it the token of its account, and only in the API", () => {
    const account = "serviceAccountName: builder";
    const no = "automountServiceAccountToken: false";
    expect(play(account, "0s").start("app")).toBe(0.3);
    expect(play("automountServiceAccountToken: true", "0s").start("app")).toBe(0.3);
    expect(play(`${account}, ${no}`, "0s").start("app")).toBe(0);
    expect(play("", "0s").start("app")).toBe(0);
    const file = "{at: 0, action: writeFile, path: web.yaml, content: web}";
    expect(play("automountServiceAccountToken: true", "0s", file).start("app")).toBe(0);
    expect(play(mounting, "0s", file).start("app")).toBe(0.3);
  });

  it("restarts its containers without a wait: the volumes are there", () => {
    const run = kube(`
      pods: {web: {${mounting}}}
      behaviour: {app: {runs: [{exitAfter: 5s, exitCode: 1}, {}]}}
      runtime: {latency: {mount: 4900ms}}
      stimuli: []`);
    const [gap = NaN] = run.gaps("app");
    expect(run.start("app")).toBe(5.1);
    expect(gap).toBeLessThan(1.01);
  });

  it("whose sync has waited for 2 min 3 s is synced anew, 10 to 15 s later", () => {
    const started = play(mounting, "130s").start("app");
    expect(started).toBeGreaterThan(133);
    expect(started).toBeLessThanOrEqual(139.5);
  });

  it("that is deleted meanwhile waits no longer", () => {
    const run = play(mounting, "100s", del(10.1));
    expect(run.pod("removed")).toBeLessThan(12);
    expect(run.lives("app")).toEqual([]);
  });

  it("goes when the volumes are unmounted, at the second look after its end at the latest", () => {
    const removed = (pod: string) =>
      Array.from({ length: 20 }, (_, seed) => play(pod, "0s", del(10), { seed }).pod("removed"));
    const plain = removed("");
    const later = removed(mounting).map((t, index) => t - (plain[index] ?? NaN));
    const seen = new Set(later.map((seconds) => Math.round(seconds * 10) / 10));
    expect(seen).toEqual(new Set([0, 0.3]));
  });
});
