/** Sends a message from one actor to another in a turn of its own, with its sender. */
import type { AnyActorRef, EventObject } from "xstate";
import { isActive } from "./node-system.ts";

interface RelayingSystem {
  _relay(source: AnyActorRef, target: AnyActorRef, event: EventObject): void;
}

/**
 * XState's `sendTo` delivers inside the sender's turn, and `send` loses the sender, which the
 * inspector needs for its arrows. What both use underneath keeps it; it is not in XState's types,
 * so it is named here once, the version is pinned, and a test holds it.
 */
export function relay(source: AnyActorRef, target: AnyActorRef, event: EventObject): void {
  if (!isActive(target)) return;
  // oxlint-disable-next-line no-underscore-dangle -- XState's own name.
  (source.system as unknown as RelayingSystem)._relay(source, target, event);
}
