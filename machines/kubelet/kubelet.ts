/**
 * The kubelet as Kubernetes runs it: takes what its sources declare, what the PLEG saw and what
 * probes found, and tells the pod workers; ticks for what is due, and cleans up.
 *
 * Models: kubernetes/pkg/kubelet/kubelet.go syncLoop, syncLoopIteration, HandlePodAdditions,
 * HandlePodUpdates, HandlePodRemoves, HandlePodSyncs.
 */
import { setup } from "xstate";
import {
  housekeepingPeriodMs,
  shouldPodContentBeRemoved,
} from "../../src/decide/kubelet/housekeeping.ts";
import { containerGcPeriodMs, containersToDelete } from "../../src/decide/kubelet/container-gc.ts";
import { type PodLifecycleEvent, syncsPod } from "../../src/decide/kubelet/pleg-events.ts";
import type { PodList, PodWatch, StaticPodList } from "../../src/model/api.ts";
import { PodConfig } from "./pod-config.ts";
import { type KubeletInput, KubeletCore } from "./kubelet-core.ts";

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
}

export type KubernetesKubeletEvent =
  | PodList
  | PodWatch
  | StaticPodList
  | { readonly type: "pleg.event"; readonly event: PodLifecycleEvent }
  /** A probe found something that its pod is to be synced for. */
  | { readonly type: "probe.news"; readonly uid: string };

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
    /** Effect: begins a round of housekeeping in the runtime. */
    cleanUp: () => {},
    /** Effect: removes containers from the runtime, beside all else. */
    deleteContainers: (_, _ids: readonly string[]) => {},
    /** Effect: begins a round of garbage collection. */
    collectGarbage: () => {},
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
    syncPod: ({ context }, uid: string) => context.config.sync(uid),
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
  },
  delays: {
    syncPhase: ({ context }) => context.phases.syncMs,
    housekeepingPhase: ({ context }) => context.phases.housekeepingMs,
    syncTick: 1000,
    housekeepingTick: housekeepingPeriodMs,
    gcPhase: ({ context }) => context.phases.gcMs,
    gcPeriod: containerGcPeriodMs,
  },
}).createMachine({
  id: "kubelet",
  context: ({ input }) => {
    const core = new KubeletCore(input.kubelet);
    return { ...input, core, config: new PodConfig(core) };
  },
  type: "parallel",
  entry: ["boot", "watchSources"],
  states: {
    syncing: {
      description: "Each second: pods whose time has come.",
      initial: "phase",
      states: {
        phase: { after: { syncPhase: { target: "ticking", actions: "syncDue" } } },
        ticking: {
          after: { syncTick: { target: "ticking", reenter: true, actions: "syncDue" } },
        },
      },
    },
    housekeeping: {
      description: "Every two seconds, once all sources have been heard.",
      initial: "phase",
      states: {
        phase: { after: { housekeepingPhase: { target: "ticking", actions: "cleanUp" } } },
        ticking: {
          after: { housekeepingTick: { target: "ticking", reenter: true, actions: "cleanUp" } },
        },
      },
    },
    collecting: {
      description: "Each minute: dead containers and sandboxes that nobody looks at any more.",
      initial: "phase",
      states: {
        phase: { after: { gcPhase: { target: "ticking", actions: "collectGarbage" } } },
        ticking: {
          after: { gcPeriod: { target: "ticking", reenter: true, actions: "collectGarbage" } },
        },
      },
    },
  },
  on: {
    "api.listed": { actions: "apply" },
    "api.watch": { actions: "apply" },
    "files.listed": { actions: "apply" },
    "pleg.event": {
      guard: { type: "isWorthASync", params: ({ event }) => event.event },
      actions: [
        { type: "syncPod", params: ({ event }) => event.event.uid },
        { type: "deleteContainers", params: ({ context, event }) => deletions(context, event) },
      ],
    },
    "probe.news": { actions: { type: "syncPod", params: ({ event }) => event.uid } },
  },
});

/** After a death the older records of that container go; of a pod that is over, all of them. */
function deletions(
  { core }: KubernetesKubeletContext,
  { event }: { readonly event: PodLifecycleEvent },
): readonly string[] {
  if (event.type !== "ContainerDied" || event.id === undefined) return [];
  const pod = core.pods.get(event.uid);
  const worker = core.workers.status(event.uid);
  const isGone = worker !== undefined && shouldPodContentBeRemoved(worker, true);
  const status = core.cache.get(pod ?? { uid: event.uid, namespace: "", name: "" });
  return containersToDelete(status, event.id, isGone).map(({ id }) => id);
}
