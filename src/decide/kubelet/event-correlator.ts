/**
 * How the Events of one recorder become fewer: similar ones are folded into one, equal ones are
 * counted, and what is left of a stream is cut down by a token bucket.
 *
 * Models: kubernetes/staging/src/k8s.io/client-go/tools/record/events_cache.go EventCorrelate,
 * EventAggregate, eventObserve, Filter.
 */
import type { ApiEvent, InvolvedObject } from "../../model/api-event.ts";
import type { KubeletEvent } from "./event-texts.ts";

export interface RecordedEvent extends KubeletEvent {
  readonly about: InvolvedObject;
  /** When it happened; by the time it is correlated it may have waited. */
  readonly occurredMs: number;
  /** Of the object that it is, unless it is one more occurrence of another. */
  readonly name: string;
}

/** Upstream's are nanoseconds of the wall clock, so that no two are alike. */
export function eventName({ name }: InvolvedObject, occurredMs: number, made: number): string {
  return `${name}.${(occurredMs * 1_000_000 + made).toString(16)}`;
}

/** Of what differs in its message alone. */
export interface AggregateRecord {
  /** The messages, or ten of them, in the order in which they came. */
  readonly messages: readonly string[];
  readonly lastMs: number;
}

/** Of one Event object. */
export interface CountRecord {
  readonly name: string;
  readonly count: number;
  readonly firstMs: number;
}

/** Of one object and one type; in milliseconds of refill, so that it is exact. */
export interface BucketRecord {
  readonly creditMs: number;
  readonly atMs: number;
}

export interface CorrelatorMemory {
  readonly aggregates: ReadonlyMap<string, AggregateRecord>;
  readonly counts: ReadonlyMap<string, CountRecord>;
  readonly buckets: ReadonlyMap<string, BucketRecord>;
}

export interface Correlation {
  /** False: it is dropped here, though it was counted. */
  readonly isSent: boolean;
  /** Of the Event object: two occurrences with one name are one object that is updated. */
  readonly name: string;
  readonly message: string;
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
  /** What the memory is to hold instead, by key. */
  readonly aggregate: readonly [string, AggregateRecord];
  readonly counted: readonly [string, CountRecord];
  readonly bucket: readonly [string, BucketRecord];
}

const messagesMax = 10;
const aggregateMemoryMs = 600_000;
const burst = 25;
const refillMs = 300_000;

/** How many keys of each kind are remembered; the one not used for longest goes first. */
export const correlatorKeysMax = 4096;

/** `draw`, in [0, 1), is for upstream's pick from a map. */
export function correlate(
  memory: CorrelatorMemory,
  event: RecordedEvent,
  nowMs: number,
  draw: number,
): Correlation {
  const aggregateKey = keyOf(event, [event.eventType, event.reason]);
  const known = memory.aggregates.get(aggregateKey);
  const { record, isFolded } = aggregate(known, event.message, nowMs, draw);
  // The folded event of a reason is one object, whatever its fields were.
  const series = isFolded ? aggregateKey : eventKey(event);
  const lastMs = isFolded ? nowMs : event.occurredMs;
  const counted = countOn(memory.counts.get(series), event.name, lastMs);
  const bucketKey = keyOf(event, [event.eventType]);
  const { bucket, isSent } = take(memory.buckets.get(bucketKey), nowMs);
  return {
    isSent,
    name: counted.name,
    message: isFolded ? `(combined from similar events): ${event.message}` : event.message,
    count: counted.count,
    firstMs: counted.firstMs,
    lastMs,
    aggregate: [aggregateKey, record],
    counted: [series, counted],
    bucket: [bucketKey, bucket],
  };
}

/** Leaves out the field path: the containers of a pod share what is folded, and the bucket. */
function keyOf({ about }: RecordedEvent, rest: readonly string[]): string {
  return JSON.stringify([about.kind, about.namespace, about.name, about.uid, ...rest]);
}

function eventKey(event: RecordedEvent): string {
  const { about, eventType, reason, message } = event;
  return keyOf(event, [about.fieldPath ?? "", eventType, reason, message]);
}

function aggregate(
  known: AggregateRecord | undefined,
  message: string,
  nowMs: number,
  draw: number,
): { readonly record: AggregateRecord; readonly isFolded: boolean } {
  const isFresh = known === undefined || nowMs - known.lastMs > aggregateMemoryMs;
  const before = isFresh ? [] : known.messages;
  const messages = before.includes(message) ? before : [...before, message];
  if (messages.length < messagesMax)
    return { record: { messages, lastMs: nowMs }, isFolded: false };
  // One goes, so that a message that stays is told by itself again; which one is chance.
  const gone = Math.floor(draw * messages.length);
  const left = messages.filter((_, index) => index !== gone);
  return { record: { messages: left, lastMs: nowMs }, isFolded: true };
}

function countOn(known: CountRecord | undefined, name: string, atMs: number): CountRecord {
  if (known === undefined) return { name, count: 1, firstMs: atMs };
  return { ...known, count: known.count + 1 };
}

function take(
  known: BucketRecord | undefined,
  nowMs: number,
): { readonly bucket: BucketRecord; readonly isSent: boolean } {
  const full = burst * refillMs;
  const credit = known ? Math.min(full, known.creditMs + nowMs - known.atMs) : full;
  const isSent = credit >= refillMs;
  return { bucket: { creditMs: isSent ? credit - refillMs : credit, atMs: nowMs }, isSent };
}

/** Writes one entry of a memory, and forgets the one that was not written for longest. */
export function remember<Value>(
  map: Map<string, Value>,
  [key, value]: readonly [string, Value],
): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= correlatorKeysMax) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}

/** What a recorder keeps. */
export class EventMemory implements CorrelatorMemory {
  readonly aggregates = new Map<string, AggregateRecord>();
  readonly counts = new Map<string, CountRecord>();
  readonly buckets = new Map<string, BucketRecord>();

  /** Nothing where the filter of spam takes it; it is counted for all that. `draw` as above. */
  correlated(event: RecordedEvent, nowMs: number, draw: number): ApiEvent | undefined {
    const result = correlate(this, event, nowMs, draw);
    remember(this.aggregates, result.aggregate);
    remember(this.counts, result.counted);
    remember(this.buckets, result.bucket);
    if (!result.isSent) return undefined;
    const { about, eventType, reason } = event;
    const { name, message, count, firstMs, lastMs } = result;
    return { name, about, eventType, reason, message, count, firstMs, lastMs };
  }
}
