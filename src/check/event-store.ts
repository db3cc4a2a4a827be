/** The Event objects that the API server stores at each moment, as a trace tells of them. */
import type { EventObjectTrace } from "../model/trace.ts";
import { toMs } from "../trace/times.ts";
import { type Series, type Step, seriesOf } from "./series.ts";
import type { Fact } from "./trace-extras.ts";

/** By namespace and name. */
export type EventObjects = ReadonlyMap<string, EventObjectTrace>;

export function eventStore(records: readonly Fact[]): Series<EventObjects> {
  const series: Step<EventObjects>[] = seriesOf<EventObjects>(new Map());
  let objects: EventObjects = new Map();
  for (const record of records) {
    if (record.type !== "eventObject") continue;
    const next = new Map(objects);
    const key = `${record.namespace}/${record.name}`;
    if (record.change === "removed") next.delete(key);
    else next.set(key, record);
    objects = next;
    series.push({ atMs: toMs(record.t), value: objects });
  }
  return series;
}
