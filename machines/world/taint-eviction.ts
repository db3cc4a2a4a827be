/**
 * The controller that takes pods off a node with a NoExecute taint, each when its toleration is
 * over, unless the taint is gone before.
 *
 * Models: kubernetes/pkg/controller/tainteviction/taint_eviction.go handleNodeUpdate,
 * handlePodUpdate, processPodOnNode, deletePodHandler;
 * kubernetes/pkg/controller/tainteviction/timed_workers.go TimedWorkerQueue.
 */
import { assign, setup } from "xstate";
import { type Eviction, planEviction } from "../../src/decide/toleration.ts";
import type { PodWatch } from "../../src/model/api.ts";
import type { KubePod, Toleration } from "../../src/model/kube-pod.ts";
import type { Taint } from "../../src/model/node.ts";
import { keyOf } from "./api-pods.ts";
import type { NodeTainted } from "./api-requests.ts";

export type TaintEvictionEvent =
  | NodeTainted
  | PodWatch
  /** The toleration of that pod is over. */
  | { readonly type: "eviction.due"; readonly pod: string };

export interface TaintEvictionInput {
  readonly now: () => number;
}

/** By namespace and name, as upstream keys them: a pod of that name is meant, whatever its UID. */
export type EvictionStep =
  | { readonly step: "plan"; readonly pod: string; readonly delayMs: number }
  | { readonly step: "cancel"; readonly pod: string }
  | { readonly step: "evict"; readonly pod: string };

export interface TaintEvictionContext extends TaintEvictionInput {
  /** Those with the effect NoExecute. */
  readonly taints: readonly Taint[];
  /** Changed in place. */
  readonly planned: Map<string, Eviction>;
  /** With what each pod was looked at last; no other change of a pod is a reason to look again. */
  readonly tolerations: Map<string, string>;
  readonly steps: readonly EvictionStep[];
}

export const taintEvictionMachine = setup({
  types: {
    context: {} as TaintEvictionContext,
    events: {} as TaintEvictionEvent,
    input: {} as TaintEvictionInput,
  },
  actions: {
    /** Effect: arms and disarms the timers, deletes pods, and writes the Events about it. */
    carryOut: (_, _steps: readonly EvictionStep[]) => {},
    handleNodeUpdate: assign(({ context }, { taints, pods }: NodeTainted) => {
      const view = { ...context, taints };
      return { taints, steps: pods.flatMap((pod) => process(view, pod)) };
    }),
    cancelAll: assign(({ context }) => ({ taints: [], steps: cancelAll(context) })),
    handlePodUpdate: assign(({ context }, { change, pod }: PodWatch) => {
      if (change === "DELETED") return { steps: forget(context, keyOf(pod)) };
      const known = context.tolerations.get(keyOf(pod));
      return { steps: known === textOf(pod.spec.tolerations) ? [] : process(context, pod) };
    }),
    fire: assign(({ context: { planned } }, pod: string) => {
      const step: EvictionStep = { step: "evict", pod };
      return { steps: planned.delete(pod) ? [step] : [] };
    }),
  },
  guards: {
    isTainted: (_, { taints }: NodeTainted) => taints.length > 0,
  },
}).createMachine({
  id: "taintEviction",
  context: ({ input }) => ({
    ...input,
    taints: [],
    planned: new Map(),
    tolerations: new Map(),
    steps: [],
  }),
  initial: "untainted",
  states: {
    untainted: {
      on: {
        "node.tainted": {
          guard: { type: "isTainted", params: ({ event }) => event },
          target: "tainted",
          actions: [
            { type: "handleNodeUpdate", params: ({ event }) => event },
            { type: "carryOut", params: ({ context }) => context.steps },
          ],
        },
      },
    },
    tainted: {
      description: "The node has a NoExecute taint: each pod stays as long as it tolerates that.",
      on: {
        "node.tainted": [
          {
            guard: { type: "isTainted", params: ({ event }) => event },
            actions: [
              { type: "handleNodeUpdate", params: ({ event }) => event },
              { type: "carryOut", params: ({ context }) => context.steps },
            ],
          },
          {
            target: "untainted",
            actions: ["cancelAll", { type: "carryOut", params: ({ context }) => context.steps }],
          },
        ],
        "api.watch": {
          actions: [
            { type: "handlePodUpdate", params: ({ event }) => event },
            { type: "carryOut", params: ({ context }) => context.steps },
          ],
        },
        "eviction.due": {
          actions: [
            { type: "fire", params: ({ event }) => event.pod },
            { type: "carryOut", params: ({ context }) => context.steps },
          ],
        },
      },
    },
  },
});

function process(
  { taints, planned, tolerations, now }: TaintEvictionContext,
  pod: KubePod,
): readonly EvictionStep[] {
  const key = keyOf(pod);
  tolerations.set(key, textOf(pod.spec.tolerations));
  const known = planned.get(key);
  const next = planEviction(pod, taints, known, now());
  if (next !== undefined && next === known) return [];
  const steps: EvictionStep[] = planned.delete(key) ? [{ step: "cancel", pod: key }] : [];
  if (next === undefined) return steps;
  const delayMs = next.fireMs - now();
  if (delayMs <= 0) return [...steps, { step: "evict", pod: key }];
  planned.set(key, next);
  return [...steps, { step: "plan", pod: key, delayMs }];
}

function cancelAll({ planned, tolerations }: TaintEvictionContext): readonly EvictionStep[] {
  const keys = [...planned.keys()];
  planned.clear();
  tolerations.clear();
  return keys.map((pod) => ({ step: "cancel", pod }));
}

function forget(
  { planned, tolerations }: TaintEvictionContext,
  key: string,
): readonly EvictionStep[] {
  tolerations.delete(key);
  return planned.delete(key) ? [{ step: "cancel", pod: key }] : [];
}

function textOf(tolerations: readonly Toleration[] | undefined): string {
  return JSON.stringify(tolerations ?? []);
}
