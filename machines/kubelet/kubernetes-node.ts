/**
 * A node with the kubelet as Kubernetes runs it: the runtime's three services, the API server
 * behind its link, the folder of static pods, and a kubelet that may be stopped and started again.
 */
import { type ErrorActorEvent, assign, setup } from "xstate";
import type { KubeletVersion } from "../../src/decide/kubelet/versions.ts";
import type { BehaviourTable } from "../../src/model/behaviour.ts";
import type { KubeletTrace } from "../../src/model/trace.ts";
import { apiServerMachine } from "../world/api-server.ts";
import { failWithChild } from "../world/child-failure.ts";
import { imagesMachine } from "../world/images.ts";
import type { PodInstances } from "../world/pod-instances.ts";
import type { ProbeAnswers } from "../world/probe-answers.ts";
import { runtimeMachine } from "../world/runtime.ts";
import { sandboxesMachine } from "../world/sandboxes.ts";
import { type KubeletMachineInput, kubernetesKubeletMachine } from "./kubelet.ts";
import { staticFilesMachine } from "./static-files.ts";

export interface KubernetesNodeInput {
  readonly behaviour: BehaviourTable;
  readonly instances: PodInstances;
  readonly probeAnswers?: ProbeAnswers;
  readonly now: () => number;
  readonly toApiTime: (ms: number) => number;
  readonly expiredGraceIsOne: boolean;
  readonly nodeName: string;
  /** Of the kubelet on the node's disk: the next one that starts is of this version. */
  readonly version: KubeletVersion;
  /** Made anew for each start of the kubelet. */
  readonly kubelet: (version: KubeletVersion) => KubeletMachineInput;
}

export type KubernetesNodeEvent =
  | { readonly type: "kubelet.start" }
  | { readonly type: "kubelet.stop" }
  | { readonly type: "kubelet.install"; readonly version: KubeletVersion }
  | ErrorActorEvent;

export const kubernetesNodeMachine = setup({
  types: {
    context: {} as KubernetesNodeInput,
    events: {} as KubernetesNodeEvent,
    input: {} as KubernetesNodeInput,
  },
  actors: {
    runtime: runtimeMachine,
    sandboxes: sandboxesMachine,
    images: imagesMachine,
    apiServer: apiServerMachine,
    staticFiles: staticFilesMachine,
    kubelet: kubernetesKubeletMachine,
  },
  actions: {
    /** Effect: tells the event bus. */
    publish: (_, _fact: KubeletTrace) => {},
    /** Effect: tells the file source that nobody reads any more. */
    leaveSources: () => {},
    /** Effect: brings the controllers to life, where there are any. */
    beginControllers: () => {},
    install: assign((_, version: KubeletVersion) => ({ version })),
    failed: (_, event: ErrorActorEvent) => failWithChild(event),
  },
}).createMachine({
  id: "kubernetesNode",
  context: ({ input }) => input,
  invoke: [
    {
      src: "runtime",
      id: "runtime",
      systemId: "runtime",
      input: ({ context: { behaviour, now, instances, probeAnswers } }) => ({
        behaviour,
        now,
        instances,
        ...(probeAnswers ? { probeAnswers } : {}),
      }),
    },
    {
      src: "sandboxes",
      id: "sandboxes",
      systemId: "sandboxes",
      input: ({ context: { now } }) => ({ now }),
    },
    {
      src: "images",
      id: "images",
      systemId: "images",
      input: ({ context: { behaviour, instances } }) => ({ behaviour, instances }),
    },
    {
      src: "apiServer",
      id: "api-server",
      systemId: "apiServer",
      input: ({ context: { nodeName, now, toApiTime, expiredGraceIsOne } }) => ({
        nodeName,
        now,
        toApiTime,
        expiredGraceIsOne,
      }),
    },
    {
      src: "staticFiles",
      id: "static-files",
      systemId: "staticFiles",
      input: ({ context: { nodeName, version } }) => ({ reader: { nodeName, version } }),
    },
  ],
  entry: "beginControllers",
  initial: "kubeletDown",
  states: {
    kubeletUp: {
      description: "The kubelet runs.",
      entry: {
        type: "publish",
        params: ({ context: { version } }) => ({ type: "kubelet", change: "started", version }),
      },
      exit: [{ type: "publish", params: { type: "kubelet", change: "stopped" } }, "leaveSources"],
      invoke: {
        src: "kubelet",
        id: "kubelet",
        systemId: "kubelet",
        input: ({ context }) => context.kubelet(context.version),
      },
      on: { "kubelet.stop": "kubeletDown" },
    },
    kubeletDown: {
      description: "No kubelet: containers go on, nobody looks after them.",
      on: { "kubelet.start": "kubeletUp" },
    },
  },
  on: {
    "kubelet.install": { actions: { type: "install", params: ({ event }) => event.version } },
    "xstate.error.actor.*": { actions: { type: "failed", params: ({ event }) => event } },
  },
});
