/**
 * The kubelet as Kubernetes runs it: takes what its sources declare, what the PLEG saw and what
 * probes found, and tells the pod workers; ticks for what is due, and cleans up.
 *
 * It is one loop that takes one thing at a time: what comes while it cleans up, or while the
 * runtime is in trouble, waits. Of what waits upstream takes anything; here a round of housekeeping
 * that is due comes first, and then all else as it came.
 *
 * Models: kubernetes/pkg/kubelet/kubelet.go syncLoop, syncLoopIteration, HandlePodAdditions,
 * HandlePodUpdates, HandlePodRemoves, HandlePodSyncs.
 */
import { assign, raise, setup } from "xstate";
import {
  housekeepingPeriodMs,
  shouldPodContentBeRemoved,
} from "../../src/decide/kubelet/housekeeping.ts";
import { containerGcPeriodMs, containersToDelete } from "../../src/decide/kubelet/container-gc.ts";
import type { RuntimeContainerStatus } from "../../src/model/kube-runtime.ts";
import type { NodeObject, NodeWatch } from "../../src/model/node.ts";
import { firstSkipMs, nextSkipMs } from "../../src/decide/kubelet/kubelet-start.ts";
import { type PodLifecycleEvent, syncsPod } from "../../src/decide/kubelet/pleg-events.ts";
import type { PodList, PodWatch, StaticPodList, WatchClosed } from "../../src/model/api.ts";
import {
  type ReflectorBackoff,
  freshReflectorBackoff,
  reflectorBackoff,
} from "../../src/decide/kubelet/reflector-backoff.ts";
import { PodConfig } from "./pod-config.ts";
import { type KubeletInput, KubeletCore } from "./kubelet-core.ts";
import { type Deferred, LoopBacklog } from "./loop-backlog.ts";
import type { ProbeNews } from "./probe-manager.ts";

export interface KubeletMachineInput {
  readonly kubelet: KubeletInput;
  /** In virtual ms from the start; drawn by the host, since a kubelet has been up for long. */
  readonly phases: {
    readonly syncMs: number;
    readonly housekeepingMs: number;
    readonly gcMs: number;
    readonly scanMs: number;
  };
}

export interface KubernetesKubeletContext extends KubeletMachineInput {
  readonly core: KubeletCore;
  readonly config: PodConfig;
  readonly backlog: LoopBacklog<LoopEvent>;
  /** How long the loop sleeps before it looks again whether the runtime is well. */
  readonly skipMs: number;
  readonly reflector: ReflectorBackoff;
  /** How long the API source waits now. */
  readonly reflectorMs: number;
}

/** What the loop takes. */
export type LoopEvent =
  | PodList
  | PodWatch
  | StaticPodList
  | { readonly type: "pleg.event"; readonly event: PodLifecycleEvent }
  /** A probe found something that its pod is to be synced for. */
  | { readonly type: "probe.news"; readonly news: ProbeNews }
  | { readonly type: "sync.tick" }
  | { readonly type: "housekeeping.tick" };

export type KubernetesKubeletEvent =
  | LoopEvent
  | WatchClosed
  | NodeWatch
  | { readonly type: "housekeeping.done" }
  | { readonly type: "garbage.done" }
  | { readonly type: "admission.done" };

