/**
 * The actors of a run. A trace does not tell of them; the run is played once more from its texts,
 * which gives the same to the byte, and looked on as an inspector would.
 */
import type { AnyActorRef, AnyStateMachine, InspectionEvent, StateValue } from "xstate";
import { SimulatedNode } from "../library/simulated-node.ts";
import type { StimulusEntry } from "../library/stimulus-entry.ts";
import { ActorNames, childrenOf, parentOf } from "../node/actor-names.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import type { ActorLife, ActorLog, Message } from "./actor-log.ts";
import type { AppliedEntry } from "./live-protocol.ts";

/** Far more than somebody reads; a run of a day would fill the memory of a browser. */
const mostMessages = 1_000_000;

export class ActorReplay implements ActorLog {
  readonly actors = new Map<string, ActorLife>();
  readonly messages: Message[] = [];
  readonly #names = new ActorNames();
  readonly #node: SimulatedNode;
  readonly #applied: AppliedEntry[] = [];
  #count = 0;

  constructor(input: PreparedInput) {
    const onRecord = (): void => void this.#count++;
    this.#node = new SimulatedNode(input, { keepRecords: false, onRecord });
    const { root } = this.#node;
    this.#announce(root);
    root.system.inspect((event) => this.#see(event));
  }

  /** What is there already, before anything has happened. */
  #announce(actor: AnyActorRef): void {
    const life = this.#begin(this.#names.of(actor), actor);
    const { value } = actor.getSnapshot() as { readonly value?: StateValue };
    if (value !== undefined) life.states.push({ ms: 0, count: 0, value });
    for (const child of childrenOf(actor)) this.#announce(child);
  }

  get nowMs(): number {
    return Math.round(this.#node.now * 1000);
  }

  /** Whether it is a beginning of what was done to a run. */
  isBefore(applied: readonly AppliedEntry[], ms: number): boolean {
    const isSame = this.#applied.every((entry, index) => isAlike(entry, applied[index]));
    const next = applied[this.#applied.length];
    return isSame && this.nowMs <= Math.min(ms, next?.atMs ?? ms);
  }

  /** To that time, with what was done to the run until then. */
  advanceTo(ms: number, applied: readonly AppliedEntry[]): void {
    for (const entry of applied.slice(this.#applied.length)) {
      if (entry.atMs > ms) break;
      this.#node.advanceTo(entry.atMs / 1000);
      this.#node.apply(entry.entry as unknown as StimulusEntry).advance(0);
      this.#applied.push(entry);
    }
    this.#node.advanceTo(ms / 1000);
  }

  #see(event: InspectionEvent): void {
    if (event.type !== "@xstate.event" && event.type !== "@xstate.snapshot") return;
    const { actorRef } = event;
    const name = this.#names.of(actorRef);
    const life = this.actors.get(name) ?? this.#begin(name, actorRef);
    const point = { ms: this.nowMs, count: this.#count };
    if (event.type === "@xstate.snapshot") {
      const { status, value } = event.snapshot as { status: string; value?: StateValue };
      if (status !== "active") life.end ??= point;
      const last = life.states.at(-1)?.value;
      if (value === undefined || JSON.stringify(last) === JSON.stringify(value)) return;
      life.states.push({ ...point, value });
      return;
    }
    const { type } = event.event;
    if (type === "xstate.init" || this.messages.length >= mostMessages) return;
    const from = event.sourceRef && this.#names.of(event.sourceRef);
    life.messages.push(this.messages.length);
    this.messages.push({ ...point, ...(from === undefined ? {} : { from }), to: name, type });
  }

  #begin(name: string, actor: Parameters<typeof parentOf>[0]): ActorLife {
    const parent = parentOf(actor);
    const { logic } = actor as unknown as { readonly logic: object };
    const life: ActorLife = {
      name,
      parent: parent && this.#names.of(parent),
      machine: "config" in logic && "root" in logic ? (logic as AnyStateMachine) : undefined,
      states: [],
      messages: [],
      begin: { ms: this.nowMs, count: this.#count },
    };
    this.actors.set(name, life);
    return life;
  }
}

function isAlike(a: AppliedEntry, b: AppliedEntry | undefined): boolean {
  return a.atMs === b?.atMs && JSON.stringify(a.entry) === JSON.stringify(b.entry);
}
