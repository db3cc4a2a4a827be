/** Writes the trace: stamps each record with time, number and cause, and keeps what was written. */
import type { Causes } from "./causes.ts";

export interface Stamp {
  readonly t: number;
  readonly seq: number;
  readonly node: string;
  readonly cause?: number;
}

export interface RecorderOptions<Body extends object> {
  readonly node: string;
  readonly now: () => number;
  readonly causes: Causes;
  /** Told of each record as it is written. */
  readonly onRecord?: (record: Stamp & Body) => void;
  /** False: only the tail is kept, for runs whose trace is written away or not wanted. */
  readonly keep?: boolean;
}

/** How many records an error shows of what went before it. */
const tailLength = 12;

export class Recorder<Body extends object> {
  readonly #options: RecorderOptions<Body>;
  #records: (Stamp & Body)[] = [];
  #written = 0;

  constructor(options: RecorderOptions<Body>) {
    this.#options = options;
  }

  /** What is kept, in order. */
  get records(): readonly (Stamp & Body)[] {
    return this.#records;
  }

  /** Writes a record that becomes the cause of what follows; returns its `seq`. */
  record(body: Body): number {
    const seq = this.note(body);
    this.#options.causes.current = seq;
    return seq;
  }

  /** Writes a record beside the chain: it has a cause and is none, unless its `seq` is used. */
  note(body: Body): number {
    const seq = ++this.#written;
    const { node, now, causes, onRecord, keep } = this.#options;
    // Microseconds are the finest a trace shows; rounding keeps 0.1 + 0.2 out of it.
    const t = Math.round(now() * 1000) / 1_000_000;
    const cause = causes.current;
    const record = {
      t,
      seq,
      node,
      ...(cause === undefined ? {} : { cause }),
      ...body,
    };
    if (keep === false && this.#records.length >= 2 * tailLength) {
      this.#records = this.#records.slice(-tailLength);
    }
    this.#records.push(record);
    onRecord?.(record);
    return seq;
  }

  /** The last records, one JSON line each, for the end of an error message. */
  tail(): string {
    return this.#records
      .slice(-tailLength)
      .map((record) => `  ${JSON.stringify(record)}`)
      .join("\n");
  }
}
