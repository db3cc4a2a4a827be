/** Models: kubernetes/pkg/kubelet/pod_workers_test.go TestUpdatePod and its kin. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  calculateEffectiveGracePeriod,
  killPodTimeoutMs,
} from "../../../src/decide/kubelet/grace-period.ts";
import {
  type KillPodOptions,
  type PodSyncStatus,
  type PodUpdate,
  type UpdateOutcome,
  updatePod,
  workTypeOf,
} from "../../../src/decide/kubelet/pod-worker.ts";
import { pod } from "../../support/kube.ts";

const at = (nowMs: number, runsNothing = false) => ({ nowMs, runsNothing });
const create: PodUpdate = { updateType: "create", pod: pod() };
const kill = (killPodOptions?: KillPodOptions): PodUpdate => ({
  updateType: "kill",
  pod: pod(),
  ...(killPodOptions ? { killPodOptions } : {}),
});
const deleted = (seconds: number): PodUpdate => ({
  updateType: "update",
  pod: pod({ deletionTimestampMs: 5_000, deletionGracePeriodSeconds: seconds }),
});
const orphan: PodUpdate = {
  updateType: "kill",
  runningPod: { uid: "uid-web", namespace: "default", name: "web" },
  killPodOptions: { gracePeriodSecondsOverride: 1 },
};

function update(known: PodSyncStatus | undefined, given: PodUpdate, moment = at(0)): UpdateOutcome {
  const outcome = updatePod(known, given, moment);
  if (outcome === undefined) throw new Error("the update came to nothing");
  return outcome;
}

/** A pod that was started and whose first sync is over. */
const running: PodSyncStatus = {
  ...update(undefined, create).status,
  activeUpdate: create,
  startedAtMs: 0,
  isWorking: false,
};
const terminated: PodSyncStatus = {
  ...running,
  terminatingAtMs: 1,
  terminatedAtMs: 2,
  startedTerminating: true,
  gracePeriodSeconds: 30,
};

describe("the first update of a pod", () => {
  it("is a sync", () => {
    const { status, cancelsSync } = update(undefined, create, at(7));
    expect(workTypeOf(status)).toBe("SyncPod");
    expect(status).toMatchObject({
      fullName: "web_default",
      isWorking: true,
      gracePeriodSeconds: 0,
    });
    expect(status.pendingUpdate).toEqual(create);
    expect(cancelsSync).toBe(false);
  });

  const done = pod({ status: { phase: "Failed" } });
  it.each([
    ["runs nothing", true, "TerminatedPod"],
    ["still runs", false, "TerminatingPod"],
  ] as const)("after a restart of the kubelet, of a failed pod that %s", (_what, nothing, type) => {
    const { status } = update(undefined, { updateType: "create", pod: done }, at(7, nothing));
    expect(workTypeOf(status)).toBe(type);
    expect(status.finished).toBe(false);
    expect(status.pendingUpdate?.killPodOptions).toEqual(
      nothing ? undefined : { gracePeriodSecondsOverride: 30 },
    );
  });

  it("S40: of a pod that only the runtime knows: killed with the grace that is given", () => {
    const { status } = update(undefined, orphan, at(7));
    expect(workTypeOf(status)).toBe("TerminatingPod");
    expect(status).toMatchObject({ deleted: true, observedRuntime: true, gracePeriodSeconds: 1 });
    expect(status.pendingUpdate).toEqual(orphan);
  });

  it("comes to nothing where it would set such a pod up", () => {
    expect(updatePod(undefined, { ...orphan, updateType: "sync" }, at(0))).toBeUndefined();
    expect(updatePod(running, { updateType: "sync" }, at(0))).toBeUndefined();
  });
});

