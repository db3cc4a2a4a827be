/** Names actors by the path of their ids, such as `node-1/runtime/web/app#1`. */
import type { ActorRefLike, AnyActorRef } from "xstate";

export class ActorNames {
  readonly #names = new WeakMap<object, string>();
  /** How often a path was given out: a kubelet that is started again is another actor. */
  readonly #uses = new Map<string, number>();

  of(actor: ActorRefLike): string {
    const known = this.#names.get(actor);
    if (known !== undefined) return known;
    const parent = parentOf(actor);
    const { id } = actor as AnyActorRef;
    const path = parent === undefined ? id : `${this.of(parent)}/${id}`;
    const use = (this.#uses.get(path) ?? 0) + 1;
    this.#uses.set(path, use);
    const name = use === 1 ? path : `${path} (${use})`;
    this.#names.set(actor, name);
    return name;
  }
}

export function parentOf(actor: ActorRefLike): AnyActorRef | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- XState's own name, and in its types.
  return (actor as AnyActorRef)._parent;
}

export function isActor(value: object): value is AnyActorRef {
  return "sessionId" in value && "send" in value && "getSnapshot" in value;
}
