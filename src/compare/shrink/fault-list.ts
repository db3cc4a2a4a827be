/** The faults that a run had, one by one: each names the event that it takes. */
import type { TraceRecord, TraceStamp, RuntimeEventTrace } from "../../model/trace.ts";
import type { Scenario } from "../../scenario/scenario.ts";

/** A stimulus as a scenario file has it. */
export type FaultEntry = Readonly<Record<string, unknown>>;

type Notified = TraceStamp & RuntimeEventTrace;

const actions = {
  lost: "dropEvents",
  late: "delayEvents",
  twice: "duplicateEvents",
} as const;

/**
 * What was lost, held back or doubled of the runtime's events, by its place among those of its
 * container and name. Of a trace that is whole.
 */
export function faultEntries(
  records: readonly TraceRecord[],
  { stimuli }: Pick<Scenario, "stimuli">,
): readonly FaultEntry[] {
  const doubling = new Set(
    stimuli.flatMap(({ action, label }) => (action === "duplicateEvents" ? [label] : [])),
  );
  const places = new Map<string, number>();
  /** The place that each event had when it came first, and its fault. */
  const firsts = new Map<
    string,
    { readonly place: number; readonly t: number; readonly entry: number }
  >();
  const entries: FaultEntry[] = [];
  for (const record of records) {
    if (record.type !== "runtimeEvent") continue;
    const { pod, container, event, id, t } = record;
    const key = JSON.stringify([pod, container, event]);
    const ofId = JSON.stringify([key, id]);
    if (record.fault !== undefined) {
      const first = firsts.get(ofId);
      if (first === undefined) continue;
      if (doubling.has(record.fault)) {
        entries.push(entryOf(record, entries.length, "twice", first.place, t - first.t));
      } else if (record.delivered !== true) {
        // What was held back comes as it was foretold, unless it is kept once more.
        entries[first.entry] = keptEntry(record, first.entry, first.place, first.t);
      }
      continue;
    }
    const place = (places.get(key) ?? 0) + 1;
    places.set(key, place);
    firsts.set(ofId, { place, t, entry: entries.length });
    if (record.delivered === true) continue;
    entries.push(keptEntry(record, entries.length, place, t));
  }
  return entries;
}

/** `t`: when it happened, in seconds. */
function keptEntry(record: Notified, index: number, nth: number, t: number): FaultEntry {
  return record.due === undefined
    ? entryOf(record, index, "lost", nth)
    : entryOf(record, index, "late", nth, record.due - t);
}

function entryOf(
  { pod, container, event }: Notified,
  index: number,
  fate: keyof typeof actions,
  nth: number,
  by?: number,
): FaultEntry {
  return {
    id: `${fate}-${index + 1}`,
    at: 0,
    action: actions[fate],
    pod,
    ...(container === undefined ? {} : { container }),
    event,
    nth,
    ...(by === undefined ? {} : { by: `${Math.round(by * 1000) / 1000}s` }),
  };
}
