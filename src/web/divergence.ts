/** How far declared and actual were apart, over the time of a run. */
import { type ContainerEnd, ExitBook, apartOf } from "../compare/exit-book.ts";
import type { TraceRecord } from "../model/trace.ts";
import { toMs } from "../trace/times.ts";
import type { History } from "./history.ts";
import { countUpTo } from "./search.ts";

/** From `atMs` on, so many containers are not as they are declared or ended unknown. */
export interface ApartStep {
  readonly atMs: number;
  readonly apart: number;
}

const changing: ReadonlySet<TraceRecord["type"]> = new Set(["container", "pod", "kubelet"]);

interface Change {
  readonly seq: number;
  readonly t: number;
  readonly unheard: readonly ContainerEnd[];
}

export class Divergence {
  readonly #history: History;
  readonly #exits = new ExitBook();
  /** What may have changed it and has not been looked at. */
  #changes: Change[] = [];
  readonly #steps: ApartStep[] = [];

  /** `history`: has read what this has. */
  constructor(history: History) {
    this.#history = history;
  }

  take(records: readonly TraceRecord[]): void {
    for (const record of records) {
      const { seq, t } = record;
      const { missed } = this.#exits;
      this.#exits.see(record);
      if (!changing.has(record.type) && this.#exits.missed === missed) continue;
      this.#changes.push({ seq, t, unheard: this.#exits.unheard });
    }
  }

  /** Ends of containers, and when the kubelet came to know of them. */
  get ends(): readonly ContainerEnd[] {
    return this.#exits.ends;
  }

  /** One for each moment at which the number changes; before the first it is 0. */
  get steps(): readonly ApartStep[] {
    const changes = this.#changes;
    this.#changes = [];
    for (const [index, { seq, t, unheard }] of changes.entries()) {
      // What an instant comes to counts, and not the way there.
      if (changes[index + 1]?.t === t) continue;
      this.#add(toMs(t), apartOf(this.#history.rowsAt(seq), unheard));
    }
    return this.#steps;
  }

  #add(atMs: number, apart: number): void {
    // The instant was not over when it was looked at.
    if (this.#steps.at(-1)?.atMs === atMs) this.#steps.pop();
    if (apart !== (this.#steps.at(-1)?.apart ?? 0)) this.#steps.push({ atMs, apart });
  }
}

export function apartAt(steps: readonly ApartStep[], atMs: number): number {
  return steps[countUpTo(steps.length, (index) => steps[index]?.atMs ?? 0, atMs) - 1]?.apart ?? 0;
}