describe("a running pod", () => {
  const rows: readonly (readonly [string, PodUpdate, Partial<PodSyncStatus>])[] = [
    ["is deleted", deleted(20), { deleted: true, gracePeriodSeconds: 20 }],
    ["A1, S30: is deleted by force", deleted(0), { deleted: true, gracePeriodSeconds: 1 }],
    [
      "has a terminal phase",
      { updateType: "sync", pod: pod({ status: { phase: "Succeeded" } }) },
      { deleted: false, gracePeriodSeconds: 30 },
    ],
    ["B15: is gone from its source", kill(), { deleted: false, gracePeriodSeconds: 30 }],
    [
      "is evicted",
      kill({ evict: true, gracePeriodSecondsOverride: 1 }),
      { evicted: true, gracePeriodSeconds: 1 },
    ],
    [
      "turns out to be an orphan: with the spec that was known",
      orphan,
      { deleted: true, observedRuntime: true, gracePeriodSeconds: 1 },
    ],
  ];
  it.each(rows)("%s: it ends, and the sync under way is given up", (_what, given, expected) => {
    const { status, cancelsSync } = update(running, given, at(9));
    expect(workTypeOf(status)).toBe("TerminatingPod");
    expect(status).toMatchObject({ ...expected, terminatingAtMs: 9, startedTerminating: false });
    expect(status.pendingUpdate?.pod).toBeDefined();
    expect(status.pendingUpdate?.runningPod).toBeUndefined();
    expect(cancelsSync).toBe(true);
  });

  it.each(["create", "update", "sync"] as const)("goes on, told to %s", (updateType) => {
    const { status, cancelsSync } = update(running, { updateType, pod: pod() }, at(9));
    expect(workTypeOf(status)).toBe("SyncPod");
    expect(cancelsSync).toBe(false);
  });

  it("forgets the wish to kill of one who does not kill", () => {
    const { status, released } = update(running, {
      updateType: "sync",
      pod: pod(),
      killPodOptions: { waiter: "me" },
    });
    expect(status.pendingUpdate?.killPodOptions).toBeUndefined();
    expect(released).toEqual(["me"]);
  });

  it("has one update waiting: the latest", () => {
    const first = update(running, { updateType: "sync", pod: pod() });
    const next: PodUpdate = { updateType: "update", pod: pod({ generation: 2 }) };
    expect(update(first.status, next).status.pendingUpdate).toEqual(next);
  });
});

describe("a pod that ends", () => {
  const ending = update(running, deleted(30), at(1)).status;

  it("takes a shorter grace, and gives up the sync under way for it", () => {
    const { status, cancelsSync } = update(ending, deleted(5), at(2));
    expect(status).toMatchObject({ gracePeriodSeconds: 5, terminatingAtMs: 1 });
    expect(status.pendingUpdate?.killPodOptions?.gracePeriodSecondsOverride).toBe(5);
    expect(cancelsSync).toBe(true);
  });

  it("keeps its grace against a longer one", () => {
    const { status, cancelsSync } = update(ending, deleted(60), at(2));
    expect(status.gracePeriodSeconds).toBe(30);
    expect(cancelsSync).toBe(false);
  });

  it("is still killed by a sync that comes by itself", () => {
    const { status } = update(ending, { updateType: "sync", pod: pod() }, at(2));
    expect(status.pendingUpdate?.killPodOptions).toEqual({ gracePeriodSecondsOverride: 30 });
  });

  it("collects who waits, and what its status is to say", () => {
    const override = { phase: "Failed", reason: "Evicted", message: "low on memory" } as const;
    const first = update(ending, kill({ waiter: "a", statusOverride: override })).status;
    const second = update(first, kill({ waiter: "b" })).status;
    expect(second).toMatchObject({ waiters: ["a", "b"], statusOverrides: [override] });
  });

  it("is to be restarted when its UID is declared again, and hears nothing of it now", () => {
    const { status, ignored } = update(ending, create, at(2));
    expect(ignored).toBe("restartLater");
    expect(status).toEqual({ ...ending, restartRequested: true });
  });
});

describe("a pod that has ended", () => {
  it("ignores an orphan's kill that saw an older list", () => {
    expect(update(terminated, orphan).ignored).toBe("alreadyTerminated");
  });

  it("lets go who waits, and does the last stage without a wish to kill", () => {
    const { status, released } = update(terminated, kill({ waiter: "me" }));
    expect(released).toEqual(["me"]);
    expect(status.pendingUpdate?.killPodOptions).toBeUndefined();
    expect(workTypeOf(status)).toBe("TerminatedPod");
  });

  it.each(["update", "sync", "kill"] as const)("once finished it ignores: %s", (updateType) => {
    const finished = { ...terminated, finished: true };
    const { status, ignored } = update(finished, { updateType, pod: pod() });
    expect({ status, ignored }).toEqual({ status: finished, ignored: "finished" });
  });

  it("once finished a declaration still asks for a restart", () => {
    expect(update({ ...terminated, finished: true }, create).status.restartRequested).toBe(true);
  });
});

