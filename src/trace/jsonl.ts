/** The trace for programs: one JSON object a line, the same bytes for the same input and seed. */
import type { TraceRecord } from "../model/trace.ts";

/** Begins with when, which and where, then what; why stands last. */
export function toJsonLine(record: TraceRecord): string {
  return `${JSON.stringify(inOrder(record))}\n`;
}

/** The whole trace as one array, a record a line; `others` come after it. */
export function toJsonArray(
  records: readonly TraceRecord[],
  others: readonly object[] = [],
): string {
  const all = [...records.map(inOrder), ...others];
  const lines = all.map((record) => `  ${JSON.stringify(record)}`);
  return lines.length === 0 ? "[]\n" : `[\n${lines.join(",\n")}\n]\n`;
}

/** The record with its keys in the contract's order. */
export function inOrder({ t, seq, node, type, cause, ...fields }: TraceRecord): object {
  return { t, seq, node, type, ...fields, ...(cause === undefined ? {} : { cause }) };
}
