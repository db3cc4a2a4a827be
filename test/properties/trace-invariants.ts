/** What holds of every trace, whatever it tells: its stamps, its causes, its words. */
import type { TraceRecord } from "../../src/model/trace.ts";

export type RecordOf<Type extends TraceRecord["type"]> = Extract<TraceRecord, { type: Type }>;

/** Records that do not follow the one before: in number, in time, or by their cause. */
export function badStamps(records: readonly TraceRecord[]): readonly string[] {
  let t = 0;
  return records.flatMap((record, index) => {
    const follows = record.seq === index + 1 && record.t >= t;
    const hasCause = record.cause === undefined || (record.cause >= 1 && record.cause < record.seq);
    t = record.t;
    return follows && hasCause ? [] : `#${record.seq} at ${record.t} because of ${record.cause}`;
  });
}

/** What no text shows that was made of what is there. */
const nonsense = /undefined|NaN|\[object |Infinity|\bnull\b|--\d/;

/** Texts that were made of something that is not there, and numbers that JSON has not. */
export function badWords(records: readonly TraceRecord[]): readonly string[] {
  return records.flatMap((record) => {
    const text = JSON.stringify(record);
    return nonsense.test(text) ? text.slice(0, 300) : [];
  });
}

/** Seconds of virtual time in which more was written than so many containers can have cause for. */
export function crowdedSeconds(records: readonly TraceRecord[], most: number): readonly string[] {
  const counts = new Map<number, number>();
  for (const { t } of records) counts.set(Math.floor(t), (counts.get(Math.floor(t)) ?? 0) + 1);
  return [...counts].flatMap(([t, count]) => (count > most ? `${count} at ${t}` : []));
}
