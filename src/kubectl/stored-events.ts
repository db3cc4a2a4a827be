/** The Event objects that the API server stores at a moment, from a trace. */
import type { EventObjectTrace, TraceRecord } from "../model/trace.ts";
import { toMs } from "../trace/times.ts";

/** In the order of their creation, as their names have it in a cluster. */
export function eventsAt(records: readonly TraceRecord[], ms: number): readonly EventObjectTrace[] {
  const stored = new Map<string, EventObjectTrace>();
  for (const record of records) {
    if (toMs(record.t) > ms) break;
    if (record.type !== "eventObject") continue;
    const key = `${record.namespace}/${record.name}`;
    if (record.change === "removed") stored.delete(key);
    else stored.set(key, record);
  }
  return [...stored.values()];
}

/** The one that happened last comes last. */
export function byLastTimestamp(events: readonly EventObjectTrace[]): readonly EventObjectTrace[] {
  return events.toSorted((a, b) => a.lastTimestamp - b.lastTimestamp);
}
