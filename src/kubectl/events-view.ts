/**
 * `kubectl events`: the Event objects of a moment.
 *
 * Models: kubernetes/staging/src/k8s.io/kubectl/pkg/cmd/events/event_printer.go printOneEvent;
 * events.go SortableEvents.
 */
import type { EventObjectTrace, TraceRecord } from "../model/trace.ts";
import { toMs } from "../trace/times.ts";
import { escapeTerminal } from "./escape-terminal.ts";
import { humanDuration } from "./human-duration.ts";
import { type NamespaceScope, noneFound } from "./namespaces.ts";
import { byLastTimestamp, eventsAt } from "./stored-events.ts";
import { TabWriter, tableTabs } from "./tab-writer.ts";

export function eventsTable(
  records: readonly TraceRecord[],
  ms: number,
  scope: NamespaceScope,
): string {
  const events = byLastTimestamp(eventsAt(records, ms));
  if (events.length === 0) return noneFound("events", scope);
  const columns = ["LAST SEEN", "TYPE", "REASON", "OBJECT", "MESSAGE"];
  const rows = events.map(({ namespace, pod, ...event }) => {
    const { eventType, reason, message } = event;
    const cells = [eventInterval(event, ms), eventType, reason, `Pod/${pod}`, message.trim()];
    return (scope.isAll ? [namespace, ...cells] : cells).map(escapeTerminal).join("\t");
  });
  const head = (scope.isAll ? ["NAMESPACE", ...columns] : columns).join("\t");
  return new TabWriter(tableTabs).write([head, ...rows]);
}

/** `3s (x4 over 2m)`. */
export function eventInterval(
  {
    count,
    firstTimestamp,
    lastTimestamp,
  }: Pick<EventObjectTrace, "count" | "firstTimestamp" | "lastTimestamp">,
  ms: number,
): string {
  const since = (seconds: number): string => humanDuration(ms - toMs(seconds));
  if (count <= 1) return since(firstTimestamp);
  return `${since(lastTimestamp)} (x${count} over ${since(firstTimestamp)})`;
}
