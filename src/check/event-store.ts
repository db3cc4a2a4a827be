/**
 * The Event objects that the API server stores, from the occurrences in a trace. Where a record
 * tells what became of it, that is taken; else the kubelet's correlator is followed, whose one pick
 * by chance is then always the first.
 */
import { type CorrelatorMemory, correlate, remember } from "../decide/kubelet/event-correlator.ts";
import { toMs } from "../trace/times.ts";
import { type EventRecord, type Fact, type StoredEvent } from "./trace-extras.ts";
import { type Series, type Step, seriesOf } from "./series.ts";

export interface EventObject extends StoredEvent {
  readonly pod: string;
  readonly podKey: string | undefined;
  readonly reason: string;
}

/** All objects at each moment, by name. */
export type EventObjects = ReadonlyMap<string, EventObject>;

type Writable<T> = T extends ReadonlyMap<infer Key, infer Value> ? Map<Key, Value> : never;
type WritableMemory = { [Key in keyof CorrelatorMemory]: Writable<CorrelatorMemory[Key]> };

export interface EventStore {
  readonly objects: Series<EventObjects>;
  /** Events that were written while the link was down, and of which nothing more is known. */
  readonly unsure: readonly EventRecord[];
}

export function eventStore(records: readonly Fact[]): EventStore {
  const series: Step<EventObjects>[] = seriesOf<EventObjects>(new Map());
  const unsure: EventRecord[] = [];
  let memory = emptyMemory();
  // Each life of the kubelet makes Event objects of its own.
  let life = 1;
  let isLinkUp = true;
  let objects: EventObjects = new Map();
  for (const record of records) {
    if (record.type === "link") isLinkUp = record.up;
    if (record.type === "kubelet" && record.change === "started") {
      memory = emptyMemory();
      life += 1;
    }
    if (record.type !== "event") continue;
    const event: EventRecord = record;
    if (event.stored === undefined && !isLinkUp) unsure.push(event);
    const stored = event.stored ?? correlated(event, memory, life);
    if (stored === false) continue;
    const { pod, uid: podKey, reason, t } = event;
    objects = new Map([...objects, [stored.name, { ...stored, pod, podKey, reason }]]);
    series.push({ atMs: toMs(t), value: objects });
  }
  return { objects: series, unsure };
}

function emptyMemory(): WritableMemory {
  return { aggregates: new Map(), counts: new Map(), buckets: new Map() };
}

function correlated(event: EventRecord, memory: WritableMemory, life: number): StoredEvent | false {
  const { namespace, pod: name, uid = "", object, eventType, reason, message, t } = event;
  const fieldPath = object === undefined ? {} : { fieldPath: object };
  const about = { kind: "Pod", namespace, name, uid, ...fieldPath };
  const result = correlate(memory, { about, eventType, reason, message }, toMs(t), 0);
  remember(memory.aggregates, result.aggregate);
  remember(memory.counts, result.counted);
  remember(memory.buckets, result.bucket);
  const { series, count } = result;
  return result.isSent && { name: `${life}/${series}`, count, message: result.message };
}
