/** A line of the log before it is laid out. */
import type { Span } from "./line.ts";

/** What an entry tells, as far as other entries have to know. */
export type EntryKind =
  | "created"
  | "running"
  | "exited"
  | "crashed"
  | "removing"
  | "other"
  // Those of the kubelet of Kubernetes alone.
  | "event"
  | "killing"
  | "signal"
  | "hook";

export interface LogEntry {
  readonly atMs: number;
  readonly kind: EntryKind;
  /** Whom it is about; several where the same happened to them at the same moment. */
  readonly subjects: readonly string[];
  /** What all subjects together are called. */
  readonly together?: string;
  readonly sign: Span;
  readonly text: string;
  /** Equal for two entries that differ only in when they happened, and how often before. */
  readonly likeness?: string;
  /** What may differ between entries that are alike: how long the back-off is. */
  readonly wait?: string;
  /** Where it stands for several: the moment of the last one. */
  readonly untilMs?: number;
}

export type Unfinished = { -readonly [Key in keyof LogEntry]: LogEntry[Key] };

/** The entries so far. Later records of a moment may still complete the last one of a name. */
export class EntryList {
  readonly entries: Unfinished[] = [];
  readonly #last = new Map<string, Unfinished>();

  add(entry: LogEntry): Unfinished {
    const unfinished: Unfinished = { ...entry };
    this.entries.push(unfinished);
    for (const subject of entry.subjects) this.#last.set(subject, unfinished);
    return unfinished;
  }

  lastAt(subject: string, atMs: number): Unfinished | undefined {
    const last = this.#last.get(subject);
    return last?.atMs === atMs ? last : undefined;
  }
}
