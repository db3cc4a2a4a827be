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
  /** The place that each event had when it came first. */
  const firsts = new Map<string, { readonly place: number; readonly t: number }>();
  const entries: FaultEntry[] = [];
  for (const record of records) {
    if (record.type !== "runtimeEvent") continue;
    const { pod, container, event, id, t } = record;
    const key = JSON.stringify([pod, container, event]);
    const ofId = JSON.stringify([key, id]);
    if (record.fault !== undefined) {
      const first = firsts.get(ofId);
      // What was held back comes as it was foretold.
      if (first === undefined || !doubling.has(record.fault)) continue;
      add(record, "twice", first.place, t - first.t);
      continue;
    }
    const place = (places.get(key) ?? 0) + 1;
    places.set(key, place);
    firsts.set(ofId, { place, t });
    if (record.delivered === true) continue;
    if (record.due === undefined) add(record, "lost", place);
    else add(record, "late", place, record.due - t);
  }
  return entries;

  function add(record: Notified, fate: keyof typeof actions, nth: number, by?: number): void {
    const { pod, container, event } = record;
    entries.push({
      id: `${fate}-${entries.length + 1}`,
      at: 0,
      action: actions[fate],
      pod,
      ...(container === undefined ? {} : { container }),
      event,
      nth,
      ...(by === undefined ? {} : { by: `${Math.round(by * 1000) / 1000}s` }),
    });
  }
}
