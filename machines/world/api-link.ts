/**
 * The link to the API server: reachable or not, what the API declares now, and what was delivered
 * last. The last delivered declarations stay in force while the link is down; they are kept here,
 * so that a kubelet that lost its memory is given them again.
 */
import { type AnyActorRef, assign, setup } from "xstate";
import type { LinkChanged, SourceGet, SourcePods, ToKubelet } from "../../src/model/messages.ts";
import type { DeclaredPod } from "../../src/model/pod.ts";
import type { LinkTrace } from "../../src/model/trace.ts";

export interface ApiLinkContext {
  /** What the API server stores. */
  readonly declared: readonly DeclaredPod[];
  /** What of it the kubelet was told last. */
  readonly delivered: readonly DeclaredPod[];
}

export type ApiLinkEvent =
  | (SourceGet & { readonly replyTo: AnyActorRef })
  | { readonly type: "api.declare"; readonly pods: readonly DeclaredPod[] }
  | { readonly type: "link.restore" }
  | { readonly type: "link.cut" };

export const apiLinkMachine = setup({
  types: {
    context: {} as ApiLinkContext,
    events: {} as ApiLinkEvent,
  },
  actions: {
    /** Effect: tells the kubelet, if one is there. */
    tell: (_, _message: ToKubelet) => {},
    /** Effect: answers whoever asked. */
    answer: (_, _answer: { readonly to: AnyActorRef; readonly message: SourcePods }) => {},
    /** Effect: tells the event bus. */
    publish: (_, _fact: LinkTrace) => {},
    store: assign((_, declared: readonly DeclaredPod[]) => ({ declared })),
    markDelivered: assign(({ context }) => ({ delivered: context.declared })),
  },
}).createMachine({
  id: "apiLink",
  context: { declared: [], delivered: [] },
  initial: "down",
  states: {
    up: {
      description: "Reachable: changes are delivered as they come.",
      on: {
        "link.cut": {
          target: "down",
          actions: [
            { type: "publish", params: { type: "link", up: false } },
            { type: "tell", params: linkIs(false) },
          ],
        },
        "api.declare": {
          actions: [
            { type: "store", params: ({ event }) => event.pods },
            "markDelivered",
            { type: "tell", params: ({ context }) => apiPods(context.delivered) },
          ],
        },
        "source.get": {
          actions: [
            "markDelivered",
            {
              type: "answer",
              params: ({ context, event }) => ({
                to: event.replyTo,
                message: apiPods(context.delivered),
              }),
            },
          ],
        },
      },
    },
    down: {
      description: "Cut: changes are stored and wait; asking brings what was delivered last.",
      on: {
        "link.restore": {
          target: "up",
          actions: [
            { type: "publish", params: { type: "link", up: true } },
            { type: "tell", params: linkIs(true) },
          ],
        },
        "api.declare": {
          actions: { type: "store", params: ({ event }) => event.pods },
        },
        "source.get": {
          actions: {
            type: "answer",
            params: ({ context, event }) => ({
              to: event.replyTo,
              message: apiPods(context.delivered),
            }),
          },
        },
      },
    },
  },
});

function apiPods(pods: readonly DeclaredPod[]): SourcePods {
  return { type: "source.pods", source: "api", pods };
}

function linkIs(up: boolean): LinkChanged {
  return { type: "link.changed", up };
}
