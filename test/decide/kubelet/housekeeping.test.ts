/** Models: kubernetes/pkg/kubelet/kubelet_pods_test.go TestKubelet_HandlePodCleanups. */
import { describe, expect, it } from "vitest";
import {
  type HousekeepingStep,
  type HousekeepingView,
  couldHaveRunningContainers,
  isPodTerminating,
  planHousekeeping,
  shouldPodContentBeRemoved,
} from "../../../src/decide/kubelet/housekeeping.ts";
import { type KnownPod, syncKnownPods } from "../../../src/decide/kubelet/known-pods.ts";
import {
  beginWork,
  completeSync,
  completeTerminated,
  completeTerminating,
} from "../../../src/decide/kubelet/pod-worker-steps.ts";
import { type PodSyncStatus, updatePod } from "../../../src/decide/kubelet/pod-worker.ts";
import { pod } from "../../support/kube.ts";

const created = updatePod(
  undefined,
  { updateType: "create", pod: pod() },
  { nowMs: 0, runsNothing: false },
);
if (created === undefined) throw new Error("the update came to nothing");
const fresh = created.status;
const running = beginWork(fresh, "start", 1).status;
const terminating = completeSync(running, 2);
const terminated = completeTerminating(terminating, 3).status;
const finished = completeTerminated(terminated);

describe("the workers of pods", () => {
  const sync = (status: PodSyncStatus, isDesired: boolean) =>
    syncKnownPods(new Map([["u", status]]), new Set(isDesired ? ["u"] : []), 9);

  it.each([
    ["that run", running, "SyncPod"],
    ["that end", terminating, "TerminatingPod"],
    ["that have ended", terminated, "TerminatedPod"],
    ["that are finished: their end is remembered", finished, "TerminatedPod"],
  ] as const)("stay while the pod is declared: %s", (_what, status, state) => {
    const { workers, known, forgotten, notified } = sync(status, true);
    expect(workers.get("u")).toBe(status);
    expect(known.get("u")).toEqual({ state, isOrphan: false });
    expect([forgotten, notified]).toEqual([[], []]);
  });

  it("B15: end the pod with its own grace when it is not declared any more", () => {
    const { workers, known, notified } = sync(running, false);
    expect(workers.get("u")).toMatchObject({
      deleted: true,
      terminatingAtMs: 9,
      gracePeriodSeconds: 30,
      pendingUpdate: running.activeUpdate,
    });
    expect(known.get("u")).toEqual({ state: "TerminatingPod", isOrphan: true });
    expect(notified).toEqual(["u"]);
  });

  it("are told again to end what nobody declares", () => {
    const idle = beginWork(terminating, "start", 4).status;
    const { workers, notified } = sync(idle, false);
    expect(workers.get("u")?.pendingUpdate).toEqual(idle.activeUpdate);
    expect(notified).toEqual(["u"]);
  });

  it.each([
    ["finished, and not declared", finished, false],
    ["never let in, and not declared", fresh, false],
    ["finished, and declared again", { ...finished, restartRequested: true }, true],
  ])("are forgotten: %s", (_what, status, isDesired) => {
    const { workers, known, forgotten } = sync(status, isDesired);
    expect([workers.size, known.size, forgotten]).toEqual([0, 0, ["u"]]);
  });

  it("declared again wait for the end of the pod before", () => {
    const asked = { ...terminating, restartRequested: true };
    expect(sync(asked, true).workers.get("u")).toBe(asked);
  });
});

const known = (entries: Readonly<Record<string, KnownPod["state"]>>) =>
  new Map(Object.entries(entries).map(([uid, state]) => [uid, { state, isOrphan: false }]));

function plan(given: Partial<HousekeepingView>): readonly HousekeepingStep[] {
  return planHousekeeping({
    pods: [],
    mirrorPods: [],
    orphanedMirrors: [],
    known: new Map(),
    running: [],
    isActive: () => true,
    isTerminating: () => false,
    ...given,
  });
}

const updatesOf = (steps: readonly HousekeepingStep[]) =>
  steps.flatMap((step) => (step.step === "updatePod" ? [`${step.why} ${step.uid}`] : []));