describe("the grace", () => {
  const spec = { terminationGracePeriodSeconds: 30 };
  it.each([
    ["the spec's, if nothing else is said", 0, { spec }, undefined, 30],
    ["the API server's", 0, { spec, deletionGracePeriodSeconds: 45 }, undefined, 45],
    ["S26: as short as 1", 0, { spec, deletionGracePeriodSeconds: 1 }, undefined, 1],
    ["the kubelet's beside a deletion by force", 0, { deletionGracePeriodSeconds: 0 }, 5, 5],
    ["never 0", 0, { spec, deletionGracePeriodSeconds: 0 }, undefined, 1],
    ["the kubelet's, if shorter", 0, { spec, deletionGracePeriodSeconds: 20 }, 5, 5],
    ["not the kubelet's, if longer", 0, { spec, deletionGracePeriodSeconds: 20 }, 50, 20],
    ["the kubelet's in place of the spec's, though longer", 0, { spec }, 50, 50],
    ["what is in force, against the spec", 7, { spec }, undefined, 7],
    ["what is in force, against more", 7, { spec, deletionGracePeriodSeconds: 20 }, 9, 7],
    ["less than is in force", 7, { spec, deletionGracePeriodSeconds: 3 }, undefined, 3],
    ["1 for a pod without a spec", 0, {}, undefined, 1],
    ["a spec of 0", 0, { spec: { terminationGracePeriodSeconds: 0 } }, undefined, 1],
  ] as const)("is %s", (_what, before, of, override, seconds) => {
    const { gracePeriodSeconds, isShortened } = calculateEffectiveGracePeriod(before, of, override);
    expect(gracePeriodSeconds).toBe(seconds);
    expect(isShortened).toBe(before !== 0 && seconds !== before);
  });

  it("only falls, and not below 1, but for the 0 of a forced deletion", () => {
    const seconds = fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(fc.tuple(seconds, seconds), { minLength: 1 }), (wishes) => {
        let inForce = 0;
        for (const [deletion, override] of wishes) {
          const of = {
            spec,
            ...(deletion === undefined ? {} : { deletionGracePeriodSeconds: deletion }),
          };
          const next = calculateEffectiveGracePeriod(inForce, of, override);
          expect(next.gracePeriodSeconds).toBeGreaterThanOrEqual(1);
          expect(next.gracePeriodSeconds).toBeLessThanOrEqual(inForce === 0 ? 60 : inForce);
          expect(next.isShortened).toBe(inForce !== 0 && next.gracePeriodSeconds < inForce);
          inForce = next.gracePeriodSeconds;
        }
      }),
    );
  });

  it.each([
    [0, 10_000],
    [6, 10_000],
    [7, 10_000],
    [8, 12_000],
    [31, 46_000],
  ])("of %i s is waited for %i ms by one who kills", (grace, ms) => {
    expect(killPodTimeoutMs(grace)).toBe(ms);
  });
});

describe("any updates", () => {
  it("never lead back to an earlier stage", () => {
    const updates = fc.constantFrom(create, kill(), kill({ evict: true }), deleted(10), orphan, {
      updateType: "sync",
      pod: pod(),
    } as const);
    const stages = ["SyncPod", "TerminatingPod", "TerminatedPod"];
    const starts = fc.constantFrom(undefined, running, terminated);
    fc.assert(
      fc.property(starts, fc.array(updates), (start, given) => {
        let status: PodSyncStatus | undefined = start;
        for (const one of given) {
          const before = status === undefined ? 0 : stages.indexOf(workTypeOf(status));
          status = update(status, one).status;
          expect(stages.indexOf(workTypeOf(status))).toBeGreaterThanOrEqual(before);
        }
      }),
    );
  });
});