export const kubernetesKubeletMachine = setup({
  types: {
    context: {} as KubernetesKubeletContext,
    events: {} as KubernetesKubeletEvent,
    input: {} as KubeletMachineInput,
  },
  actions: {
    /** Effect: brings PLEG and status manager to life and gives the core its ways to actors. */
    boot: () => {},
    /** Effect: asks file source and API server for what they declare. */
    watchSources: () => {},
    /** Effect: asks the API server alone. */
    listApi: () => {},
    /** Effect: begins a round of housekeeping in the runtime. */
    cleanUp: () => {},
    /** Effect: waits until pods have made room, and goes on with what was declared. */
    finishAdmission: () => {},
    /** Effect: removes containers from the runtime, beside all else. */
    deleteContainers: (_, _records: DeadRecords) => {},
    /** Effect: begins a round of garbage collection. */
    collectGarbage: () => {},
    /** Effect: has the loop take what has waited. */
    resume: (_, _deferred: readonly Deferred<LoopEvent>[]) => {},
    defer: ({ context: { backlog, core }, event }) => {
      if (isLoopEvent(event)) backlog.defer(event, core.causes.current);
    },
    backOff: assign(({ context: { core, reflector } }) => {
      const draw = core.input.draw("reflector backoff");
      const { delayMs, after } = reflectorBackoff(reflector, core.now(), draw);
      return { reflector: after, reflectorMs: delayMs };
    }),
    sleepLonger: assign(({ context }) => ({ skipMs: nextSkipMs(context.skipMs) })),
    sleepShort: assign({ skipMs: firstSkipMs }),
    knowNode: ({ context: { core } }, node: NodeObject) => {
      core.node = node;
    },
    apply: ({ context, event }) => {
      switch (event.type) {
        case "api.listed":
          return context.config.setApi(event.pods);
        case "api.watch":
          return context.config.watchApi(event);
        case "files.listed":
          return context.config.setFiles(event.pods);
        default:
          return undefined;
      }
    },
    raiseSyncTick: raise({ type: "sync.tick" }),
    raiseHousekeepingTick: raise({ type: "housekeeping.tick" }),
    syncPod: ({ context }, uid: string) => context.config.sync(uid),
    handleProbeNews: ({ context: { core, config } }, news: ProbeNews) => {
      if (core.probes.handleNews(news)) config.sync(news.uid);
    },
    syncDue: ({ context: { core, config } }) => {
      const { causes, workers } = core;
      const { current } = causes;
      for (const uid of [...workers.takeDue(), ...config.pastDeadline()]) {
        // Why it is due, and not that a second is over.
        causes.current = workers.causeOf(uid);
        config.sync(uid);
      }
      causes.current = current;
    },
  },
  guards: {
    /** A container that was removed is nothing to look at. */
    isWorthASync: (_, event: PodLifecycleEvent) => syncsPod(event),
    sourcesReady: ({ context }) => context.config.sourcesReady,
    isMakingRoom: ({ context }) => context.config.isMakingRoom,
    runtimeHasErrors: ({ context: { core } }) => core.runtimeErrors() !== undefined,
    hasBegun: ({ context: { core } }) => core.input.start.loopMs === 0,
  },
  delays: {
    start: ({ context: { core } }) => core.input.start.loopMs,
    syncPhase: ({ context }) => context.phases.syncMs,
    housekeepingPhase: ({ context }) => context.phases.housekeepingMs,
    skip: ({ context }) => context.skipMs,
    reflectorBackoff: ({ context }) => context.reflectorMs,
    syncTick: 1000,
    housekeepingTick: housekeepingPeriodMs,
    gcPhase: ({ context }) => context.phases.gcMs,
    gcPeriod: containerGcPeriodMs,
  },
}).createMachine({
  id: "kubelet",
  context: ({ input }) => {
    const core = new KubeletCore(input.kubelet);
    const backlog = new LoopBacklog<LoopEvent>();
    return {
      ...input,
      core,
      config: new PodConfig(core),
      backlog,
      skipMs: firstSkipMs,
      reflector: freshReflectorBackoff,
      reflectorMs: 0,
    };
  },
  type: "parallel",
  entry: ["boot", "watchSources"],
  states: {
    loop: {
      initial: "busy",
      states: {
        busy: {
          description: "What comes meanwhile waits.",
          initial: "starting",
          on: {
            "api.listed": { actions: "defer" },
            "api.watch": { actions: "defer" },
            "files.listed": { actions: "defer" },
            "pleg.event": { actions: "defer" },
            "probe.news": { actions: "defer" },
            "sync.tick": { actions: "defer" },
            "housekeeping.tick": { actions: "defer" },
          },
          states: {
            starting: {
              description: "The process comes up; one that is long since up begins at once.",
              always: { guard: "hasBegun", target: "#free" },
              after: {
                start: {
                  target: "#free",
                  actions: { type: "resume", params: ({ context }) => whatWaited(context) },
                },
              },
            },
            preempting: {
              description: "Waits until the pods are dead whose room a critical pod is to have.",
              entry: "finishAdmission",
              on: {
                "admission.done": {
                  target: "#free",
                  actions: { type: "resume", params: ({ context }) => whatWaited(context) },
                },
              },
            },
            cleaning: {
              description: "A round of housekeeping: it lists for itself, and that may take long.",
              entry: "cleanUp",
              on: {
                "housekeeping.done": {
                  target: "#free",
                  actions: { type: "resume", params: ({ context }) => whatWaited(context) },
                },
              },
            },
            skipping: {
              description: "The runtime is in trouble: nothing is taken until it is well again.",
              exit: "sleepLonger",
              after: {
                skip: [
                  { guard: "runtimeHasErrors", target: "skipping", reenter: true },
                  {
                    target: "#free",
                    actions: [
                      "sleepShort",
                      { type: "resume", params: ({ context }) => whatWaited(context) },
                    ],
                  },
                ],
              },
            },
          },
        },
        free: {
          id: "free",
          description: "Takes one thing after the other.",
          always: [
            { guard: "isMakingRoom", target: "busy.preempting" },
            { guard: "runtimeHasErrors", target: "busy.skipping" },
          ],
          on: {
            "api.listed": { actions: "apply" },
            "api.watch": { actions: "apply" },
            "files.listed": { actions: "apply" },
            "pleg.event": {
              guard: { type: "isWorthASync", params: ({ event }) => event.event },
              actions: [
                { type: "syncPod", params: ({ event }) => event.event.uid },
                {
                  type: "deleteContainers",
                  params: ({ context, event }) => deletions(context, event),
                },
              ],
            },
            "probe.news": {
              actions: { type: "handleProbeNews", params: ({ event }) => event.news },
            },
            "sync.tick": { actions: "syncDue" },
            "housekeeping.tick": { guard: "sourcesReady", target: "busy.cleaning" },
          },
        },
      },
    },
    reflecting: {
      description: "The API source: lists and watches, and waits longer and longer to try again.",
      initial: "watching",
      // Upstream the node has a source of its own; here both are cut off and back together.
      on: { "api.node": { actions: { type: "knowNode", params: ({ event }) => event.node } } },
      states: {
        watching: { on: { "api.closed": "backingOff" } },
        backingOff: {
          entry: "backOff",
          after: { reflectorBackoff: { target: "watching", actions: "listApi" } },
        },
      },
    },
    syncing: {
      description: "Each second: pods whose time has come.",
      initial: "phase",
      states: {
        phase: { after: { syncPhase: { target: "ticking", actions: "raiseSyncTick" } } },
        ticking: {
          after: { syncTick: { target: "ticking", reenter: true, actions: "raiseSyncTick" } },
        },
      },
    },
    housekeeping: {
      description: "Every two seconds, once all sources have been heard.",
      initial: "phase",
      states: {
        phase: {
          after: { housekeepingPhase: { target: "ticking", actions: "raiseHousekeepingTick" } },
        },
        ticking: {
          after: {
            housekeepingTick: {
              target: "ticking",
              reenter: true,
              actions: "raiseHousekeepingTick",
            },
          },
        },
      },
    },
    collecting: {
      description:
        "A minute after the last round: dead containers and sandboxes that nobody looks at.",
      initial: "phase",
      states: {
        phase: { after: { gcPhase: "collecting" } },
        collecting: { entry: "collectGarbage", on: { "garbage.done": "waiting" } },
        waiting: { after: { gcPeriod: "collecting" } },
      },
    },
  },
});

function whatWaited({ backlog, core }: KubernetesKubeletContext) {
  return backlog.take(() => core.input.draw("select"));
}

function isLoopEvent(event: KubernetesKubeletEvent): event is LoopEvent {
  return !/^(housekeeping|garbage|admission)\.done$|^api\.(closed|node)$/.test(event.type);
}

/** Of one pod. */
export interface DeadRecords {
  readonly uid: string;
  readonly records: readonly RuntimeContainerStatus[];
}

/** After a death the older records of that container go; of a pod that is over, all of them. */
function deletions(
  { core }: KubernetesKubeletContext,
  { event }: { readonly event: PodLifecycleEvent },
): DeadRecords {
  const { uid } = event;
  if (event.type !== "ContainerDied" || event.id === undefined) return { uid, records: [] };
  const pod = core.pods.get(event.uid);
  const worker = core.workers.status(event.uid);
  const isGone = worker !== undefined && shouldPodContentBeRemoved(worker, true);
  const status = core.cache.get(pod ?? { uid: event.uid, namespace: "", name: "" });
  return { uid, records: containersToDelete(status, event.id, isGone) };
}
