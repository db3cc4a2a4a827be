/**
 * Tells the inspector's protocol what the actors of a node are, get and become.
 *
 * The client's own observer waits for a timer of the host before it looks at an event, so it would
 * show every actor as it is at the end of the run, at wall time. Its manual calls are at once and
 * take names, so those are used; `serialize` then sets what they leave out or take from the host.
 */
import {
  type StatelyActorEvent,
  type StatelyInspectionEvent,
  createInspector,
} from "@statelyai/inspect";
import type { AnyActorRef, InspectionEvent, Snapshot } from "xstate";
import { KubeletMemory } from "../../machines/textbook/memory.ts";
import { RuntimeLedger } from "../../machines/world/runtime-ledger.ts";
import { ActorNames, childrenOf, parentOf } from "../node/actor-names.ts";
import { type Plain, type PlainObject, toPlain } from "./plain-value.ts";

/** What a frame says beside what the client's call was given. */
type Facts = Partial<Pick<StatelyActorEvent, "name" | "parentId" | "definition">> &
  Pick<StatelyActorEvent, "id" | "rootId" | "createdAt">;

/** Of no use and none in what the client's own observer sends, though its types say otherwise. */
const noId = null as unknown as string;
const noFacts: Facts = { id: noId, rootId: undefined, createdAt: "" };

export interface ReporterOptions {
  readonly send: (frame: StatelyInspectionEvent) => void;
  /** What is told of by name, with what it sends and gets; absent: everything. */
  readonly only?: readonly string[] | undefined;
}

export class ActorReporter {
  readonly #only: readonly string[] | undefined;
  readonly #found = new Set<string>();
  #asked = 0;
  readonly #names = new ActorNames();
  readonly #announced = new WeakSet<object>();
  readonly #definitions = new WeakMap<object, string>();
  readonly #client: ReturnType<typeof createInspector>;
  #facts: Facts = noFacts;

  constructor({ send, only }: ReporterOptions) {
    this.#only = only;
    this.#client = createInspector(
      { send },
      { serialize: (frame) => ({ ...frame, ...this.#facts }) as StatelyInspectionEvent },
    );
  }

  /** How many actors of the names that were asked for there are. */
  get asked(): number {
    return this.#asked;
  }

  /** Those of the names that no actor has, or had. */
  get strangers(): readonly string[] {
    return (this.#only ?? []).filter((end) => !this.#found.has(end));
  }

  #picked(name: string): boolean {
    return this.#only?.some((end) => isNamed(name, end)) ?? true;
  }

  /** Reports the actors that are there, then all that happens; returns how to stop it. */
  attach(root: AnyActorRef, now: () => number): () => void {
    const rootId = this.#names.of(root);
    const atNow = (): Facts => ({ ...noFacts, rootId, createdAt: String(now()) });
    this.#announceTree(root, atNow());
    const subscription = root.system.inspect((event: InspectionEvent) =>
      this.#report(event, atNow()),
    );
    return () => subscription.unsubscribe();
  }

  #announceTree(actor: AnyActorRef, facts: Facts): void {
    if (this.#picked(this.#names.of(actor))) this.#announce(actor, facts);
    for (const child of childrenOf(actor)) this.#announceTree(child, facts);
  }

  #report(event: InspectionEvent, facts: Facts): void {
    const { actorRef } = event;
    const isPicked = this.#picked(this.#names.of(actorRef));
    switch (event.type) {
      case "@xstate.event": {
        const from = event.sourceRef;
        if (!isPicked && !(from && this.#picked(this.#names.of(from)))) return;
        // Who talks with one that was asked for is there at the other end of the arrow.
        if (from) this.#announce(from as AnyActorRef, facts);
        // An actor that is being made has no snapshot yet; at its first event it does.
        this.#announce(actorRef as AnyActorRef, facts);
        const source = from && { source: this.#names.of(from) };
        this.#facts = facts;
        this.#client.event(this.#names.of(actorRef), this.#plainEvent(event.event), source);
        return;
      }
      case "@xstate.snapshot":
        if (!isPicked) return;
        this.#announce(actorRef as AnyActorRef, facts);
        this.#facts = facts;
        this.#client.snapshot(this.#names.of(actorRef), this.#plainSnapshot(event.snapshot), {
          event: this.#plainEvent(event.event),
        });
        return;
      default:
    }
  }

  #announce(actor: AnyActorRef, facts: Facts): void {
    if (this.#announced.has(actor)) return;
    this.#announced.add(actor);
    const name = this.#names.of(actor);
    if (this.#picked(name)) this.#asked++;
    for (const end of this.#only ?? []) if (isNamed(name, end)) this.#found.add(end);
    const parent = parentOf(actor);
    if (parent) this.#announce(parent, facts);
    this.#facts = {
      ...facts,
      name: actor.id,
      parentId: parent && this.#names.of(parent),
      definition: this.#definitionOf(actor),
    };
    this.#client.actor(
      this.#names.of(actor),
      this.#plainSnapshot(actor.getSnapshot() as Snapshot<unknown>),
    );
  }

  /** The machine as a viewer opens it: its literal, without the functions. */
  #definitionOf(actor: AnyActorRef): string {
    const { logic, id } = actor as unknown as WithLogic;
    const known = this.#definitions.get(logic);
    if (known !== undefined) return known;
    const definition = JSON.stringify(typeof logic.config === "object" ? logic.config : { id });
    this.#definitions.set(logic, definition);
    return definition;
  }

  #plainEvent(event: { readonly type: string }): { type: string } & PlainObject {
    return this.#plain(event) as { type: string } & PlainObject;
  }

  /** Without `children`: the viewer knows them as actors of their own. */
  #plainSnapshot(snapshot: Snapshot<unknown>): PlainObject {
    const { status, value, context, output, error } = snapshot as Snapshot<unknown> & {
      readonly value?: unknown;
      readonly context?: unknown;
    };
    return this.#plain({ status, value, context, output, error }) as PlainObject;
  }

  #plain(value: unknown): Plain {
    return toPlain(value, (inner) => (isActor(inner) ? this.#names.of(inner) : shortForm(inner)));
  }
}

/** `web/app` names each run of that container, `kubelet` each life of the kubelet. */
function isNamed(name: string, end: string): boolean {
  const path = name.replace(/(#\d+)?( \(\d+\))?$/, "");
  return `/${path}`.endsWith(`/${end}`) || `/${name}`.endsWith(`/${end}`);
}

/** Of XState's actors, what its types keep back. */
interface WithLogic {
  readonly id: string;
  readonly logic: { readonly config?: unknown };
}

/** What grows with the number of containers is shown by its size or by its names. */
function shortForm(value: object): unknown {
  if (value instanceof RuntimeLedger) {
    return { containers: value.registry.size, ...value.counters };
  }
  if (value instanceof KubeletMemory) {
    const { declarations, backoffs, creating, starting, removing, left, outbox } = value;
    return {
      declared: declarations.keys,
      backoffs,
      creating,
      starting,
      removing,
      left,
      calls: outbox.map(({ type, call }) => `${type} ${call}`),
    };
  }
  return undefined;
}

function isActor(value: object): value is AnyActorRef {
  return "sessionId" in value && "send" in value && "getSnapshot" in value;
}
