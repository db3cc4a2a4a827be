/** The states of each container name over time, and the lost events of it, read from a trace. */
import { displayName } from "../model/container-key.ts";
import type { RuntimeEventTrace, TraceRecord, TraceStamp } from "../model/trace.ts";

/**
 * From `t` seconds on, absent is undefined. Several live containers of one name are told together;
 * what ended is told of where nothing came after it.
 */
export interface StateChange {
  readonly t: number;
  readonly state: string | undefined;
}

export type LostEvent = TraceStamp & RuntimeEventTrace;

type Stamped<Type extends TraceRecord["type"]> = Extract<TraceRecord, { readonly type: Type }>;

/** Reads a trace piece by piece. */
export class StateChanges {
  readonly #current = new Map<string, Map<string, string>>();
  readonly #changes = new Map<string, StateChange[]>();
  readonly #lost = new Map<string, LostEvent[]>();

  take(records: readonly TraceRecord[]): void {
    for (const record of records) {
      if (record.type === "container") this.#change(record);
      else if (record.type === "runtimeEvent" && record.delivered !== true) this.#miss(record);
    }
  }

  get names(): readonly string[] {
    return [...this.#changes.keys()];
  }

  of(name: string): readonly StateChange[] {
    return this.#changes.get(name) ?? [];
  }

  lostOf(name: string): readonly LostEvent[] {
    return this.#lost.get(name) ?? [];
  }

  #change({ namespace, pod, container, id, to, t }: Stamped<"container">): void {
    const name = displayName(namespace, pod, container);
    const current = this.#current.get(name) ?? new Map<string, string>();
    this.#current.set(name, current);
    if (to === "Removed") current.delete(id);
    else current.set(id, to);
    const all = [...current.values()];
    const alive = all.filter((each) => each !== "Exited");
    enter(this.#changes, name, { t, state: alive.length === 0 ? all.at(-1) : alive.join("+") });
  }

  #miss(record: Stamped<"runtimeEvent">): void {
    const { namespace, pod, container } = record;
    if (container !== undefined) enter(this.#lost, displayName(namespace, pod, container), record);
  }
}

function enter<T>(lists: Map<string, T[]>, name: string, item: T): void {
  const known = lists.get(name);
  if (known) known.push(item);
  else lists.set(name, [item]);
}
