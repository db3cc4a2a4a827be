/** The part of a trace that a text is made from. */
import type { TraceRecord } from "../model/trace.ts";

/**
 * Leaves out the lists in which nothing had changed, which are most records of a long run. What is
 * left is numbered anew without gaps, and the list before stands for the one that is left out.
 */
export class TextRecords {
  readonly #records: TraceRecord[] = [];
  /** By the number of a record: that of the one which is kept for it. */
  readonly #places = [0];

  get records(): readonly TraceRecord[] {
    return this.#records;
  }

  take(record: TraceRecord): void {
    const cause = record.cause === undefined ? undefined : this.#places[record.cause];
    if (cause !== undefined && isQuiet(record) && this.#records[cause - 1]?.type === "relist") {
      this.#places.push(cause);
      return;
    }
    const seq = this.#records.length + 1;
    this.#places.push(seq);
    this.#records.push(cause === undefined ? { ...record, seq } : { ...record, seq, cause });
  }
}

function isQuiet(record: TraceRecord): boolean {
  return record.type === "relist" && Object.keys(record.changes).length === 0;
}
