/**
 * A node: the world's actors, which live as long as it does, and a kubelet that may be stopped and
 * started again. A kubelet that starts remembers nothing; the containers live on without it.
 *
 * The kubelet's variant is whatever logic is provided as actor `kubelet`.
 */
import { type ErrorActorEvent, setup } from "xstate";
import type { BehaviourTable } from "../../src/model/behaviour.ts";
import type { KubeletTrace } from "../../src/model/trace.ts";
import { type KubeletInput, kubeletLevelMachine } from "../textbook/kubelet-level.ts";
import { apiLinkMachine } from "./api-link.ts";
import { failWithChild } from "./child-failure.ts";
import { fileSourceMachine } from "./file-source.ts";
import type { PodInstances } from "./pod-instances.ts";
import { runtimeMachine } from "./runtime.ts";

export interface NodeInput {
  readonly kubelet: KubeletInput;
  readonly behaviour: BehaviourTable;
  readonly instances: PodInstances;
}

export type NodeMachineEvent =
  | { readonly type: "kubelet.start" }
  | { readonly type: "kubelet.stop" }
  | ErrorActorEvent;

export const nodeMachine = setup({
  types: {
    context: {} as NodeInput,
    events: {} as NodeMachineEvent,
    input: {} as NodeInput,
    // Named, since inferring them gives declarations that strict readers refuse.
    children: {} as {
      runtime: "runtime";
      "api-link": "apiLink";
      "file-source": "fileSource";
      kubelet: "kubelet";
    },
  },
  actors: {
    runtime: runtimeMachine,
    apiLink: apiLinkMachine,
    fileSource: fileSourceMachine,
    kubelet: kubeletLevelMachine,
  },
  actions: {
    /** Effect: tells the event bus. */
    publish: (_, _fact: KubeletTrace) => {},
    failed: (_, event: ErrorActorEvent) => failWithChild(event),
  },
}).createMachine({
  id: "node",
  context: ({ input }) => input,
  invoke: [
    {
      src: "runtime",
      id: "runtime",
      systemId: "runtime",
      input: ({ context }) => ({
        behaviour: context.behaviour,
        now: context.kubelet.now,
        instances: context.instances,
      }),
    },
    { src: "apiLink", id: "api-link", systemId: "apiLink" },
    { src: "fileSource", id: "file-source", systemId: "fileSource" },
  ],
  initial: "kubeletDown",
  states: {
    kubeletUp: {
      description: "The kubelet runs.",
      entry: { type: "publish", params: { type: "kubelet", change: "started" } },
      exit: { type: "publish", params: { type: "kubelet", change: "stopped" } },
      invoke: {
        src: "kubelet",
        id: "kubelet",
        systemId: "kubelet",
        input: ({ context }) => context.kubelet,
      },
      on: { "kubelet.stop": "kubeletDown" },
    },
    kubeletDown: {
      description: "No kubelet: containers go on, nobody looks after them.",
      on: { "kubelet.start": "kubeletUp" },
    },
  },
  on: { "xstate.error.actor.*": { actions: { type: "failed", params: ({ event }) => event } } },
});
