/** The states of each container name over time, and the news of it that was missed, by a trace. */
import { displayName } from "../model/container-key.ts";
import type { TraceRecord } from "../model/trace.ts";
import { MissedNews } from "./missed-news.ts";

/**
 * From `t` seconds on, absent is undefined. Several live containers of one name are told together;
 * what ended is told of where nothing came after it.
 */
export interface StateChange {
  readonly t: number;
  readonly state: string | undefined;
}

type Stamped<Type extends TraceRecord["type"]> = Extract<TraceRecord, { readonly type: Type }>;

/** Reads a trace piece by piece. */
export class StateChanges {
  readonly news = new MissedNews();
  readonly #current = new Map<string, Map<string, string>>();
  readonly #changes = new Map<string, StateChange[]>();

  take(records: readonly TraceRecord[]): void {
    for (const record of records) {
      if (record.type === "container") this.#change(record);
      this.news.take(record);
    }
  }

  get names(): readonly string[] {
    return [...this.#changes.keys()];
  }

  of(name: string): readonly StateChange[] {
    return this.#changes.get(name) ?? [];
  }

  #change({ namespace, pod, container, id, to, t }: Stamped<"container">): void {
    const name = displayName(namespace, pod, container);
    const current = this.#current.get(name) ?? new Map<string, string>();
    this.#current.set(name, current);
    if (to === "Removed") current.delete(id);
    else current.set(id, to);
    const all = [...current.values()];
    const alive = all.filter((each) => each !== "Exited");
    const change = { t, state: alive.length === 0 ? all.at(-1) : alive.join("+") };
    const known = this.#changes.get(name);
    if (known) known.push(change);
    else this.#changes.set(name, [change]);
  }
}
