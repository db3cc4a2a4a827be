/** Models: kubernetes/pkg/kubelet/pod_container_deletor_test.go, kuberuntime_gc_test.go. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type GcContainer,
  type GcPolicy,
  type GcSandbox,
  containersToDelete,
  defaultGcPolicy,
  evictableContainers,
  evictableSandboxes,
} from "../../../src/decide/kubelet/container-gc.ts";
import { exited, record, runtimeStatus } from "../../support/kube.ts";

describe("after a death", () => {
  const run = (name: string, restartCount: number, state: "exited" | "running" = "exited") =>
    (state === "exited" ? exited : record)({
      name,
      restartCount,
      createdAtMs: restartCount * 1000,
    });
  const status = runtimeStatus([
    run("app", 3, "running"),
    run("app", 2),
    run("app", 1),
    run("app", 0),
    run("other", 1),
    run("other", 0),
  ]);
  it.each([
    ["all but the last record of that container", "app-2", false, ["app-1", "app-0"]],
    ["also where a running one is named", "app-3", false, ["app-1", "app-0"]],
    ["nothing where it is not known any more", "gone", false, []],
    [
      "all that has exited, of a pod that is gone",
      "gone",
      true,
      ["app-2", "app-1", "other-1", "app-0", "other-0"],
    ],
  ])("goes %s", (_what, diedId, removesAll, ids) => {
    expect(containersToDelete(status, diedId, removesAll).map(({ id }) => id)).toEqual(ids);
  });

  it("goes nothing while there is one record", () => {
    expect(containersToDelete(runtimeStatus([exited()]), "app-0", false)).toEqual([]);
  });
});

function dead(id: string, given: Partial<GcContainer> = {}): GcContainer {
  const [podUid = "", name = "", age = "0"] = id.split("-");
  return {
    id,
    podUid,
    name,
    state: "exited",
    createdAtMs: 100_000 - Number(age) * 1000,
    sandboxId: `s-${podUid}`,
    ...given,
  };
}

const view = { nowMs: 100_000, allSourcesReady: true, isGone: (uid: string) => uid === "gone" };

describe("the collector of containers", () => {
  const two = [dead("p-a-1"), dead("p-a-2"), dead("p-b-3")];
  const noLimit: GcPolicy = { minAgeMs: 0, maxPerPodContainer: -1, maxContainers: -1 };
  it.each([
    ["keeps one of a name of a pod", two, defaultGcPolicy, view, ["p-a-2"]],
    [
      "takes the oldest first",
      [dead("p-a-1"), dead("p-a-3"), dead("p-a-2")],
      defaultGcPolicy,
      view,
      ["p-a-3", "p-a-2"],
    ],
    [
      "leaves what runs",
      [dead("p-a-1"), dead("p-a-2", { state: "running" })],
      defaultGcPolicy,
      view,
      [],
    ],
    [
      "takes what never started",
      [dead("p-a-1"), dead("p-a-2", { state: "created" })],
      defaultGcPolicy,
      view,
      ["p-a-2"],
    ],
    ["leaves what is young", two, { ...defaultGcPolicy, minAgeMs: 2_500 }, view, []],
    [
      "takes all of a pod that is gone",
      [dead("gone-a-1"), dead("gone-b-1")],
      defaultGcPolicy,
      view,
      ["gone-a-1", "gone-b-1"],
    ],
    [
      "S39: but nobody is gone before all sources have spoken",
      [dead("gone-a-1")],
      defaultGcPolicy,
      { ...view, allSourcesReady: false },
      [],
    ],
    ["keeps no limit of a name", two, noLimit, view, []],
    [
      "shares a limit of the node among the names",
      two,
      { ...noLimit, maxContainers: 2 },
      view,
      ["p-a-2"],
    ],
    [
      "takes the oldest of all where that does not suffice",
      two,
      { ...noLimit, maxContainers: 1 },
      view,
      ["p-a-2", "p-b-3"],
    ],
  ])("%s", (_what, containers, policy, seen, ids) => {
    expect(evictableContainers(containers, policy, seen).map(({ id }) => id)).toEqual(ids);
  });

  it("leaves at most one exited record of each name, and none of what is gone", () => {
    const one = fc.record({
      podUid: fc.constantFrom("p", "q", "gone"),
      name: fc.constantFrom("a", "b"),
      state: fc.constantFrom("running", "exited", "created", "unknown"),
      createdAtMs: fc.integer({ min: 0, max: 100_000 }),
    });
    fc.assert(
      fc.property(fc.array(one), (sketches) => {
        const containers = sketches.map((sketch, index) => dead(`p-a-${index}`, sketch as object));
        const removed = new Set(evictableContainers(containers, defaultGcPolicy, view));
        for (const container of removed) expect(container.state).not.toBe("running");
        const left = containers.filter((c) => !removed.has(c) && c.state !== "running");
        const units = left.map(({ podUid, name }) => `${podUid}/${name}`);
        expect(new Set(units).size).toBe(units.length);
        expect(left.some(({ podUid }) => podUid === "gone")).toBe(false);
      }),
    );
  });
});

describe("the collector of sandboxes", () => {
  const sandbox = (id: string, state: "READY" | "NOTREADY", createdAtMs: number): GcSandbox => ({
    id,
    podUid: id.split("-")[0] ?? "",
    state: `SANDBOX_${state}`,
    createdAtMs,
  });
  const [old, older] = [sandbox("p-2", "NOTREADY", 20), sandbox("p-1", "NOTREADY", 10)];
  it.each([
    ["keeps the newest of a pod", [old, older], [], [older]],
    ["leaves one that holds a container", [old, older], [{ sandboxId: "p-1" }], []],
    ["leaves one that is ready", [old, sandbox("p-1", "READY", 10)], [], []],
    ["takes the oldest first", [sandbox("p-3", "READY", 30), old, older], [], [older, old]],
    [
      "takes the newest too of a pod that is gone",
      [sandbox("gone-1", "NOTREADY", 10)],
      [],
      [sandbox("gone-1", "NOTREADY", 10)],
    ],
    ["but not if it is ready", [sandbox("gone-1", "READY", 10)], [], []],
  ])("%s", (_what, sandboxes, containers, expected) => {
    expect(evictableSandboxes(sandboxes, containers, view.isGone)).toEqual(expected);
  });
});
