/** What waits for the sync loop while it is busy, each with what it follows from. */
import type { Cause } from "./kubelet-core.ts";

export interface Deferred<Event> {
  readonly event: Event;
  readonly cause: Cause;
}

export class LoopBacklog<Event extends { readonly type: string }> {
  #deferred: Deferred<Event>[] = [];

  /** A ticker does not tick twice for one who does not look. */
  defer(event: Event, cause: Cause): void {
    const isTick = event.type.endsWith(".tick");
    if (isTick && this.#deferred.some((one) => one.event.type === event.type)) return;
    this.#deferred.push({ event, cause });
  }

  /** As it came. */
  take(): readonly Deferred<Event>[] {
    const deferred = this.#deferred;
    this.#deferred = [];
    return deferred;
  }
}
