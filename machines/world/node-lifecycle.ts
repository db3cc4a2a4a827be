/**
 * The controller that watches over the node: every five seconds it looks whether the kubelet was
 * heard, and it keeps the taints as the conditions call for.
 *
 * Models: kubernetes/pkg/controller/nodelifecycle/node_lifecycle_controller.go monitorNodeHealth,
 * doNodeProcessingPassWorker, doNoExecuteTaintingPass.
 */
import { assign, setup } from "xstate";
import {
  type NodeHealth,
  type NodeMoment,
  type NodeStep,
  type NodeView,
  monitorNodeHealth,
  noExecuteTaintingPass,
  noScheduleTaintingPass,
  nodeMonitorPeriodMs,
} from "../../src/decide/node-health.ts";
import { registeredNode } from "./api-node.ts";
import type { LeaseWatch, NodeLease, NodeObject, NodeWatch } from "../../src/model/node.ts";

export type NodeLifecycleEvent =
  | NodeWatch
  | LeaseWatch
  /** The queue of nodes that are to be tainted is looked at. */
  | { readonly type: "taint.pass" };

export interface NodeLifecycleInput extends Omit<NodeMoment, "nowMs"> {
  readonly nodeName: string;
  readonly now: () => number;
  /** Until the first round; the one before it was a period earlier. */
  readonly phaseMs: number;
}

export interface NodeLifecycleContext extends NodeLifecycleInput, NodeView {
  readonly health: NodeHealth;
  /** What the last look calls for. */
  readonly steps: readonly NodeStep[];
}

export const nodeLifecycleMachine = setup({
  types: {
    context: {} as NodeLifecycleContext,
    events: {} as NodeLifecycleEvent,
    input: {} as NodeLifecycleInput,
  },
  actions: {
    /** Effect: writes to the API server, and arms the next look into the queue. */
    carryOut: (_, _steps: readonly NodeStep[]) => {},
    knowNode: assign((_, node: NodeObject) => ({ node, steps: noScheduleTaintingPass(node) })),
    knowLease: assign((_, lease: NodeLease) => ({ lease })),
    monitor: assign(({ context }) =>
      monitorNodeHealth(context, context.health, { ...context, nowMs: context.now() }),
    ),
    taint: assign(({ context }) => ({ steps: noExecuteTaintingPass(context.node) })),
  },
  delays: {
    monitorPhase: ({ context }) => context.phaseMs,
    monitorPeriod: nodeMonitorPeriodMs,
  },
}).createMachine({
  id: "nodeLifecycle",
  context: ({ input }) => ({
    ...input,
    ...registeredNode(input.nodeName),
    health: healthBefore(input),
    steps: [],
  }),
  initial: "phase",
  states: {
    phase: { after: { monitorPhase: "monitoring" } },
    monitoring: {
      description: "Every five seconds it looks what it has heard of the node.",
      entry: ["monitor", { type: "carryOut", params: ({ context }) => context.steps }],
      after: { monitorPeriod: { target: "monitoring", reenter: true } },
    },
  },
  on: {
    "api.node": {
      actions: [
        { type: "knowNode", params: ({ event }) => event.node },
        { type: "carryOut", params: ({ context }) => context.steps },
      ],
    },
    "api.lease": { actions: { type: "knowLease", params: ({ event }) => event.lease } },
    "taint.pass": {
      actions: ["taint", { type: "carryOut", params: ({ context }) => context.steps }],
    },
  },
});

/** As the round before the first had left it: what was said at `t0` is still to be noticed. */
function healthBefore({ phaseMs }: NodeLifecycleInput): NodeHealth {
  return { probeMs: phaseMs - nodeMonitorPeriodMs, heartbeatMs: 0, renewTimeMs: -Infinity };
}
