/** Models: kubernetes/pkg/kubelet/pod_workers_test.go Test_startPodSync, TestStaticPodExclusion. */
import { describe, expect, it } from "vitest";
import {
  acknowledgeTerminating,
  beginWork,
  completeSync,
  completeTerminated,
  completeTerminating,
  finishWork,
  needsPermission,
} from "../../../src/decide/kubelet/pod-worker-steps.ts";
import {
  type PodSyncStatus,
  type PodUpdate,
  updatePod,
  workTypeOf,
} from "../../../src/decide/kubelet/pod-worker.ts";
import {
  type StaticPodStarts,
  awaitStaticPodStart,
  noStaticPodStarts,
  releaseStaticPodStart,
  startPermission,
} from "../../../src/decide/kubelet/static-pod-starts.ts";
import { pod } from "../../support/kube.ts";

function told(known: PodSyncStatus | undefined, given: PodUpdate, nowMs = 0): PodSyncStatus {
  const outcome = updatePod(known, given, { nowMs, runsNothing: false });
  if (outcome === undefined) throw new Error("the update came to nothing");
  return outcome.status;
}

const create: PodUpdate = { updateType: "create", pod: pod(), mirrorPod: pod({ name: "mirror" }) };
const fresh = told(undefined, create);
const running = beginWork(fresh, "start", 10).status;

describe("a worker takes the update that waits", () => {
  it("and lets the pod start", () => {
    const { status, work, startsLater } = beginWork(fresh, "start", 10);
    expect(work).toEqual({ workType: "SyncPod", update: create });
    expect(status).toMatchObject({ startedAtMs: 10, activeUpdate: create, isWorking: true });
    expect(status.pendingUpdate).toBeUndefined();
    expect(startsLater).toBe(false);
  });

  it("or leaves it where the pod may not start yet", () => {
    const { status, work, startsLater } = beginWork(fresh, "wait", 10);
    expect({ work, startsLater }).toEqual({ work: undefined, startsLater: true });
    expect(status).toEqual({ ...fresh, isWorking: false });
  });

  it("or ends where it never will", () => {
    const { status, work, startsLater } = beginWork(told(fresh, kill()), "never", 10);
    expect({ work, startsLater }).toEqual({ work: undefined, startsLater: false });
    expect(status).toMatchObject({ finished: true, isWorking: false, terminatedAtMs: 10 });
  });

  it("asks for leave once: not again for a pod that has started, nor for an orphan's end", () => {
    const orphan = told(undefined, {
      updateType: "kill",
      runningPod: { uid: "uid-web", namespace: "default", name: "web" },
    });
    expect([fresh, told(running, create), orphan].map(needsPermission)).toEqual([
      true,
      false,
      false,
    ]);
    expect(beginWork(orphan, "never", 10).work?.workType).toBe("TerminatingPod");
  });

  it("finds nothing", () => {
    expect(beginWork(running, "start", 20)).toEqual({
      status: { ...running, isWorking: false },
      startsLater: false,
    });
  });

  it("keeps the mirror pod and the wish to kill over updates without them", () => {
    const killed = beginWork(told(running, kill(5)), "start", 20).status;
    const later = beginWork(told(killed, { updateType: "sync", pod: pod() }), "start", 30).status;
    expect(later.activeUpdate?.mirrorPod).toBe(create.mirrorPod);
    expect(later.activeUpdate?.killPodOptions).toEqual({ gracePeriodSecondsOverride: 5 });
  });
});

function kill(gracePeriodSecondsOverride?: number): PodUpdate {
  const killPodOptions =
    gracePeriodSecondsOverride === undefined ? {} : { gracePeriodSecondsOverride };
  return { updateType: "kill", pod: pod(), killPodOptions };
}

