/**
 * The Event objects that the API server stores, each until an hour after it was written last.
 *
 * Models: kubernetes/pkg/registry/core/event/storage/storage.go NewREST.
 */
import type { ApiEvent } from "../../src/model/api-event.ts";
import type { EventObjectTrace } from "../../src/model/trace.ts";

const eventTtlMs = 3_600_000;

interface Stored {
  readonly event: ApiEvent;
  readonly expiresMs: number;
}

/** Changed in place, as the pods are. */
export class ApiEvents {
  /** By namespace and name, the one that was not written for longest first. */
  readonly #stored = new Map<string, Stored>();

  write(event: ApiEvent, resourceVersion: number, nowMs: number): EventObjectTrace {
    const key = `${event.about.namespace}/${event.name}`;
    const change = this.#stored.delete(key) ? "updated" : "added";
    this.#stored.set(key, { event, expiresMs: nowMs + eventTtlMs });
    return eventTrace(event, change, resourceVersion);
  }

  /** Forgets those whose hour is over. */
  expire(nowMs: number): readonly EventObjectTrace[] {
    const gone: EventObjectTrace[] = [];
    for (const [key, { event, expiresMs }] of this.#stored) {
      if (expiresMs > nowMs) break;
      this.#stored.delete(key);
      gone.push(eventTrace(event, "removed"));
    }
    return gone;
  }

  get nextExpiryMs(): number | undefined {
    for (const { expiresMs } of this.#stored.values()) return expiresMs;
    return undefined;
  }
}

function eventTrace(
  event: ApiEvent,
  change: EventObjectTrace["change"],
  resourceVersion?: number,
): EventObjectTrace {
  const { name, about, eventType, reason, message, count, firstMs, lastMs } = event;
  return {
    type: "eventObject",
    namespace: about.namespace,
    pod: about.name,
    ...(about.uid === "" ? {} : { uid: about.uid }),
    change,
    name,
    ...(about.fieldPath === undefined ? {} : { object: about.fieldPath }),
    eventType,
    reason,
    message,
    count,
    firstTimestamp: firstMs / 1000,
    lastTimestamp: lastMs / 1000,
    ...(resourceVersion === undefined ? {} : { resourceVersion: String(resourceVersion) }),
  };
}
