/** A node stops with an actor that failed: a simulation that goes on without it would lie. */
import type { ErrorActorEvent } from "xstate";

/** Throws, with the actor's name and the error as the cause. */
export function failWithChild({ actorId, error }: ErrorActorEvent): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new Error(`actor "${actorId}" failed: ${reason}`, { cause: error });
}
