/** The part of a trace that a text is made from. */
import type { NodeTrace, TraceRecord } from "../model/trace.ts";

/**
 * Leaves out the lists in which nothing had changed and the reports of a node that is as it was,
 * which are most records of a long run. What is left is numbered anew without gaps, and the one
 * before stands for the one that is left out.
 */
export class TextRecords {
  readonly #records: TraceRecord[] = [];
  /** By the number of a record: that of the one which is kept for it. */
  readonly #places = [0];
  #node = { seq: 0, state: "" };

  get records(): readonly TraceRecord[] {
    return this.#records;
  }

  take(record: TraceRecord): void {
    const cause = record.cause === undefined ? undefined : this.#places[record.cause];
    if (cause !== undefined && isQuiet(record) && this.#records[cause - 1]?.type === "relist") {
      this.#places.push(cause);
      return;
    }
    const state = record.type === "node" ? nodeState(record) : undefined;
    if (state !== undefined && state === this.#node.state) {
      this.#places.push(this.#node.seq);
      return;
    }
    const seq = this.#records.length + 1;
    if (state !== undefined) this.#node = { seq, state };
    this.#places.push(seq);
    this.#records.push(cause === undefined ? { ...record, seq } : { ...record, seq, cause });
  }
}

/** All of it but the times, which are new in each report. */
function nodeState({ conditions, taints }: NodeTrace): string {
  const said = conditions.map(({ type, status, reason }) => [type, status, reason]);
  return JSON.stringify([said, taints]);
}

function isQuiet(record: TraceRecord): boolean {
  return record.type === "relist" && Object.keys(record.changes).length === 0;
}
