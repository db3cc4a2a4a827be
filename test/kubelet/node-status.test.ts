/**
 * What the kubelet says of its node: its status where it has changed, and its Lease.
 *
 * Models: kubernetes/pkg/kubelet/kubelet_node_status.go tryUpdateNodeStatus;
 * kubernetes/staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go.
 */
import { describe, expect, it } from "vitest";
import type { NodeTrace, TraceRecord } from "../../src/model/trace.ts";
import { KubernetesSimulation } from "../../src/node/kubernetes-simulation.ts";
import { kubernetesServiceOf } from "../../src/node/node-system.ts";
import { expectWithin } from "../support/expect-within.ts";
import { type KubeRun, kube, since, until } from "../support/kube-run.ts";

type NodeRecord = TraceRecord & NodeTrace;

const said = (run: KubeRun, change: NodeTrace["change"]): readonly NodeRecord[] =>
  run.of("node").filter((record) => record.change === change);

const gaps = (records: readonly { readonly t: number }[]): readonly number[] =>
  records.slice(1).map(({ t }, index) => t - (records[index]?.t ?? NaN));

/** How old the Lease is whenever the node is told of, in seconds. */
const ages = (run: KubeRun): readonly number[] =>
  run.of("node").map(({ t, lease }) => t - lease.renewTimeMs / 1000);

describe("a Lease", () => {
  it("is never older than 10.4 s while the kubelet reaches the server", () => {
    for (const seed of [1, 2, 3]) {
      const run = kube("duration: 1h\npods: {web: {}}", { seed });
      const found = ages(run);
      expect(found.length).toBeGreaterThan(10);
      for (const age of found) expectWithin(age, [0, 10.4]);
      expect(Math.max(...found)).toBeGreaterThan(1);
      expect(run.of("node")[0]?.lease).toMatchObject({
        holderIdentity: "node-1",
        leaseDurationSeconds: 40,
      });
    }
  });

  it("is tried again 7 s later at most while the link is cut (backoffEnsureLease)", () => {
    for (const seed of [1, 2, 3]) {
      const world = new KubernetesSimulation({ name: "node", seed, version: "1.36" });
      const api = kubernetesServiceOf(world.root, "apiServer");
      const renewedMs = (): number => api.getSnapshot().context.node.lease.renewTimeMs;
      world.tell("apiServer", { type: "link.restore" });
      world.startKubelet();
      world.advanceTo(50_000);
      world.tell("apiServer", { type: "link.cut" });
      world.advanceTo(150_000);
      expectWithin(renewedMs(), [39_600, 50_000]);
      world.tell("apiServer", { type: "link.restore" });
      world.advanceTo(157_000);
      expectWithin(renewedMs(), [150_000, 157_000]);
    }
  });
});

describe("a node's status", () => {
  const quiet = (version: string, seed = 1): KubeRun =>
    kube("duration: 1000s\npods: {web: {}}", { version, seed });

  it("is said again every five minutes, though nothing has changed", () => {
    const [first, ...again] = said(quiet("1.36"), "status");
    expect(first?.t).toBe(0);
    expectWithin((again[0]?.t ?? NaN) - 0, [0, 311]);
    for (const gap of gaps(again)) expectWithin(gap, [300, 311]);
    const conditions = again.map(({ conditions: [ready] }) => ready);
    for (const [index, ready] of conditions.entries()) {
      expectWithin((again[index]?.t ?? NaN) - (ready?.lastHeartbeatTimeMs ?? NaN) / 1000, [0, 1]);
      expect(ready).toMatchObject({ status: "True", lastTransitionTimeMs: -86_400_000 });
    }
  });

  /** From the first word of a kubelet that was just started to its next. */
  const spread = (version: string): readonly number[] =>
    [1, 2, 3, 4, 5, 6].map((seed) => {
      const run = kube(
        "duration: 700s\npods: {web: {}}\nstimuli: [{at: 100, action: kubeletRestart}]",
        { version, seed },
      );
      const [first, second] = said(run, "status").filter(({ t }) => t >= 100);
      return (second?.t ?? NaN) - (first?.t ?? NaN);
    });

  it.each(until("1.33"))("comes 5 min after the kubelet's start again: %s (row 39)", (version) => {
    for (const gap of spread(version)) expectWithin(gap, [300, 311]);
  });

  it.each(since("1.34"))("comes 2.5 to 7.5 min after that: %s (row 39)", (version) => {
    const found = spread(version);
    for (const gap of found) expectWithin(gap, [150, 461]);
    expect(Math.max(...found) - Math.min(...found)).toBeGreaterThan(30);
  });

  it("is compared with what the watch brought last, so that an outage shows for longer", () => {
    const run = kube(
      `duration: 600s
requires: [nodeLifecycle]
pods: {web: {}}
stimuli: [{at: 100, action: apiDown}, {at: 500, action: apiUp}]`,
    );
    const after = said(run, "status").filter(({ t }) => t >= 500);
    const seen = run.of("source").find(({ t, source }) => t >= 500 && source === "api");
    const ready = after.find(({ conditions: [condition] }) => condition?.status === "True");
    expect(ready?.t).toBeGreaterThan(seen?.t ?? 500);
  });
});
