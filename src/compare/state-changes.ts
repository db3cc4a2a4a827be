/** The states of each container name over time, read from a trace. */
import { displayName } from "../model/container-key.ts";
import type { TraceRecord } from "../model/trace.ts";

/**
 * From `t` seconds on, absent is undefined. Several live containers of one name are told together;
 * what ended is told of where nothing came after it.
 */
export interface StateChange {
  readonly t: number;
  readonly state: string | undefined;
}

export function stateChanges(
  records: readonly TraceRecord[],
): ReadonlyMap<string, readonly StateChange[]> {
  const states = new Map<string, Map<string, string>>();
  const changes = new Map<string, StateChange[]>();
  for (const record of records) {
    if (record.type !== "container") continue;
    const name = displayName(record.namespace, record.pod, record.container);
    const current = states.get(name) ?? new Map<string, string>();
    states.set(name, current);
    if (record.to === "Removed") current.delete(record.id);
    else current.set(record.id, record.to);
    const all = [...current.values()];
    const alive = all.filter((each) => each !== "Exited");
    const state = alive.length === 0 ? all.at(-1) : alive.join("+");
    const known = changes.get(name);
    if (known) known.push({ t: record.t, state });
    else changes.set(name, [{ t: record.t, state }]);
  }
  return changes;
}
