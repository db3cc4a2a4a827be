/** The kubelet's loop and a pod worker, to be walked through: their context is changed in place. */
import { createActor } from "xstate";
import { kubernetesKubeletMachine } from "../../machines/kubelet/kubelet.ts";
import { podWorkerMachine } from "../../machines/kubelet/pod-worker.ts";
import {
  Latch,
  type Procedure,
  type ProcedureHost,
  fromProcedure,
  idleHost,
  waitFor,
} from "../../machines/kubelet/procedure.ts";
import { registeredNode } from "../../machines/world/api-node.ts";
import type { SyncOutcome } from "../../src/decide/kubelet/work-queue.ts";
import { pod } from "../support/kube.ts";
import { kubeletCore, kubeletInput } from "../support/kubelet-core.ts";
import { type Walker, after, others } from "./walk.ts";

const web = pod();

/** A worker of `web`, whose syncs end when others say so. */
function podWorker(): Walker {
  const { core } = kubeletCore();
  // A latch goes on in the next turn: here that turn is at once.
  const host: ProcedureHost = {
    ...idleHost,
    sleep: (self, _, call) => self.send({ type: "procedure.resume", call }),
  };
  let running = 0;
  let most = 0;
  let end: (outcome: SyncOutcome) => void = () => {};
  function* sync(): Procedure<SyncOutcome> {
    const latch = new Latch();
    let result: SyncOutcome = { kind: "success" };
    most = Math.max(most, ++running);
    end = (outcome) => {
      result = outcome;
      latch.open();
    };
    yield* waitFor(latch);
    running--;
    return result;
  }
  const machine = podWorkerMachine.provide({ actors: { sync: fromProcedure(sync, host) } });
  const actor = createActor(machine, { input: { core, pod: web } }).start();
  const status = () => core.workers.status(web.uid);
  // What is sent to one that is gone is dropped on the way.
  const wake = (type: "pod.work" | "cache.moved") => {
    if (actor.getSnapshot().status === "active" && status() !== undefined) actor.send({ type });
  };
  core.workers.spawn = () => ({
    wake: () => wake("pod.work"),
    cacheMoved: () => wake("cache.moved"),
  });
  core.cache.onMoved = () => core.workers.cacheMoved();
  const state = () => actor.getSnapshot().value;
  return {
    actor,
    others: {
      // A worker that is told nothing wakes for nobody.
      wake: () => wake("pod.work"),
      moved: () => wake("cache.moved"),
      create: () => core.workers.updatePod({ updateType: "create", pod: web }),
      update: () => core.workers.updatePod({ updateType: "sync", pod: web }),
      kill: () => core.workers.updatePod({ updateType: "kill", pod: web }),
      list: () => core.cache.updateTime(core.nextMoment()),
      success: () => end({ kind: "success" }),
      transition: () => end({ kind: "phaseTransition" }),
      error: () => end({ kind: "error" }),
    },
    picture: () => [
      actor.getSnapshot().context.work?.workType,
      core.cache.getNewerThan(web, actor.getSnapshot().context.lastSync) !== undefined,
      status()?.terminatingAtMs !== undefined,
      status()?.terminatedAtMs !== undefined,
      status() === undefined,
    ],
    wrong: () => [
      most > 1 && "two syncs at once",
      (state() === "syncing") !== (running === 1) && "a sync that nobody waits for",
      state() === "finished" && status()?.finished === false && "an end before the end",
    ],
  };
}

export const podWorkerWalk = {
  title: "pod worker",
  machine: podWorkerMachine,
  begin: podWorker,
  byOthers: ["pod.work", "cache.moved"],
  steps: [
    ...["wake", "moved", "create", "update", "kill", "list"].map(others),
    ...["success", "transition", "error"].map(others),
  ],
};

const phases = { syncMs: 300, housekeepingMs: 700, gcMs: 900, scanMs: 900 };
const file = pod({ name: "s-node-1", uid: "static", source: "file" });

