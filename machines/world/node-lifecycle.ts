/**
 * What the control plane makes of a node that falls silent: its conditions become Unknown, and
 * after the toleration of its pods they are deleted, which the node hears of only when it is back.
 *
 * Models: kubernetes/pkg/controller/nodelifecycle/node_lifecycle_controller.go monitorNodeHealth;
 * pkg/controller/tainteviction/taint_eviction.go.
 */
import { assign, setup } from "xstate";
import type { NodeCondition, NodeTrace } from "../../src/model/trace.ts";

export type NodeLifecycleEvent = {
  readonly type: "node.heartbeat";
  readonly conditions: readonly NodeCondition[];
};

export interface NodeLifecycleInput {
  readonly now: () => number;
  readonly phaseMs: number;
}

export interface NodeLifecycleContext extends NodeLifecycleInput {
  /** When the controller noticed the last heartbeat. */
  readonly noticedMs: number;
  readonly hasNews: boolean;
  readonly conditions: readonly NodeCondition[];
}

const gracePeriodMs = 50_000;

const unknown: readonly NodeCondition[] = [
  {
    type: "Ready",
    status: "Unknown",
    reason: "NodeStatusUnknown",
    message: "Kubelet stopped posting node status.",
  },
];

export const nodeLifecycleMachine = setup({
  types: {
    context: {} as NodeLifecycleContext,
    events: {} as NodeLifecycleEvent,
    input: {} as NodeLifecycleInput,
  },
  actions: {
    /** Effect: tells the event bus. */
    publish: (_, _fact: NodeTrace) => {},
    /** Effect: deletes the pods whose toleration of this node is over, at their own times. */
    evict: () => {},
    /** Effect: takes back the deletions that are not due yet. */
    forgive: () => {},
    hear: assign((_, conditions: readonly NodeCondition[]) => ({ hasNews: true, conditions })),
    /** The controller looks only now and then: a heartbeat counts from when it is noticed. */
    notice: assign(({ context }) =>
      context.hasNews ? { noticedMs: context.now(), hasNews: false } : {},
    ),
  },
  guards: {
    isSilent: ({ context }) =>
      !context.hasNews && context.now() - context.noticedMs > gracePeriodMs,
    isNews: ({ context }, conditions: readonly NodeCondition[]) =>
      JSON.stringify(conditions) !== JSON.stringify(context.conditions),
  },
  delays: {
    monitorPhase: ({ context }) => context.phaseMs,
    monitorPeriod: 5000,
  },
}).createMachine({
  id: "nodeLifecycle",
  context: ({ input }) => ({ ...input, noticedMs: 0, hasNews: false, conditions: [] }),
  initial: "phase",
  states: {
    phase: {
      after: { monitorPhase: "monitoring" },
      on: {
        "node.heartbeat": {
          actions: [
            { type: "publish", params: ({ event }) => nodeTrace(event.conditions) },
            { type: "hear", params: ({ event }) => event.conditions },
          ],
        },
      },
    },
    monitoring: {
      description: "Heartbeats come; each five seconds they are looked at.",
      after: {
        monitorPeriod: [
          { guard: "isSilent", target: "unreachable" },
          { target: "monitoring", reenter: true, actions: "notice" },
        ],
      },
      on: {
        "node.heartbeat": [
          {
            guard: { type: "isNews", params: ({ event }) => event.conditions },
            actions: [
              { type: "publish", params: ({ event }) => nodeTrace(event.conditions) },
              { type: "hear", params: ({ event }) => event.conditions },
            ],
          },
          { actions: { type: "hear", params: ({ event }) => event.conditions } },
        ],
      },
    },
    unreachable: {
      description: "Silent for longer than the grace period: tainted, and its pods are to go.",
      entry: [{ type: "publish", params: () => nodeTrace(unknown) }, "evict"],
      on: {
        "node.heartbeat": {
          target: "monitoring",
          actions: [
            "forgive",
            { type: "publish", params: ({ event }) => nodeTrace(event.conditions) },
            { type: "hear", params: ({ event }) => event.conditions },
            "notice",
          ],
        },
      },
    },
  },
});

function nodeTrace(conditions: readonly NodeCondition[]): NodeTrace {
  return { type: "node", conditions };
}
