/**
 * A small API server: the pods that are bound to the node, with graceful deletion and a watch, the
 * Node with its Lease, the Events, and the link over which the kubelet reaches them. While the link
 * is down calls fail at once and the watch has ended; it begins anew with the next list that is
 * asked for. Users and controllers are on this side of the link.
 */
import { type AnyActorRef, assign, setup } from "xstate";
import type { ApiReply, PodList, PodWatch, WatchClosed } from "../../src/model/api.ts";
import type { NodeWatch } from "../../src/model/node.ts";
import type { TracedFact } from "../../src/model/events.ts";
import type { EventObjectTrace } from "../../src/model/trace.ts";

import { ApiEvents } from "./api-events.ts";
import { ApiNode } from "./api-node.ts";
import {
  type ApiStore,
  type ControllerNews,
  type Step,
  type StoringEvent,
  handle,
} from "./api-requests.ts";

export type ApiServerEvent =
  | StoringEvent
  /** The kubelet's source begins to watch. */
  | { readonly type: "source.list"; readonly replyTo: AnyActorRef }
  /** The hour of the Event that was not written for longest is over. */
  | { readonly type: "events.expire" }
  | { readonly type: "link.restore" }
  | { readonly type: "link.cut" };

export interface ApiServerInput {
  readonly nodeName: string;
  readonly now: () => number;
  /** Cuts a time to whole seconds of the wall clock. */
  readonly toApiTime: (ms: number) => number;
  readonly expiredGraceIsOne: boolean;
}

export interface ApiServerContext extends ApiServerInput, ApiStore {
  /** Whether the kubelet has listed since the link is up, so that it is told of changes. */
  readonly watched: boolean;
  /** What the last change means for those who watch, and for the trace. */
  readonly step: Step;
  readonly eventNews: readonly EventObjectTrace[];
}

export interface Answer {
  readonly to: AnyActorRef;
  readonly reply: ApiReply | PodList | WatchClosed;
}

export const apiServerMachine = setup({
  types: {
    context: {} as ApiServerContext,
    events: {} as ApiServerEvent,
    input: {} as ApiServerInput,
  },
  actions: {
    /** Effect: tells the kubelet what its watch brings. */
    tell: (_, _messages: readonly (PodWatch | NodeWatch | WatchClosed)[]) => {},
    /** Effect: carries an answer back to who asked. */
    answer: (_, _answer: Answer | undefined) => {},
    /** Effect: tells the controllers, if there are any, what their watches bring. */
    tellControllers: (_, _messages: readonly ControllerNews[]) => {},
    /** Effect: tells the event bus. */
    publish: (_, _facts: readonly TracedFact[]) => {},
    /** Effect: sends `events.expire` at that virtual ms, unless that is to come already. */
    armExpiry: (_, _atMs: number | undefined) => {},
    expireEvents: assign(({ context: { events, now } }) => ({ eventNews: events.expire(now()) })),
    beginWatch: assign({ watched: true }),
    endWatch: assign({ watched: false }),
    handle: assign(({ context }, event: StoringEvent) => ({ step: handle(context, event) })),
  },
}).createMachine({
  id: "apiServer",
  context: ({ input }) => ({
    ...input,
    pods: new Map(),
    events: new ApiEvents(),
    node: new ApiNode(input.nodeName),
    revision: { last: 0 },
    watched: false,
    step: {},
    eventNews: [],
  }),
  initial: "unreachable",
  states: {
    reachable: {
      on: {
        "link.cut": {
          target: "unreachable",
          actions: [
            { type: "publish", params: [{ type: "link", up: false }] },
            { type: "tell", params: [{ type: "api.closed" }] },
            "endWatch",
          ],
        },
        "source.list": {
          actions: [
            {
              type: "answer",
              params: ({ context, event }) => ({ to: event.replyTo, reply: podList(context) }),
            },
            {
              type: "tell",
              params: ({ context }) => [{ type: "api.node", node: context.node.node }],
            },
            "beginWatch",
          ],
        },
        "api.*": {
          actions: [
            { type: "handle", params: ({ event }) => event },
            { type: "publish", params: ({ context }) => context.step.facts ?? [] },
            { type: "armExpiry", params: ({ context }) => context.events.nextExpiryMs },
            { type: "answer", params: ({ context }) => context.step.answer },
            { type: "tell", params: ({ context }) => newsFor(context) },
            { type: "tellControllers", params: ({ context }) => context.step.controllerNews ?? [] },
          ],
        },
      },
    },
    unreachable: {
      on: {
        "link.restore": {
          target: "reachable",
          actions: { type: "publish", params: [{ type: "link", up: true }] },
        },
        "source.list": {
          actions: {
            type: "answer",
            params: ({ event }) => ({ to: event.replyTo, reply: { type: "api.closed" } }),
          },
        },
        "api.*": {
          actions: {
            type: "answer",
            params: ({ event: { call, replyTo: to } }) => ({
              to,
              reply: { type: "api.failed", call, code: "UNREACHABLE" },
            }),
          },
        },
      },
    },
  },
  on: {
    "user.*": {
      actions: [
        { type: "handle", params: ({ event }) => event },
        { type: "publish", params: ({ context }) => context.step.facts ?? [] },
        { type: "tell", params: ({ context }) => newsFor(context) },
        { type: "tellControllers", params: ({ context }) => context.step.controllerNews ?? [] },
      ],
    },
    "controller.*": {
      actions: [
        { type: "handle", params: ({ event }) => event },
        { type: "publish", params: ({ context }) => context.step.facts ?? [] },
        { type: "armExpiry", params: ({ context }) => context.events.nextExpiryMs },
        { type: "tell", params: ({ context }) => newsFor(context) },
        { type: "tellControllers", params: ({ context }) => context.step.controllerNews ?? [] },
      ],
    },
    "events.expire": {
      actions: [
        "expireEvents",
        { type: "publish", params: ({ context }) => context.eventNews },
        { type: "armExpiry", params: ({ context }) => context.events.nextExpiryMs },
      ],
    },
  },
});

function newsFor({ step, watched }: ApiServerContext): readonly (PodWatch | NodeWatch)[] {
  return watched ? (step.news ?? []) : [];
}

function podList({ pods }: ApiServerContext): PodList {
  return { type: "api.listed", pods: [...pods.values()] };
}
