/** The actors of a node by the names under which its system knows them. */
import type { ActorRefFrom, AnyActorRef, AnyMachineSnapshot } from "xstate";
import type { kubeletEdgeMachine } from "../../machines/textbook/kubelet-edge.ts";
import type { kubeletLevelMachine } from "../../machines/textbook/kubelet-level.ts";
import type { apiLinkMachine } from "../../machines/world/api-link.ts";
import type { fileSourceMachine } from "../../machines/world/file-source.ts";
import type { runtimeMachine } from "../../machines/world/runtime.ts";

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

export function isActive(actor: AnyActorRef): boolean {
  return (actor.getSnapshot() as AnyMachineSnapshot).status === "active";
}
