/**
 * The worker of a pod: each event in each state; one sync at a time, each with a newer view.
 * Models: kubernetes/pkg/kubelet/pod_workers.go podWorkerLoop, UpdatePod.
 */
import { describe, expect, it } from "vitest";
import { createActor } from "xstate";
import { podWorkerMachine } from "../../machines/kubelet/pod-worker.ts";
import {
  Latch,
  type ProcedureHost,
  fromProcedure,
  idleHost,
  waitFor,
} from "../../machines/kubelet/procedure.ts";
import type { SyncInput } from "../../machines/kubelet/sync-pod.ts";
import type { PodUpdate } from "../../src/decide/kubelet/pod-worker.ts";
import type { SyncOutcome } from "../../src/decide/kubelet/work-queue.ts";
import { pod } from "../support/kube.ts";
import { kubeletCore } from "../support/kubelet-core.ts";

const web = pod();
const success: SyncOutcome = { kind: "success" };
const transition: SyncOutcome = { kind: "phaseTransition" };

/** A worker of `web`; its syncs end when they are told to. */
class Worker {
  readonly core;
  readonly clock;
  /** The kind of work of each sync that began. */
  readonly syncs: string[] = [];
  readonly actor;
  #end: (outcome: SyncOutcome) => void = () => {};

  constructor() {
    const { core, clock } = kubeletCore();
    this.core = core;
    this.clock = clock;
    // A latch goes on in the next turn: here that turn is at once.
    const host: ProcedureHost = {
      ...idleHost,
      sleep: (self, _, call) => self.send({ type: "procedure.resume", call }),
    };
    const syncs = this.syncs;
    const onBegin = (end: (outcome: SyncOutcome) => void): void => {
      this.#end = end;
    };
    function* sync({ work }: SyncInput) {
      const latch = new Latch();
      let result = success;
      syncs.push(work.workType);
      onBegin((outcome) => {
        result = outcome;
        latch.open();
      });
      yield* waitFor(latch);
      return result;
    }
    const machine = podWorkerMachine.provide({ actors: { sync: fromProcedure(sync, host) } });
    this.actor = createActor(machine, { input: { core, pod: web } }).start();
    core.workers.spawn = () => ({
      wake: () => this.actor.send({ type: "pod.work" }),
      cacheMoved: () => this.actor.send({ type: "cache.moved" }),
    });
    core.cache.onMoved = () => core.workers.cacheMoved();
  }

  update(update: Partial<PodUpdate> = {}): this {
    this.core.workers.updatePod({ updateType: "sync", pod: web, ...update });
    return this;
  }

  end(outcome: SyncOutcome = success): this {
    this.#end(outcome);
    return this;
  }

  relist(): this {
    this.core.cache.updateTime(this.core.nextMoment());
    return this;
  }

  get state(): string {
    return this.actor.getSnapshot().value;
  }
}

const created = (): Worker => new Worker().update({ updateType: "create" });

describe("a worker", () => {
  it("that was told nothing is idle, and a list does not wake it", () => {
    const worker = new Worker().relist();
    expect(worker.state).toBe("idle");
    worker.actor.send({ type: "pod.work" });
    // No worker is known under its UID, so there is nothing that it could ever do.
    expect(worker.state).toBe("finished");
  });

  it("begins the first sync at once, where the kubelet has listed before", () => {
    const worker = created();
    expect([worker.state, worker.syncs]).toEqual(["syncing", ["SyncPod"]]);
  });

  it("never syncs twice without a list in between (§1.4)", () => {
    const worker = created().end();
    expect(worker.state).toBe("idle");
    worker.update();
    expect([worker.state, worker.syncs.length]).toEqual(["waiting", 1]);
    worker.relist();
    expect([worker.state, worker.syncs.length]).toEqual(["syncing", 2]);
  });

  it("takes a list that came after the last sync, before it was asked", () => {
    const worker = created().end().relist();
    expect(worker.update().state).toBe("syncing");
  });

  it("takes no list that was begun before its last sync ended", () => {
    const worker = created();
    const moment = worker.core.nextMoment();
    worker.end();
    worker.core.cache.updateTime(moment);
    expect(worker.update().state).toBe("waiting");
  });

  it("is told once of what came while it worked, and takes the last of it", () => {
    const worker = created().update().update().update();
    expect(worker.syncs).toHaveLength(1);
    worker.end();
    expect(worker.state).toBe("waiting");
    worker.relist();
    expect(worker.syncs).toHaveLength(2);
    worker.end();
    expect(worker.state).toBe("idle");
  });

  it.each([
    ["pod.work", "idle", "idle"],
    ["cache.moved", "idle", "idle"],
    ["pod.work", "waiting", "waiting"],
    ["pod.work", "syncing", "syncing"],
    ["cache.moved", "syncing", "syncing"],
  ] as const)("told %s while it is %s, is %s", (type, from, to) => {
    const worker = created();
    if (from !== "syncing") worker.end();
    if (from === "waiting") worker.update();
    expect(worker.state).toBe(from);
    worker.actor.send({ type });
    expect(worker.state).toBe(to);
  });
});

describe("the stages of a pod", () => {
  it("are passed one after the other, each after a list, and then it is over", () => {
    const worker = created().end(transition);
    expect(worker.state).toBe("waiting");
    worker.relist().end(transition).relist();
    expect(worker.syncs).toEqual(["SyncPod", "TerminatingPod", "TerminatedPod"]);
    worker.end(transition);
    expect(worker.state).toBe("finished");
    expect(worker.actor.getSnapshot().status).toBe("done");
    expect(worker.core.workers.status(web.uid)?.finished).toBe(true);
  });

  it("a wish to kill cancels the sync under way, which is waited for", () => {
    const worker = created();
    expect(worker.core.workers.isCancelled(web.uid)).toBe(false);
    worker.update({ updateType: "kill" });
    expect(worker.core.workers.isCancelled(web.uid)).toBe(true);
    expect(worker.syncs).toEqual(["SyncPod"]);
    worker.end().relist();
    expect(worker.syncs).toEqual(["SyncPod", "TerminatingPod"]);
    expect(worker.core.workers.isCancelled(web.uid)).toBe(false);
  });

  it("a sync that fails while it ends is made again, not passed over", () => {
    const worker = created().update({ updateType: "kill" }).end().relist();
    worker.end({ kind: "error" });
    expect(worker.state).toBe("idle");
    worker.update().relist();
    expect(worker.syncs).toEqual(["SyncPod", "TerminatingPod", "TerminatingPod"]);
  });
});

describe("the work queue", () => {
  const dueAfter = (outcome: SyncOutcome): number => {
    const worker = created().end(outcome);
    let ms = 0;
    while (ms < 100_000 && worker.core.workers.takeDue().length === 0) {
      worker.clock.advanceBy(1000);
      ms += 1000;
    }
    return ms;
  };

  // Draws are 0 here; a time is taken by the first tick after it.
  it.each([
    ["a success", success, 61_000],
    ["an error", { kind: "error" } as const, 11_000],
    [
      "a back-off that ends in 30 s",
      { kind: "error", backoffExpiriesMs: [30_000] } as const,
      31_000,
    ],
  ])(
    "has the pod synced again after %s at the tick after its time (S51, S12)",
    (_, outcome, ms) => {
      expect(dueAfter(outcome)).toBe(ms);
    },
  );
});
