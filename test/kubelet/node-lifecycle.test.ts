/**
 * The node as the control plane sees it: what its kubelet says of it, and what becomes of its pods
 * when it says nothing any more.
 *
 * Models: kubernetes/pkg/kubelet/kubelet_node_status.go syncNodeStatus;
 * kubernetes/pkg/controller/nodelifecycle/node_lifecycle_controller.go monitorNodeHealth.
 */
import { describe, expect, it } from "vitest";
import { expectWithin } from "../support/expect-within.ts";
import { type KubeRun, kube } from "../support/kube-run.ts";

const seeds = [1, 2, 3, 4, 5];

/** When the node's Ready became that, and what was said. */
function ready(run: KubeRun) {
  return run.of("node").map(({ t, conditions: [condition] }) => ({ t, ...condition }));
}

/** When the controller found the node silent. */
function silentAt(run: KubeRun): number {
  return ready(run).find(({ status }) => status === "Unknown")?.t ?? NaN;
}

describe("a node that falls silent", () => {
  const cut = (more = "", seed = 1): KubeRun =>
    kube(`duration: 500s\npods: {web: {}}\nstimuli: [{id: cut, at: 100, action: apiDown}${more}]`, {
      seed,
    });

  it.each(seeds)("is Unknown 50 to 60 s after its last heartbeat: seed %d", (seed) => {
    const run = cut("", seed);
    // The last heartbeat was in the 10.4 s before the cut.
    expectWithin(silentAt(run) - 100, [39.6, 60]);
    expect(ready(run).at(-1)).toMatchObject({
      status: "Unknown",
      reason: "NodeStatusUnknown",
      message: "Kubelet stopped posting node status.",
    });
  });

  it.each(seeds)("has its pods deleted 300 s later, by their own grace: seed %d", (seed) => {
    const run = cut("", seed);
    expect(run.pod("terminating") - silentAt(run)).toBeCloseTo(300, 3);
    // Nobody on the node hears of it.
    expect(run.pod("removed")).toBe(Infinity);
    expect(run.signals("app")).toEqual([]);
  });

  it("keeps them where it is back before that", () => {
    const run = cut(", {at: cut+5m, action: apiUp}");
    expect(run.pod("terminating")).toBe(Infinity);
    expect(ready(run).at(-1)).toMatchObject({ status: "True", reason: "KubeletReady" });
    expectWithin((ready(run).at(-1)?.t ?? NaN) - 400, [0, 10.4]);
  });

  it("is not found so where its kubelet restarts", () => {
    const run = kube(
      "duration: 200s\npods: {web: {}}\nstimuli: [{at: 100, action: kubeletRestart, downFor: 30s}]",
    );
    expect(silentAt(run)).toBeNaN();
  });
});

describe("a kubelet whose runtime lists nothing", () => {
  const hanging = (seed: number): KubeRun =>
    kube("duration: 400s\npods: {web: {}}\nstimuli: [{at: 20, action: listFails, until: 300s}]", {
      seed,
    });

  it.each(seeds)("says after three minutes that it is not ready: seed %d (S47)", (seed) => {
    const [first, notReady] = ready(hanging(seed));
    expect(first).toMatchObject({ t: 0, status: "True", reason: "KubeletReady" });
    expect(notReady).toMatchObject({ status: "False", reason: "KubeletNotReady" });
    expect(notReady?.message).toContain("PLEG is not healthy: pleg was last seen active 3m");
    expect(notReady?.message).toContain("threshold is 3m0s");
    // The last good list is up to a second old, and it is asked every 10 to 10.4 s.
    expectWithin((notReady?.t ?? NaN) - 200, [-1, 10.4]);
  });

  it.each(seeds)("says so every ten seconds and a bit, and is ready again: seed %d", (seed) => {
    const said = ready(hanging(seed));
    const unready = said.filter(({ status }) => status === "False").map(({ t }) => t);
    expect(unready.length).toBeGreaterThan(7);
    const gaps = unready.slice(1).map((t, index) => t - (unready[index] ?? NaN));
    for (const gap of gaps) expectWithin(gap, [10, 10.4]);
    expect(new Set(gaps.map((gap) => gap.toFixed(3))).size).toBeGreaterThan(1);
    expect(said.at(-1)).toMatchObject({ status: "True" });
    expectWithin((said.at(-1)?.t ?? NaN) - 300, [0, 12]);
  });
});
