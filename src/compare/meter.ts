/** Measures one run while it goes on, from its records and from what declared and actual are. */
import type { ContainerTrace, TraceRecord, VerdictTrace } from "../model/trace.ts";
import { ExitBook, apartOf } from "./exit-book.ts";
import type { Measured } from "./measures.ts";
import { type Variant, hearsEvents } from "./variant.ts";

/** After these the two are compared anew. */
const changing: ReadonlySet<TraceRecord["type"]> = new Set(["container", "pod", "source"]);
/** It changes what is heard, and not the world. */
export function isFault(action: string): boolean {
  return /^(drop|delay|duplicate|reorder|break)Events$/.test(action);
}

export class Meter {
  readonly #variant: Pick<Variant, "observe" | "kubelet">;
  readonly #exits: ExitBook;
  /** The containers of each name that are Creating or Running. */
  readonly #alive = new Map<string, Set<string>>();
  readonly #counts = {
    restarts: 0,
    duplicates: 0,
    lists: 0,
    entries: 0,
    events: 0,
    decisions: 0,
  };
  readonly #divergence: [t: number, apart: number][] = [];
  #listedAt: number | undefined = undefined;
  #hasKubelet = false;
  #isDue = false;
  #disturbedMs = 0;
  #apartMs = 0;
  #sinceMs = 0;
  #apart = 0;
  #agreedMs = 0;

  constructor(variant: Pick<Variant, "observe" | "kubelet">) {
    this.#variant = variant;
    this.#exits = new ExitBook(variant.kubelet !== undefined);
  }

  /** Whether something has changed since the last comparison. */
  get isDue(): boolean {
    return this.#isDue;
  }

  see(record: TraceRecord): void {
    if (changing.has(record.type)) this.#isDue = true;
    const { missed } = this.#exits;
    if (this.#exits.see(record)) this.#disturb(record);
    if (this.#exits.missed !== missed) this.#isDue = true;
    switch (record.type) {
      case "container":
        return this.#seeContainer(record);
      case "kubelet":
        this.#hasKubelet = record.change === "started";
        return;
      case "stimulus":
        if (!isFault(record.action)) this.#disturb(record);
        return;
      case "relist":
        this.#counts.lists++;
        this.#counts.entries += record.containers;
        this.#listedAt = record.t;
        return;
      case "runtimeEvent":
        if (record.delivered === true && hearsEvents(this.#variant)) this.#counts.events++;
        return;
      case "sync":
        this.#counts.decisions++;
        return;
      default:
        return;
    }
  }

  /** At the end of a moment. While no kubelet knows what is declared it stays as it was. */
  compare(nowMs: number, { rows }: VerdictTrace): void {
    this.#isDue = false;
    if (!this.#hasKubelet) return;
    const apart = apartOf(rows, this.#exits.unheard);
    if (apart === this.#apart) return;
    this.#close(nowMs);
    if (apart === 0) this.#agreedMs = nowMs;
    this.#apart = apart;
    this.#divergence.push([toSeconds(nowMs), apart]);
  }

  finish(endMs: number, { agrees, rows }: VerdictTrace): Measured {
    this.#close(endMs);
    const orphans = rows.filter(({ verdict, state }) => verdict === "undeclared" && isAlive(state));
    const convergeMs = Math.max(0, this.#agreedMs - this.#disturbedMs);
    const { decisions, ...counts } = this.#counts;
    const converged = agrees && this.#exits.missed === 0;
    return {
      converged,
      measures: {
        ...(converged ? { converge: toSeconds(convergeMs) } : {}),
        apart: toSeconds(this.#apartMs),
        ...counts,
        ...(this.#variant.kubelet === undefined ? { decisions } : {}),
        orphans: orphans.length,
        missedExits: this.#exits.missed,
      },
      divergence: this.#divergence,
      ...(this.#listedAt === undefined ? {} : { listedAt: this.#listedAt }),
      ends: this.#exits.ends,
    };
  }

  #close(nowMs: number): void {
    if (this.#apart > 0) this.#apartMs += nowMs - this.#sinceMs;
    this.#sinceMs = nowMs;
  }

  #disturb({ t }: TraceRecord): void {
    this.#disturbedMs = Math.round(t * 1000);
  }

  #seeContainer({ namespace, pod, container, id, to, run }: ContainerTrace): void {
    const name = JSON.stringify([namespace, pod, container]);
    const alive = this.#alive.get(name) ?? new Set<string>();
    this.#alive.set(name, alive);
    if (to === "Creating" && alive.size > 0) this.#counts.duplicates++;
    if (to === "Running" && run > 1) this.#counts.restarts++;
    if (isAlive(to)) alive.add(id);
    else alive.delete(id);
  }
}

/** Cut to what a trace has, so that runs can be counted by them. */
function toSeconds(ms: number): number {
  return Math.round(ms) / 1000;
}

function isAlive(state: string | undefined): boolean {
  return state === "Creating" || state === "Running";
}
