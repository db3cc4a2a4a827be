/** Names actors by the path of their ids, such as `node-1/runtime/web/app#1`, and finds them. */
import type { ActorRefLike, AnyActorRef } from "xstate";
import { RuntimeLedger } from "../../machines/world/runtime-ledger.ts";

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

/** Containers are children that the runtime keeps itself, out of its snapshot's own list. */
export function childrenOf(actor: AnyActorRef): readonly AnyActorRef[] {
  const { children = {}, context } = actor.getSnapshot() as {
    readonly children?: Readonly<Record<string, AnyActorRef>>;
    readonly context?: { readonly ledger?: unknown };
  };
  const own = Object.values(children);
  if (!(context?.ledger instanceof RuntimeLedger)) return own;
  const { registry } = context.ledger;
  return [...own, ...registry.list().flatMap(({ id }) => registry.get(id)?.actor ?? [])];
}

/** An actor and all that are in it, by their paths under it; of those that are there now. */
export function actorsByPath(root: AnyActorRef): ReadonlyMap<string, AnyActorRef> {
  const actors = new Map<string, AnyActorRef>();
  const add = (actor: AnyActorRef, path: string): void => {
    for (const child of childrenOf(actor)) {
      const own = path === "" ? child.id : `${path}/${child.id}`;
      actors.set(own, child);
      add(child, own);
    }
  };
  add(root, "");
  return actors;
}
