/** Which records tell something new: most of a long trace are lists and probes that do not. */
import type { TraceRecord } from "../model/trace.ts";

export function isNews(record: TraceRecord): boolean {
  if (record.type === "relist") return Object.keys(record.changes).length > 0;
  return record.type !== "probe" || record.changed || record.result !== "success";
}
