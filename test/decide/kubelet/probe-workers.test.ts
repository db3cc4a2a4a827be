/** Models: kubernetes/pkg/kubelet/prober/prober_manager_test.go TestAddRemovePods and its kin. */
import { describe, expect, it } from "vitest";
import { handleProbeNews, isProbeNews } from "../../../src/decide/kubelet/probe-results.ts";
import {
  probeWorkerKey,
  probeWorkersOf,
  workersToAdd,
  workersToStopFirst,
} from "../../../src/decide/kubelet/probe-workers.ts";
import { container, pod, probe, sidecar } from "../../support/kube.ts";

const web = pod({
  spec: {
    initContainers: [
      container({ name: "setup", livenessProbe: probe() }),
      sidecar({ livenessProbe: probe(), readinessProbe: probe() }),
    ],
    containers: [
      container({ livenessProbe: probe(), readinessProbe: probe(), startupProbe: probe() }),
      container({ name: "plain" }),
      container({ name: "last", livenessProbe: probe() }),
    ],
  },
});

const all = [
  "app/startup",
  "app/readiness",
  "app/liveness",
  "last/liveness",
  "side/readiness",
  "side/liveness",
];

describe("the workers of a pod", () => {
  it("are those of regular containers, then of sidecars; no other init container is probed", () => {
    expect(probeWorkersOf(web).map(probeWorkerKey)).toEqual(all);
  });

  it.each([
    ["all, at the first sync", [], all],
    ["none, while the first is there", ["app/startup"], []],
    ["none, though a later one has ended", all.slice(0, -1), []],
    ["those before the first that is left", ["last/liveness"], all.slice(0, 3)],
    ["all again when all have ended", [], all],
  ])("a sync makes %s", (_what, present, added) => {
    expect(workersToAdd(web, new Set(present)).map(probeWorkerKey)).toEqual(added);
  });

  it("B8: those of sidecars go on when a termination begins, as readiness does", () => {
    const stopped = ["app/startup", "app/liveness", "last/liveness"];
    expect(workersToStopFirst(web).map(probeWorkerKey)).toEqual(stopped);
  });
});

describe("a stored result", () => {
  it.each([
    [undefined, "unknown", true],
    [undefined, "failure", true],
    ["failure", "failure", false],
    ["failure", "success", true],
  ] as const)("after %s, %s is news: %s", (before, stored, isNews) => {
    expect(isProbeNews(before, stored)).toBe(isNews);
  });

  it.each([
    ["liveness", "failure", { syncsPod: true }],
    ["liveness", "success", { syncsPod: false }],
    ["readiness", "failure", { syncsPod: true, sets: { ready: false } }],
    ["readiness", "success", { syncsPod: true, sets: { ready: true } }],
    ["startup", "unknown", { syncsPod: true, sets: { started: false } }],
    ["startup", "failure", { syncsPod: true, sets: { started: false } }],
    ["startup", "success", { syncsPod: true, sets: { started: true } }],
  ] as const)("%s: %s", (probeType, result, handling) => {
    expect(handleProbeNews(probeType, result)).toEqual(handling);
  });
});