describe("housekeeping", () => {
  it("goes in this order", () => {
    const view = {
      pods: [pod({ uid: "declared" })],
      mirrorPods: [pod({ uid: "mirror", name: "m" })],
      orphanedMirrors: ["left_default"],
      running: [{ uid: "lost", namespace: "default", name: "lost" }],
    };
    expect(plan(view).map(({ step }) => step)).toEqual([
      "keepProbes",
      "keepStatuses",
      "deleteMirrorPod",
      "updatePod",
      "updatePod",
      "collectBackoffs",
    ]);
    expect(updatesOf(plan(view))).toEqual(["restart declared", "orphan lost"]);
  });

  it("keeps probes of what may run, and statuses of what is declared", () => {
    const [probes, statuses] = plan({
      pods: [pod({ uid: "a" })],
      mirrorPods: [pod({ uid: "m" })],
      known: known({ a: "SyncPod", b: "TerminatingPod", c: "TerminatedPod" }),
    });
    expect(probes).toEqual({ step: "keepProbes", uids: new Set(["a", "b"]) });
    expect(statuses).toEqual({ step: "keepStatuses", uids: new Set(["a", "m"]) });
  });

  it("leaves the mirror pod of a static pod that ends", () => {
    const steps = plan({
      orphanedMirrors: ["ends_default", "left_default"],
      isTerminating: (name) => name === "ends_default",
    });
    expect(steps).toContainEqual({ step: "deleteMirrorPod", fullName: "left_default" });
    expect(steps.filter(({ step }) => step === "deleteMirrorPod")).toHaveLength(1);
  });

  it("S40: kills what only the runtime knows, with a grace of 1", () => {
    const lost = { uid: "lost", namespace: "default", name: "lost" };
    const killPodOptions = { gracePeriodSecondsOverride: 1 };
    expect(plan({ running: [lost] })).toContainEqual({
      step: "updatePod",
      uid: "lost",
      why: "orphan",
      update: { updateType: "kill", runningPod: lost, killPodOptions },
    });
    expect(updatesOf(plan({ running: [lost], known: known({ lost: "TerminatingPod" }) }))).toEqual(
      [],
    );
  });

  it("starts what lost its worker, with its mirror pod, and does not take it for an orphan", () => {
    const web = pod({ source: "file" });
    const mirror = pod({ uid: "mirror" });
    const steps = plan({ pods: [web], mirrorPods: [mirror], running: [web] });
    expect(steps).toContainEqual({
      step: "updatePod",
      uid: "uid-web",
      why: "restart",
      update: { updateType: "create", pod: web, mirrorPod: mirror },
    });
    expect(updatesOf(steps)).toEqual(["restart uid-web"]);
  });

  it("does not start what has ended", () => {
    expect(updatesOf(plan({ pods: [pod()], isActive: () => false }))).toEqual([]);
  });

  it("lets go of a deleted pod that was refused and so never had a worker", () => {
    const refused = pod({ uid: "r", deletionTimestampMs: 1, status: { phase: "Failed" } });
    const view = { pods: [refused], isActive: () => false };
    expect(updatesOf(plan(view))).toEqual(["finish r"]);
    expect(updatesOf(plan({ ...view, known: known({ r: "TerminatedPod" }) }))).toEqual([]);
    expect(updatesOf(plan({ ...view, running: [refused] }))).toEqual(["orphan r"]);
  });
});

describe("what others may assume of a worker", () => {
  it.each([
    ["runs", running, false, true, false],
    ["ends", terminating, false, true, true],
    ["has ended, still declared", terminated, false, false, false],
    ["has ended, deleted", { ...terminated, deleted: true }, true, false, false],
    ["was evicted and still ends", { ...terminating, evicted: true }, true, true, true],
  ] as const)("that %s", (_what, status, isGone, couldRun, isEnding) => {
    expect(shouldPodContentBeRemoved(status, true)).toBe(isGone);
    expect(couldHaveRunningContainers(status, true)).toBe(couldRun);
    expect(isPodTerminating(status)).toBe(isEnding);
  });

  it("S39: that is unknown: nothing before the first housekeeping", () => {
    expect([false, true].map((synced) => shouldPodContentBeRemoved(undefined, synced))).toEqual([
      false,
      true,
    ]);
    expect([false, true].map((synced) => couldHaveRunningContainers(undefined, synced))).toEqual([
      true,
      false,
    ]);
    expect(isPodTerminating(undefined)).toBe(false);
  });
});
