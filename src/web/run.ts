/** A run that is looked at: its data, and what is made of it once and asked often. */
import { explain, type Explanation } from "../explain/explain.ts";
import { Story } from "../explain/story.ts";
import { tell } from "../explain/tell.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { toMs } from "../trace/times.ts";
import type { AppliedEntry } from "./live-protocol.ts";
import { History } from "./history.ts";
import { type Picture, pictureOf } from "./picture.ts";
import { countUpTo } from "./search.ts";

/** One, or two on one world and seed that are looked at next to each other. */
export type Runs = readonly [Run, ...Run[]];

/** What a run can be played again from. */
export interface RunOrigin {
  readonly input: PreparedInput;
  /** What was done to it while it was looked at. */
  readonly applied: readonly AppliedEntry[];
}

interface UnderWay {
  /** How far it is. */
  readonly nowMs: number;
  /** How long it is going to be. */
  readonly spanMs: number;
  readonly origin: RunOrigin;
}

export class Run {
  readonly input: PreparedInput;
  readonly origin: RunOrigin;
  readonly records: readonly TraceRecord[];
  readonly picture: Picture;
  readonly history: History;
  /** What the timeline has room for. */
  readonly spanMs: number;
  #story: Story | undefined = undefined;

  /** `underWay`: of one that is not over. */
  constructor(input: PreparedInput, records: readonly TraceRecord[], underWay?: UnderWay) {
    const { nowMs, spanMs, origin } = underWay ?? { nowMs: 0, spanMs: 0, origin: undefined };
    this.input = input;
    this.origin = origin ?? { input, applied: [] };
    this.records = records;
    this.picture = pictureOf(records, nowMs);
    this.history = new History(this.input, records);
    this.spanMs = Math.max(spanMs, this.endMs);
  }

  get endMs(): number {
    return this.picture.endMs;
  }

  /** How many records have happened by then, those of that instant included. */
  countAt(atMs: number): number {
    return countUpTo(this.records.length, (index) => this.msOf(index + 1), atMs);
  }

  /** When a record happened. */
  msOf(seq: number): number {
    return toMs(this.records[seq - 1]?.t ?? 0);
  }

  /** The next list after a record, or the last one before it. */
  listBeside(seq: number, step: 1 | -1): TraceRecord | undefined {
    for (let at = seq + step; at >= 1 && at <= this.records.length; at += step) {
      const record = this.records[at - 1];
      if (record?.type === "relist") return record;
    }
    return undefined;
  }

  /** What a record says, in words. */
  wordsOf(record: TraceRecord): string {
    if (record.type === "warning") return record.message;
    return tell(this.#told, record).what;
  }

  /** A run of a container as references name it: `web@2/app#1`. */
  nameOf(id: string): string | undefined {
    const record = this.records.findLast((each) => each.type === "container" && each.id === id);
    return record?.type === "container" ? this.#told.name(record) : undefined;
  }

  explain(record: TraceRecord): Explanation {
    return explain(this.#told, record);
  }

  get #told(): Story {
    this.#story ??= new Story(this.input, this.records);
    return this.#story;
  }
}
