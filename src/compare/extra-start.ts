/** What a variant started more often than the first did, and the late or doubled event of it. */
import { displayName } from "../model/container-key.ts";
import type { ContainerTrace, TraceRecord, TraceStamp } from "../model/trace.ts";
import { formatTime, toMs } from "../trace/times.ts";
import { type VariantResult, originOf } from "./compare.ts";
import type { KeptEvent } from "./missed-news.ts";

type Created = TraceStamp & ContainerTrace;

/** `started web/app 1 time more, for …`; undefined: none, or no event is to blame. */
export function extraStartText(
  first: Pick<VariantResult, "records">,
  { records }: Pick<VariantResult, "records">,
): string | undefined {
  const ours = creations(first.records);
  for (const [name, theirs] of creations(records)) {
    const known = ours.get(name)?.length ?? 0;
    const more = theirs.slice(known);
    const [created] = more;
    const cause = created && causeOf(created, records);
    if (cause === undefined) continue;
    const times = more.length === 1 ? "once" : `${more.length} times`;
    return `started ${name} ${times} more, for ${fateText(cause, name, records)}`;
  }
  return undefined;
}

function creations(records: readonly TraceRecord[]): ReadonlyMap<string, readonly Created[]> {
  const all = new Map<string, Created[]>();
  for (const record of records) {
    if (record.type !== "container" || record.to !== "Creating") continue;
    const name = displayName(record.namespace, record.pod, record.container);
    all.set(name, [...(all.get(name) ?? []), record]);
  }
  return all;
}

/** One that it follows from, or one of that container that had happened and was not heard then. */
function causeOf(created: Created, records: readonly TraceRecord[]): KeptEvent | undefined {
  for (let at: TraceRecord | undefined = created; at?.cause !== undefined;) {
    at = records[at.cause - 1];
    if (at?.type === "runtimeEvent" && at.fault !== undefined) return at;
  }
  const { seq, t, pod, namespace, container } = created;
  return records
    .slice(0, seq - 1)
    .findLast(
      (record): record is KeptEvent =>
        record.type === "runtimeEvent" &&
        record.pod === pod &&
        record.namespace === namespace &&
        record.container === container &&
        record.delivered !== true &&
        (record.due === undefined || record.due > t),
    );
}

function fateText(event: KeptEvent, name: string, records: readonly TraceRecord[]): string {
  const { due, delivered, fault, t } = event;
  const because = originOf(event, records);
  const made = because === undefined ? "" : `, which ${because} made,`;
  const what = `${event.event} of ${name} at ${formatTime(toMs(t))}${made}`;
  if (delivered !== true) {
    return `${what} ${due === undefined ? "was lost to" : "was held back by"} ${delivered}`;
  }
  const came = records.slice(0, event.seq - 1).some((record) => isSame(record, event));
  return `${what} came ${came ? "a second time" : "late"}, by ${String(fault)}`;
}

function isSame(record: TraceRecord, { id, event }: KeptEvent): boolean {
  return (
    record.type === "runtimeEvent" &&
    record.id === id &&
    record.event === event &&
    record.delivered === true
  );
}
