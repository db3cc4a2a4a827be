/**
 * What waits for the sync loop while it is busy, each with what it follows from.
 *
 * Models: kubernetes/pkg/kubelet/kubelet.go syncLoopIteration.
 */
import type { Cause } from "./kubelet-core.ts";

export interface Deferred<Event> {
  readonly event: Event;
  readonly cause: Cause;
}

/** The channels that the loop reads, by the first word of what comes through each. */
const channels = [/^(files|api)\./, /^pleg\./, /^probe\./, /^sync\./, /^housekeeping\./];

export class LoopBacklog<Event extends { readonly type: string }> {
  #deferred: Deferred<Event>[] = [];

  /** A ticker does not tick twice for one who does not look. */
  defer(event: Event, cause: Cause): void {
    const isTick = event.type.endsWith(".tick");
    if (isTick && this.#deferred.some((one) => one.event.type === event.type)) return;
    this.#deferred.push({ event, cause });
  }

  /** In the order of each channel; of those that have something, Go's select draws one. */
  take(draw: () => number): readonly Deferred<Event>[] {
    const queues = channels
      .map((name) => this.#deferred.filter(({ event }) => name.test(event.type)))
      .filter(({ length }) => length > 0);
    this.#deferred = [];
    const taken: Deferred<Event>[] = [];
    while (queues.length > 0) {
      const index = queues.length === 1 ? 0 : Math.floor(draw() * queues.length);
      const [queue = []] = queues.slice(index);
      const next = queue.shift();
      if (next !== undefined) taken.push(next);
      if (queue.length === 0) queues.splice(index, 1);
    }
    return taken;
  }
}