/** A loop whose workers hear nothing; one that is new, or one that has been up for long. */
function kubelet(loopMs: number): Walker {
  // Room for one: the static pod, which is critical, has the other killed.
  const base = kubeletInput({ allocatable: { pods: "1" } });
  const { clock } = base;
  const input = { ...base, start: { ...base.start, loopMs } };
  let isCleaning = false;
  let isCollecting = false;
  let isWell = true;
  let isFreeing = false;
  const machine = kubernetesKubeletMachine.provide({
    actions: {
      boot: ({ context: { core } }) => {
        core.workers.updatePod = () => {};
      },
      cleanUp: () => {
        isCleaning = true;
      },
      collectGarbage: () => {
        isCollecting = true;
      },
      finishAdmission: () => {
        isFreeing = true;
      },
      resume: ({ self }, deferred) => deferred.forEach(({ event }) => self.send(event)),
    },
  });
  const actor = createActor(machine, { input: { kubelet: input, phases }, clock }).start();
  const now = () => actor.getSnapshot();
  const busyWith = () => {
    const { loop } = now().value;
    return loop === "free" ? undefined : loop.busy;
  };
  const list = () => {
    if (isWell) now().context.core.lastRelistMs = clock.now();
  };
  return {
    actor,
    clock,
    others: {
      list,
      sources: () => {
        actor.send({ type: "api.listed", pods: [web] });
        actor.send({ type: "files.listed", pods: [] });
      },
      cleaned: () => {
        if (isCleaning) actor.send({ type: "housekeeping.done" });
        isCleaning = false;
      },
      collected: () => {
        if (isCollecting) actor.send({ type: "garbage.done" });
        isCollecting = false;
      },
      freed: () => {
        const waiting = now().context.config.finish();
        while (waiting.next().done !== true);
        if (isFreeing) actor.send({ type: "admission.done" });
        isFreeing = false;
      },
      // The PLEG is unhealthy three minutes after its last list.
      hangs: () => {
        isWell = false;
        now().context.core.lastRelistMs = clock.now() - 180_000;
      },
      recovers: () => {
        isWell = true;
        list();
      },
    },
    picture: () => [
      now().value,
      isWell,
      isCleaning,
      isCollecting,
      isFreeing,
      now().context.config.sourcesReady,
    ],
    wrong: () => [
      busyWith() === "cleaning" && !isCleaning && "waits for a round that is over",
      busyWith() === "preempting" && !isFreeing && "waits for pods that are dead",
      now().context.skipMs > 5000 && "sleeps for too long",
    ],
  };
}

export const kubeletWalk = [0, 2000].map((loopMs) => ({
  title: `kubelet whose loop begins after ${loopMs} ms`,
  machine: kubernetesKubeletMachine,
  // Only one that is new has to come up.
  without: loopMs === 0 ? ["loop.busy.starting"] : [],
  begin: () => kubelet(loopMs),
  steps: [
    { type: "api.listed", pods: [web] },
    { type: "api.watch", change: "MODIFIED", pod: web },
    { type: "api.watch", change: "DELETED", pod: web },
    { type: "api.closed" },
    { type: "api.node", node: registeredNode("node").node },
    { type: "files.listed", pods: [file] },
    { type: "files.listed", pods: [] },
    { type: "pleg.event", event: { uid: web.uid, type: "ContainerDied", id: "c1" } },
    {
      type: "probe.news",
      news: { uid: web.uid, probeType: "liveness", containerId: "c1", result: "failure" },
    },
    { type: "sync.tick" },
    { type: "housekeeping.tick" },
    { type: "housekeeping.done" },
    { type: "garbage.done" },
    { type: "admission.done" },
    ...["list", "sources", "cleaned", "collected", "freed", "hangs", "recovers"].map(others),
    after(1000),
  ],
}));