describe("a worker ends a stage", () => {
  it("SyncPod by the end of the pod's containers: it goes on with the same update", () => {
    const status = completeSync(running, 40);
    expect(workTypeOf(status)).toBe("TerminatingPod");
    expect(status).toMatchObject({
      terminatingAtMs: 40,
      startedTerminating: true,
      isWorking: true,
    });
    expect(status.pendingUpdate).toEqual(create);
  });

  it("but not over an update that came meanwhile, nor over an earlier wish to end", () => {
    const status = completeSync(told(running, kill(), 35), 40);
    expect(status.terminatingAtMs).toBe(35);
    expect(status.pendingUpdate?.updateType).toBe("kill");
  });

  it("TerminatingPod: the waiters are told", () => {
    const override = { phase: "Failed", reason: "Evicted", message: "" } as const;
    const options = { waiter: "eviction", statusOverride: override };
    const told1 = told(running, { updateType: "kill", pod: pod(), killPodOptions: options }, 35);
    const ending = acknowledgeTerminating(beginWork(told1, "start", 36).status);
    expect(ending.override).toEqual(override);
    const { status, released } = completeTerminating(ending.status, 50);
    expect(released).toEqual(["eviction"]);
    expect(workTypeOf(status)).toBe("TerminatedPod");
    expect(status).toMatchObject({ waiters: [], statusOverrides: [], isWorking: true });
    expect(acknowledgeTerminating(status).override).toBeUndefined();
  });

  it("TerminatedPod: it is finished and waits for nothing", () => {
    const { status } = completeTerminating(completeSync(running, 40), 50);
    const finished = completeTerminated(status);
    expect(finished).toMatchObject({ finished: true, isWorking: false });
    expect(finished.pendingUpdate).toBeUndefined();
  });

  it("and works on while something waits", () => {
    expect(finishWork(running).isWorking).toBe(false);
    expect(finishWork(told(running, create)).isWorking).toBe(true);
  });
});

describe("S41: static pods of one name", () => {
  const [a, b, c] = ["a", "b", "c"].map((uid) => pod({ uid, source: "file" }));
  if (!a || !b || !c) throw new Error("three pods");
  const queue = [a, b, c].reduce(awaitStaticPodStart, noStaticPodStarts);
  const workers =
    (over: readonly string[] = []) =>
    (uid: string) =>
      over.includes(uid) ? { ...fresh, terminatingAtMs: 1 } : fresh;
  const permissions = (starts: StaticPodStarts, over: readonly string[] = []) =>
    [a, b, c].map((one) => startPermission(starts, one, workers(over)).permission);

  it("start in the order in which they came", () => {
    expect(permissions(queue)).toEqual(["start", "wait", "wait"]);
  });

  it("wait while one runs, which may go on", () => {
    const { starts } = startPermission(queue, a, workers());
    expect(permissions(starts)).toEqual(["start", "wait", "wait"]);
  });

  it("start when it is over", () => {
    const { starts } = startPermission(queue, a, workers());
    const free = releaseStaticPodStart(starts, "web_default", "a");
    expect(permissions(free, ["a"])).toEqual(["never", "start", "wait"]);
    expect(releaseStaticPodStart(starts, "web_default", "b")).toBe(starts);
  });

  it("are passed over when they came to their end while they waited", () => {
    const { starts } = startPermission(queue, a, workers());
    const free = releaseStaticPodStart(starts, "web_default", "a");
    expect(permissions(free, ["a", "b"])).toEqual(["never", "never", "start"]);
    const taken = startPermission(free, c, workers(["a", "b"])).starts;
    expect(taken.waiting.size).toBe(0);
  });

  it("never start without a worker", () => {
    expect(startPermission(queue, a, () => undefined).permission).toBe("never");
  });

  it("do not hold up a pod of the API, nor one of another name", () => {
    const { starts } = startPermission(queue, a, workers());
    const other = pod({ uid: "o", name: "other", source: "file" });
    for (const one of [pod({ uid: "b" }), other]) {
      expect(startPermission(starts, one, workers()).permission).toBe("start");
    }
  });
});
