/** A line of the log before it is laid out. */
import type { Span } from "./line.ts";

/** What an entry tells, as far as other entries have to know. */
export type EntryKind = "created" | "running" | "exited" | "crashed" | "removing" | "other";

export interface LogEntry {
  readonly atMs: number;
  readonly kind: EntryKind;
  /** Whom it is about; several where the same happened to them at the same moment. */
  readonly subjects: readonly string[];
  readonly sign: Span;
  readonly text: string;
  /** Of a crash: equal for two crashes that differ only in when they happened. */
  readonly likeness?: string;
}

type Unfinished = { -readonly [Key in keyof LogEntry]: LogEntry[Key] };

/** The entries so far. Later records of a moment may still complete the last one of a name. */
export class EntryList {
  readonly entries: Unfinished[] = [];
  readonly #last = new Map<string, Unfinished>();

  add(entry: LogEntry): void {
    const unfinished: Unfinished = { ...entry };
    this.entries.push(unfinished);
    for (const subject of entry.subjects) this.#last.set(subject, unfinished);
  }

  lastAt(subject: string, atMs: number): Unfinished | undefined {
    const last = this.#last.get(subject);
    return last?.atMs === atMs ? last : undefined;
  }
}
