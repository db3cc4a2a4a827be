/**
 * The runtime's image service: which images are on the node, and pulls, which take their time.
 *
 * An image is there unless the behaviour of a container tells of a pull; once pulled it stays.
 * Models: kubernetes/cri-api/pkg/apis/runtime/v1/api.proto ImageService.
 */
import { type AnyActorRef, assign, setup } from "xstate";
import { behaviourFor } from "../../src/decide/container-script.ts";
import type { BehaviourTable, PullScript } from "../../src/model/behaviour.ts";
import { connectionLostText } from "../../src/decide/runtime-outage.ts";
import type { ImageReply, ImageRequest, ImageSubject } from "../../src/model/cri.ts";
import type { RuntimeReply } from "../../src/model/runtime.ts";
import type { PullTrace } from "../../src/model/trace.ts";
import type { PodInstances } from "./pod-instances.ts";

type Pull = Extract<ImageRequest, { type: "image.pull" }> & { readonly replyTo: AnyActorRef };

export type ImagesEvent =
  | (ImageRequest & { readonly replyTo: AnyActorRef })
  | { readonly type: "pull.over"; readonly pull: Pull }
  | { readonly type: "pull.lost"; readonly pull: Pull }
  /** The world: the runtime stops, and every pull with it. */
  | { readonly type: "world.runtimeDown" }
  | { readonly type: "registry.down" }
  | { readonly type: "registry.up" };

export interface ImagesInput {
  readonly behaviour: BehaviourTable;
  readonly instances: PodInstances;
}

export interface ImagesContext extends ImagesInput {
  /** Changed in place. */
  readonly present: Set<string>;
  /** Changed in place: those that wait for their end, and those that the runtime took with it. */
  readonly underWay: Set<Pull>;
  readonly lost: WeakSet<Pull>;
  readonly registryUp: boolean;
}

export interface ImageAnswer {
  readonly to: AnyActorRef;
  readonly reply: ImageReply | RuntimeReply;
}

export const imagesMachine = setup({
  types: {
    context: {} as ImagesContext,
    events: {} as ImagesEvent,
    input: {} as ImagesInput,
  },
  actions: {
    /** Effect: carries an answer back to who asked. */
    reply: (_, _answer: ImageAnswer) => {},
    /** Effect: tells the event bus. */
    publish: (_, _fact: PullTrace) => {},
    /** Effect: sends itself `pull.lost` of each. */
    losePulls: (_, _pulls: readonly Pull[]) => {},
    begin: ({ context }, pull: Pull) => void context.underWay.add(pull),
    end: ({ context }, pull: Pull) => void context.underWay.delete(pull),
    lose: ({ context }, pull: Pull) => void context.lost.add(pull),
    /** Effect: arms `pull.over`. */
    armPull: (_, _later: { readonly pull: Pull; readonly delayMs: number }) => {},
    keep: ({ context }, image: string) => {
      context.present.add(image);
    },
    setRegistry: assign((_, registryUp: boolean) => ({ registryUp })),
  },
  guards: {
    isLost: ({ context }, pull: Pull) => context.lost.has(pull),
    succeeds: ({ context }, { subject }: Pull) => {
      const result = scriptOf(context, subject)?.result ?? "success";
      return result === "success" || (result === "byRegistry" && context.registryUp);
    },
  },
}).createMachine({
  id: "images",
  context: ({ input }) => ({
    ...input,
    present: new Set(),
    underWay: new Set(),
    lost: new WeakSet(),
    registryUp: true,
  }),
  initial: "serving",
  states: {
    serving: {
      description: "Any number of pulls at once; how many are asked for is the kubelet's affair.",
      on: {
        "image.status": {
          actions: {
            type: "reply",
            params: ({ context, event: { call, replyTo: to, subject } }) => ({
              to,
              reply: { type: "image.is", call, present: isPresent(context, subject) },
            }),
          },
        },
        "image.pull": {
          actions: [
            { type: "begin", params: ({ event }) => event },
            { type: "publish", params: ({ event }) => pullTrace(event.subject, "start") },
            {
              type: "armPull",
              params: ({ context, event }) => ({
                pull: event,
                delayMs: scriptOf(context, event.subject)?.takesMs ?? 0,
              }),
            },
          ],
        },
        "world.runtimeDown": {
          actions: { type: "losePulls", params: ({ context }) => [...context.underWay] },
        },
        "pull.lost": {
          actions: [
            { type: "end", params: ({ event }) => event.pull },
            { type: "lose", params: ({ event }) => event.pull },
            {
              type: "publish",
              params: ({ event }) => pullTrace(event.pull.subject, "end", "failure"),
            },
            { type: "reply", params: ({ event }) => connectionLost(event.pull) },
          ],
        },
        "pull.over": [
          { guard: { type: "isLost", params: ({ event }) => event.pull } },
          {
            guard: { type: "succeeds", params: ({ event }) => event.pull },
            actions: [
              { type: "end", params: ({ event }) => event.pull },
              { type: "keep", params: ({ event }) => event.pull.subject.image },
              {
                type: "publish",
                params: ({ event }) => pullTrace(event.pull.subject, "end", "success"),
              },
              {
                type: "reply",
                params: ({ context, event: { pull } }) => ({
                  to: pull.replyTo,
                  reply: {
                    type: "image.pulled",
                    call: pull.call,
                    tookMs: scriptOf(context, pull.subject)?.takesMs ?? 0,
                  },
                }),
              },
            ],
          },
          {
            actions: [
              { type: "end", params: ({ event }) => event.pull },
              {
                type: "publish",
                params: ({ event }) => pullTrace(event.pull.subject, "end", "failure"),
              },
              {
                type: "reply",
                params: ({ context, event: { pull } }) => ({
                  to: pull.replyTo,
                  reply: {
                    type: "image.failed",
                    call: pull.call,
                    message: scriptOf(context, pull.subject)?.output ?? pullError(pull),
                  },
                }),
              },
            ],
          },
        ],
        "registry.down": { actions: { type: "setRegistry", params: false } },
        "registry.up": { actions: { type: "setRegistry", params: true } },
      },
    },
  },
});

function connectionLost({ call, replyTo: to }: Pull): ImageAnswer {
  const message = connectionLostText;
  return { to, reply: { type: "runtime.failed", call, code: "UNAVAILABLE", message } };
}

function scriptOf(context: ImagesContext, subject: ImageSubject): PullScript | undefined {
  const { namespace, pod, podUid, container } = subject;
  const instance = context.instances.of(namespace, pod, podUid);
  return behaviourFor(context.behaviour, { namespace, pod, instance, container }).pull;
}

function isPresent(context: ImagesContext, subject: ImageSubject): boolean {
  return scriptOf(context, subject) === undefined || context.present.has(subject.image);
}

/** As containerd words it when a registry does not have the image. */
function pullError({ subject: { image } }: Pull): string {
  return `failed to pull and unpack image "${image}": failed to resolve reference`;
}

function pullTrace(
  { namespace, pod, podUid: uid, container, image }: ImageSubject,
  phase: "start" | "end",
  result?: "success" | "failure",
): PullTrace {
  const outcome = result === undefined ? {} : { result };
  return { type: "pull", namespace, pod, uid, container, image, phase, ...outcome };
}
