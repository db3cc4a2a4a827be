/** Runs a machine as an actor and writes down the effects that it asks for. */
import { type AnyActorRef, type AnyStateMachine, type EventObject, createActor } from "xstate";

export interface Effect {
  readonly type: string;
  readonly params: unknown;
}

export class Recorded {
  readonly actor: AnyActorRef;
  #effects: Effect[] = [];

  /** `effects`: the actions that the host supplies; they only leave a note. */
  constructor(machine: AnyStateMachine, input: unknown, effects: readonly string[]) {
    const note = (type: string) => (_: unknown, params: unknown) => {
      this.#effects.push({ type, params });
    };
    const actions = Object.fromEntries(effects.map((name) => [name, note(name)]));
    this.actor = createActor(machine.provide({ actions }), { input }).start();
  }

  /** Sends it and gives back what was asked for. */
  send(event: EventObject & Readonly<Record<string, unknown>>): readonly Effect[] {
    this.#effects = [];
    this.actor.send(event);
    return this.#effects;
  }

  /** The same, as the names alone. */
  names(event: EventObject & Readonly<Record<string, unknown>>): readonly string[] {
    return this.send(event).map(({ type }) => type);
  }

  get state(): unknown {
    return (this.actor.getSnapshot() as { readonly value: unknown }).value;
  }

  get context(): unknown {
    return (this.actor.getSnapshot() as { readonly context: unknown }).context;
  }
}
