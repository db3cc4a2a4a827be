/**
 * What the kubelet says of its node: its status where it has changed, and its Lease.
 *
 * Models: kubernetes/pkg/kubelet/kubelet_node_status.go tryUpdateNodeStatus;
 * kubernetes/staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go.
 */
import { describe, expect, it } from "vitest";
import type { NodeTrace, TraceRecord } from "../../src/model/trace.ts";
import { expectWithin } from "../support/expect-within.ts";
import { type KubeRun, kube, since, until } from "../support/kube-run.ts";

type NodeRecord = TraceRecord & NodeTrace;

const said = (run: KubeRun, change: NodeTrace["change"]): readonly NodeRecord[] =>
  run.of("node").filter((record) => record.change === change);

const gaps = (records: readonly { readonly t: number }[]): readonly number[] =>
  records.slice(1).map(({ t }, index) => t - (records[index]?.t ?? NaN));

describe("a Lease", () => {
  const run = kube("duration: 300s\npods: {web: {}}");

  it("is renewed every 10 s and a bit", () => {
    const renewed = said(run, "lease");
    for (const gap of gaps(renewed)) expectWithin(gap, [10, 10.4]);
    expectWithin(renewed.length, [27, 30]);
    for (const { t, lease } of renewed) {
      expect(lease).toEqual({
        holderIdentity: "node-1",
        leaseDurationSeconds: 40,
        renewTimeMs: t * 1000,
      });
    }
  });

  it("has a resourceVersion of its own, above all that were written before", () => {
    const written = run
      .of("node")
      .map(({ resourceVersion }) => Number(resourceVersion))
      .concat();
    expect(written).toEqual(written.toSorted((a, b) => a - b));
    expect(new Set(written).size).toBe(written.length);
  });

  it("is tried again 7 s later at most while the link is cut (backoffEnsureLease)", () => {
    for (const seed of [1, 2, 3]) {
      const cut = kube(
        "duration: 200s\npods: {web: {}}\nstimuli: [{at: 50, action: apiDown}, {at: 150, action: apiUp}]",
        { seed },
      );
      const renewed = said(cut, "lease");
      expect(renewed.filter(({ t }) => t > 50 && t < 150)).toEqual([]);
      expectWithin((renewed.find(({ t }) => t >= 150)?.t ?? NaN) - 150, [0, 7]);
    }
  });

  it("is not renewed while there is no kubelet, and at once by the next", () => {
    const stopped = kube(
      "duration: 200s\npods: {web: {}}\nstimuli: [{at: 50, action: kubeletRestart, downFor: 100s}]",
    );
    const renewed = said(stopped, "lease");
    expect(renewed.filter(({ t }) => t > 50 && t < 150)).toEqual([]);
    expectWithin((renewed.find(({ t }) => t >= 150)?.t ?? NaN) - 150, [0, 0.3]);
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
