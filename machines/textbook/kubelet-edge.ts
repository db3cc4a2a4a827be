/**
 * The textbook kubelet, edge-triggered: it lists once at its start, then acts on each event as it
 * comes and trusts that every one does. Evented, it is told now and then that a list is due.
 *
 * Not a straw man: it folds events and its own replies into its view, decides with the same pure
 * function as the level-triggered kubelet, and serves the same waits. Only an event that never
 * comes leaves its view wrong, and nothing puts that right.
 */
import { assign, setup } from "xstate";
import { type Plan, nothingToDo, planKey, planRound } from "../../src/decide/textbook-plan.ts";
import type { ContainerKey } from "../../src/model/container-key.ts";
import type { RuntimeNotified } from "../../src/model/messages.ts";
import type { ContainerRecord, RuntimeReply } from "../../src/model/runtime.ts";
import type { SyncTrace } from "../../src/model/trace.ts";
import { FoldedView } from "./folded-view.ts";
import type { KubeletEvent, KubeletFact, KubeletInput } from "./kubelet-level.ts";
import { KubeletMemory } from "./memory.ts";

export interface EdgeContext extends KubeletInput {
  readonly memory: KubeletMemory;
  readonly view: FoldedView;
  readonly plan: Plan;
}

export type EdgeEvent =
  | Exclude<KubeletEvent, { type: "kubelet.sync" }>
  | RuntimeNotified
  /** Evented alone: so long nothing was listed. */
  | { readonly type: "relist.due" }
  /** The wait of a crashed container is over. */
  | { readonly type: "wait.over"; readonly key: ContainerKey };

export const kubeletEdgeMachine = setup({
  types: {
    context: {} as EdgeContext,
    events: {} as EdgeEvent,
    input: {} as KubeletInput,
  },
  actions: {
    /** Effect: sends the calls in the outbox to the runtime; the replies come as events. */
    call: () => {},
    /** Effect: asks sources for what they declare. */
    ask: (_, _sources: readonly ("file" | "api")[]) => {},
    /** Effect: tells the event bus, for whoever watches. */
    publish: (_, _facts: readonly KubeletFact[]) => {},
    /** Effect: arms `wait.over` for each wait that begins. */
    armWaits: (_, _waits: Plan["backoffs"]) => {},
    /** Effect: arms `relist.due`, for one that is evented. */
    armRelist: () => {},
    askForList: ({ context }) => context.memory.askForList(),
    adopt: ({ context }, containers: readonly ContainerRecord[]) => context.view.adopt(containers),
    fold: ({ context, event }) => {
      if (event.type === "runtime.event") context.view.fold(event.event);
    },
    declare: ({ context, event }) => {
      if (event.type === "source.pods") context.memory.declare(event);
    },
    hear: ({ context, event }) => {
      const reply = event as RuntimeReply;
      context.view.hear(reply, context.memory);
      context.memory.hear(reply);
    },
    decideAll: assign(({ context: { memory, view, now, periodMs } }) => ({
      plan: planRound(memory.declarations, view.list(), memory, { nowMs: now(), periodMs }),
    })),
    decide: assign(({ context: { memory, view, now, periodMs } }, key: ContainerKey) => ({
      plan: planKey(key, memory.declarations, view.of(key), memory, { nowMs: now(), periodMs }),
    })),
    carryOut: ({ context }) => context.memory.carryOut(context.plan),
  },
  guards: {
    isUp: (_, up: boolean) => up,
  },
  delays: {
    phase: ({ context }) => context.phaseMs,
  },
}).createMachine({
  id: "kubelet",
  context: ({ input }) => ({
    ...input,
    memory: new KubeletMemory(),
    view: new FoldedView(),
    plan: nothingToDo,
  }),
  initial: "starting",
  states: {
    starting: {
      description: "Reads its sources, then lists; an edge-triggered one for the only time.",
      entry: { type: "ask", params: ["file", "api"] },
      after: { phase: "listing" },
      on: { "source.pods": { actions: ["declare", { type: "publish", params: news }] } },
    },
    listing: {
      description: "A list is under way; it shows all that happened until it is here.",
      entry: ["askForList", "call", "armRelist"],
      on: {
        "runtime.listed": {
          target: "watching",
          actions: [
            { type: "adopt", params: ({ event }) => event.containers },
            {
              type: "publish",
              params: ({ event }) => [{ type: "listRead", containers: event.containers }],
            },
            "decideAll",
            { type: "publish", params: ({ context }) => decided(context.plan, "start") },
            "carryOut",
            "call",
            { type: "armWaits", params: ({ context }) => context.plan.backoffs },
          ],
        },
        "source.pods": { actions: ["declare", { type: "publish", params: news }] },
      },
    },
    watching: {
      description: "Acts on every event, and on nothing else.",
      on: {
        "relist.due": "listing",
        "runtime.event": {
          actions: [
            "fold",
            { type: "decide", params: ({ event }) => event.event.container.key },
            { type: "publish", params: ({ context }) => decided(context.plan, "event") },
            "carryOut",
            "call",
            { type: "armWaits", params: ({ context }) => context.plan.backoffs },
          ],
        },
        "source.pods": {
          actions: [
            "declare",
            { type: "publish", params: news },
            "decideAll",
            { type: "publish", params: ({ context }) => decided(context.plan, "event") },
            "carryOut",
            "call",
            { type: "armWaits", params: ({ context }) => context.plan.backoffs },
          ],
        },
        "runtime.removed": {
          actions: [
            "hear",
            "call",
            { type: "decide", params: ({ context }) => context.view.lastKey },
            { type: "publish", params: ({ context }) => decided(context.plan, "event") },
            "carryOut",
            "call",
            { type: "armWaits", params: ({ context }) => context.plan.backoffs },
          ],
        },
        "wait.over": {
          actions: [
            { type: "decide", params: ({ event }) => event.key },
            { type: "publish", params: ({ context }) => decided(context.plan, "wait") },
            "carryOut",
            "call",
            { type: "armWaits", params: ({ context }) => context.plan.backoffs },
          ],
        },
      },
    },
  },
  on: {
    "link.changed": {
      guard: { type: "isUp", params: ({ event }) => event.up },
      actions: { type: "ask", params: ["api"] },
    },
    "runtime.created": { actions: ["hear", "call"] },
    "runtime.started": { actions: "hear" },
    "runtime.stopped": { actions: ["hear", "call"] },
    "runtime.removed": { actions: ["hear", "call"] },
    "runtime.failed": { actions: ["hear", "call"] },
  },
});

function decided({ actions }: Plan, reason: SyncTrace["reason"]): readonly KubeletFact[] {
  return actions.length === 0 ? [] : [{ type: "sync", reason, actions }];
}

function news({ context }: { readonly context: EdgeContext }): readonly KubeletFact[] {
  return context.memory.news;
}
