/** Walks up the causes of a trace, and says of each record on the way what it is. */
import type { TraceRecord } from "../../src/model/trace.ts";

/** From a record to the first thing of all. Each cause must be there and before what it causes. */
export function causesOf(records: readonly TraceRecord[], last: TraceRecord): TraceRecord[] {
  const bySeq = new Map(records.map((record) => [record.seq, record]));
  const chain = [last];
  for (let { cause, seq } = last; cause !== undefined;) {
    const record = bySeq.get(cause);
    if (record === undefined || record.seq >= seq) throw new Error(`#${seq} has no #${cause}`);
    chain.push(record);
    ({ cause, seq } = record);
  }
  return chain;
}

/** The same in words, such as `container app#2 Running`. */
export function whyOf(records: readonly TraceRecord[], last: TraceRecord | undefined): string[] {
  if (last === undefined) throw new Error("there is no such record");
  return causesOf(records, last).map(said);
}

function said(record: TraceRecord): string {
  switch (record.type) {
    case "container":
      return `container ${record.container}#${record.run} ${record.to}`;
    case "signal":
      return `signal ${record.container}#${record.run} ${record.signal}`;
    case "sandbox":
      return `sandbox ${record.to}`;
    case "sync":
      return `sync ${record.actions.map(({ action }) => action).join(" ")}`;
    case "probe":
      return `probe ${record.probe} ${record.result}`;
    case "hook":
      return `hook ${record.hook} ${record.phase}`;
    case "pull":
      return `pull ${record.phase}${record.result === undefined ? "" : ` ${record.result}`}`;
    case "pod":
      return `pod ${record.change}`;
    case "status":
      return record.sent ? "status sent" : "status";
    case "event":
      return `event ${record.reason}`;
    case "condition":
      return `condition ${record.condition} ${record.to}`;
    case "stimulus":
      return `stimulus ${record.action}`;
    case "kubelet":
      return `kubelet ${record.change}`;
    default:
      return record.type;
  }
}
