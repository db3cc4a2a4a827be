/** Which record is meant by a place in the timeline. */
import type { TraceRecord } from "../model/trace.ts";
import { toMs } from "../trace/times.ts";
import type { PictureRow } from "./picture.ts";
import { countUpTo } from "./search.ts";

/** A sign within `nearMs`, the nearest; else what made the row what it is at that time. */
export function recordAt(
  { records }: PictureRow,
  atMs: number,
  nearMs: number,
): TraceRecord | undefined {
  const msAt = (index: number): number => toMs(records[index]?.t ?? 0);
  const from = countUpTo(records.length, msAt, atMs - nearMs - 1);
  const to = countUpTo(records.length, msAt, atMs + nearMs);
  let best: TraceRecord | undefined;
  for (const record of records.slice(from, to)) {
    if (!isSign(record)) continue;
    const distance = Math.abs(toMs(record.t) - atMs);
    if (best === undefined || distance < Math.abs(toMs(best.t) - atMs)) best = record;
  }
  if (best !== undefined) return best;
  const upTo = countUpTo(records.length, msAt, atMs);
  const before = records.slice(0, upTo);
  return before.findLast(isChange) ?? before.at(-1);
}

/** What has a mark of its own in the lane. */
function isSign(record: TraceRecord): boolean {
  switch (record.type) {
    case "container":
      return record.to === "Exited";
    case "signal":
      return true;
    case "probe":
      return record.result !== "success";
    case "runtimeEvent":
      return record.delivered !== true;
    default:
      return false;
  }
}

/** What changes how the lane looks. */
function isChange(record: TraceRecord): boolean {
  switch (record.type) {
    case "container":
    case "signal":
    case "hook":
    case "pull":
    case "link":
    case "kubelet":
      return true;
    case "pod":
      return record.change !== "updated";
    case "event":
      return record.reason === "BackOff" || record.reason === "Killing";
    default:
      return false;
  }
}
