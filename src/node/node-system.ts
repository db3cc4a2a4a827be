/** The actors of a node by the names under which its system knows them. */
import type { ActorRefFrom, AnyActorRef, AnyMachineSnapshot } from "xstate";
import type { kubernetesKubeletMachine } from "../../machines/kubelet/kubelet.ts";
import type { staticFilesMachine } from "../../machines/kubelet/static-files.ts";
import type { kubeletEdgeMachine } from "../../machines/textbook/kubelet-edge.ts";
import type { kubeletLevelMachine } from "../../machines/textbook/kubelet-level.ts";
import type { apiLinkMachine } from "../../machines/world/api-link.ts";
import type { apiServerMachine } from "../../machines/world/api-server.ts";
import type { fileSourceMachine } from "../../machines/world/file-source.ts";
import type { imagesMachine } from "../../machines/world/images.ts";
import type { nodeLifecycleMachine } from "../../machines/world/node-lifecycle.ts";
import type { runtimeMachine } from "../../machines/world/runtime.ts";
import type { sandboxesMachine } from "../../machines/world/sandboxes.ts";
import type { taintEvictionMachine } from "../../machines/world/taint-eviction.ts";

export interface NodeActors {
  readonly runtime: ActorRefFrom<typeof runtimeMachine>;
  readonly apiLink: ActorRefFrom<typeof apiLinkMachine>;
  readonly fileSource: ActorRefFrom<typeof fileSourceMachine>;
  /** One of the variants. */
  readonly kubelet: ActorRefFrom<typeof kubeletLevelMachine | typeof kubeletEdgeMachine>;
}

/** XState does not type the names of a system; the node machine registers exactly these. */
export function actorOf<Name extends keyof NodeActors>(
  member: AnyActorRef,
  name: Name,
): NodeActors[Name] | undefined {
  return member.system.get(name) as NodeActors[Name] | undefined;
}

/** For the actors that are there as long as the node is. */
export function serviceOf<Name extends Exclude<keyof NodeActors, "kubelet">>(
  member: AnyActorRef,
  name: Name,
): NodeActors[Name] {
  const actor = actorOf(member, name);
  if (actor === undefined) throw new Error(`the node has no ${name}`);
  return actor;
}

/** The same, of a node whose kubelet is as Kubernetes runs it. */
export interface KubernetesActors {
  readonly runtime: ActorRefFrom<typeof runtimeMachine>;
  readonly sandboxes: ActorRefFrom<typeof sandboxesMachine>;
  readonly images: ActorRefFrom<typeof imagesMachine>;
  readonly apiServer: ActorRefFrom<typeof apiServerMachine>;
  readonly staticFiles: ActorRefFrom<typeof staticFilesMachine>;
  /** Where there is a control plane. */
  readonly nodeLifecycle: ActorRefFrom<typeof nodeLifecycleMachine>;
  readonly taintEviction: ActorRefFrom<typeof taintEvictionMachine>;
  readonly kubelet: ActorRefFrom<typeof kubernetesKubeletMachine>;
}

export type KubernetesService = Exclude<
  keyof KubernetesActors,
  "kubelet" | "nodeLifecycle" | "taintEviction"
>;

export function kubernetesActorOf<Name extends keyof KubernetesActors>(
  member: AnyActorRef,
  name: Name,
): KubernetesActors[Name] | undefined {
  return member.system.get(name) as KubernetesActors[Name] | undefined;
}

export function kubernetesServiceOf<Name extends KubernetesService>(
  member: AnyActorRef,
  name: Name,
): KubernetesActors[Name] {
  const actor = kubernetesActorOf(member, name);
  if (actor === undefined) throw new Error(`the node has no ${name}`);
  return actor;
}

export function isActive(actor: AnyActorRef): boolean {
  return (actor.getSnapshot() as AnyMachineSnapshot).status === "active";
}
