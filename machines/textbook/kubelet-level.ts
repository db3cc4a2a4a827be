/**
 * The textbook kubelet, level-triggered: each period it asks the runtime for the full list,
 * compares it with what files and API declare, and creates, removes or waits.
 *
 * It holds no subscription to anything: what it missed, the next list shows. What to do is decided
 * by `planRound`, a pure function; the calls that follow are answered later and nothing waits for
 * them.
 */
import { assign, setup } from "xstate";
import { type Plan, nothingToDo, planRound } from "../../src/decide/textbook-plan.ts";
import type { ListRead } from "../../src/model/events.ts";
import type { LinkChanged, SourcePods } from "../../src/model/messages.ts";
import type { ContainerRecord, RuntimeReply } from "../../src/model/runtime.ts";
import type { PodTrace, SourceTrace, SyncTrace, WarningTrace } from "../../src/model/trace.ts";
import { KubeletMemory } from "./memory.ts";

export interface KubeletInput {
  /** Virtual milliseconds from the end of one round to the next, and the unit of waits. */
  readonly periodMs: number;
  /** Virtual milliseconds from the start of the kubelet to its first round. */
  readonly phaseMs: number;
  /** Virtual milliseconds. */
  readonly now: () => number;
}

export interface KubeletContext extends KubeletInput {
  readonly memory: KubeletMemory;
  readonly plan: Plan;
}

export type KubeletEvent =
  | SourcePods
  | LinkChanged
  | RuntimeReply
  /** Looks now instead of at the end of the period. */
  | { readonly type: "kubelet.sync" };

export type KubeletFact = ListRead | SyncTrace | SourceTrace | PodTrace | WarningTrace;

export const kubeletLevelMachine = setup({
  types: {
    context: {} as KubeletContext,
    events: {} as KubeletEvent,
    input: {} as KubeletInput,
  },
  actions: {
    /** Effect: sends the calls in the outbox to the runtime; the replies come as events. */
    call: () => {},
    /** Effect: asks sources for what they declare. */
    ask: (_, _sources: readonly SourcePods["source"][]) => {},
    /** Effect: tells the event bus, for whoever watches. */
    publish: (_, _facts: readonly KubeletFact[]) => {},
    declare: ({ context, event }) => {
      if (event.type === "source.pods") context.memory.declare(event);
    },
    askForList: ({ context }) => context.memory.askForList(),
    decide: assign(({ context, event }) => {
      if (event.type !== "runtime.listed") return {};
      const { memory, now, periodMs } = context;
      const moment = { nowMs: now(), periodMs };
      return { plan: planRound(memory.declarations, event.containers, memory, moment) };
    }),
    carryOut: ({ context }) => context.memory.carryOut(context.plan),
    hear: ({ context, event }) => context.memory.hear(event as RuntimeReply),
  },
  guards: {
    isListReply: ({ context, event }) => context.memory.isListReply(event as RuntimeReply),
    isUp: (_, up: boolean) => up,
  },
  delays: {
    period: ({ context }) => context.periodMs,
    phase: ({ context }) => context.phaseMs,
  },
}).createMachine({
  id: "kubelet",
  context: ({ input }) => ({ ...input, memory: new KubeletMemory(), plan: nothingToDo }),
  initial: "starting",
  states: {
    starting: {
      description: "Reads its sources before it looks at the runtime for the first time.",
      entry: { type: "ask", params: ["file", "api"] },
      after: { phase: "listing" },
      on: { "kubelet.sync": "listing" },
    },
    waiting: {
      description: "Between two rounds.",
      after: { period: "listing" },
      on: { "kubelet.sync": "listing" },
    },
    listing: {
      description: "A round: the list is asked for; when it is here, it is compared and acted on.",
      entry: ["askForList", "call"],
      on: {
        "runtime.listed": {
          target: "waiting",
          actions: [
            "decide",
            {
              type: "publish",
              params: ({ context, event }) => roundFacts(event.containers, context.plan),
            },
            "carryOut",
            "call",
          ],
        },
        "runtime.failed": { guard: "isListReply", target: "waiting" },
      },
    },
  },
  on: {
    "source.pods": {
      actions: ["declare", { type: "publish", params: ({ context }) => context.memory.news }],
    },
    "link.changed": {
      guard: { type: "isUp", params: ({ event }) => event.up },
      description: "What changed while the link was cut is asked for, not waited for.",
      actions: { type: "ask", params: ["api"] },
    },
    "runtime.created": { actions: ["hear", "call"] },
    "runtime.started": { actions: "hear" },
    "runtime.stopped": { actions: ["hear", "call"] },
    "runtime.removed": { actions: "hear" },
    "runtime.failed": { actions: ["hear", "call"] },
  },
});

function roundFacts(
  containers: readonly ContainerRecord[],
  { actions }: Plan,
): readonly KubeletFact[] {
  const read: ListRead = { type: "listRead", containers };
  return actions.length === 0 ? [read] : [read, { type: "sync", reason: "round", actions }];
}
