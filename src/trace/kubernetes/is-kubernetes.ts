/** Tells the traces of the two models apart. */
import type { TraceRecord } from "../../model/trace.ts";

/** What the textbook's kubelet never writes; the other one does with the first pod it sees. */
const telling: ReadonlySet<TraceRecord["type"]> = new Set([
  "status",
  "sandbox",
  "condition",
  "event",
  "node",
  "rejected",
]);

export function isKubernetesTrace(records: readonly TraceRecord[]): boolean {
  return records.some(({ type }) => telling.has(type));
}
