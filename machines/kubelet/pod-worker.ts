/**
 * The worker of one pod UID: one sync at a time, each waiting for a view of the runtime that is
 * newer than the end of the sync before; through the three stages and never back.
 *
 * Models: kubernetes/pkg/kubelet/pod_workers.go podWorkerLoop.
 */
import { assign, setup } from "xstate";
import type { PodWork } from "../../src/decide/kubelet/pod-worker-steps.ts";
import type { SyncOutcome } from "../../src/decide/kubelet/work-queue.ts";
import type { RuntimePodStatus } from "../../src/model/kube-runtime.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import { type ProcedureLogic, fromProcedure, idleHost } from "./procedure.ts";
import type { PodIdentity } from "./runtime-cache.ts";
import { type SyncInput, syncWork } from "./sync-pod.ts";

export interface PodWorkerInput {
  readonly core: KubeletCore;
  readonly pod: PodIdentity;
}

export interface PodWorkerContext extends PodWorkerInput {
  readonly work: PodWork | undefined;
  /** The moment at which the last sync ended. */
  readonly lastSync: number;
}

export type PodWorkerEvent = { readonly type: "pod.work" } | { readonly type: "cache.moved" };

const sync: ProcedureLogic<SyncInput, SyncOutcome> = fromProcedure(syncWork, idleHost);

export const podWorkerMachine = setup({
  types: {
    context: {} as PodWorkerContext,
    events: {} as PodWorkerEvent,
    input: {} as PodWorkerInput,
  },
  actors: { sync },
  actions: {
    begin: assign(({ context: { core, pod } }) => ({ work: core.workers.begin(pod.uid) })),
    complete: ({ context: { core, pod, work } }, outcome: SyncOutcome) => {
      if (work) core.workers.complete(pod.uid, work, outcome);
    },
    noteEnd: assign(({ context }) => ({ lastSync: context.core.nextMoment() })),
  },
  guards: {
    isFinished: ({ context: { core, pod } }) => core.workers.status(pod.uid)?.finished ?? true,
    hasWork: ({ context }) => context.work !== undefined,
    viewIsNewer: ({ context }) => newerView(context) !== undefined,
  },
}).createMachine({
  id: "podWorker",
  context: ({ input }) => ({ ...input, work: undefined, lastSync: -1 }),
  initial: "idle",
  states: {
    idle: {
      description: "Nothing is asked for.",
      on: { "pod.work": "choosing" },
    },
    choosing: {
      description: "Takes the update that waits, if its pod may go on.",
      entry: "begin",
      always: [
        { guard: "hasWork", target: "waiting" },
        { guard: "isFinished", target: "finished" },
        { target: "idle" },
      ],
    },
    waiting: {
      description: "Until the cache is newer than the end of the last sync.",
      always: { guard: "viewIsNewer", target: "syncing" },
      on: { "cache.moved": { guard: "viewIsNewer", target: "syncing" } },
    },
    syncing: {
      description: "SyncPod, SyncTerminatingPod or SyncTerminatedPod, by the stage of the pod.",
      invoke: {
        src: "sync",
        id: "sync",
        input: ({ context }) => syncInput(context),
        onDone: {
          target: "choosing",
          actions: ["noteEnd", { type: "complete", params: ({ event }) => event.output }],
        },
      },
    },
    finished: { description: "The pod is over.", type: "final" },
  },
});

function newerView({ core, pod, lastSync }: PodWorkerContext): RuntimePodStatus | undefined {
  return core.cache.getNewerThan(pod, lastSync);
}

function syncInput(context: PodWorkerContext): SyncInput {
  const { core, pod, work } = context;
  const podStatus = newerView(context);
  if (work === undefined || podStatus === undefined) throw new Error("there is nothing to sync");
  return { core, uid: pod.uid, work, podStatus };
}
