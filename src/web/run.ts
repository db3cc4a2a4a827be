/** A run that is looked at: its data, and what is made of it once and asked often. */
import type { ContainerEnd } from "../compare/exit-book.ts";
import { StateChanges } from "../compare/state-changes.ts";
import { explain, type Explanation } from "../explain/explain.ts";
import { Story } from "../explain/story.ts";
import { tell } from "../explain/tell.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { toMs } from "../trace/times.ts";
import { type ApartStep, Divergence } from "./divergence.ts";
import type { AppliedEntry } from "./live-protocol.ts";
import { History } from "./history.ts";
import { isNews } from "./news.ts";
import { type Picture, PictureReader } from "./picture.ts";
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

/** All that reads the trace of a run; what comes later is read after what was before. */
class Reading {
  input: PreparedInput;
  readonly records: TraceRecord[] = [];
  readonly news: TraceRecord[] = [];
  readonly picture = new PictureReader();
  readonly history: History;
  readonly divergence: Divergence;
  readonly states = new StateChanges();
  #story: Story | undefined = undefined;

  constructor(input: PreparedInput) {
    this.input = input;
    this.history = new History(input);
    this.divergence = new Divergence(this.history);
  }

  /** The same with what was done since. */
  learn(input: PreparedInput): void {
    this.input = input;
    this.history.learn(input);
    this.#story?.learn(input);
  }

  take(records: readonly TraceRecord[]): void {
    for (const record of records) {
      this.records.push(record);
      if (isNews(record)) this.news.push(record);
    }
    this.picture.take(records);
    this.history.take(records);
    this.divergence.take(records);
    this.states.take(records);
  }

  /** Only who asks for words or causes needs it. */
  get story(): Story {
    this.#story ??= new Story(this.input);
    for (let at = this.#story.records.length; at < this.records.length; at++) {
      const record = this.records[at];
      if (record) this.#story.take(record);
    }
    return this.#story;
  }
}

/** The lists that it gives are longer once more has happened, and a new `Run` tells of that. */
export class Run {
  readonly origin: RunOrigin;
  readonly picture: Picture;
  /** What the timeline has room for. */
  readonly spanMs: number;
  readonly #reading: Reading;

  /** `underWay`: of one that is not over. */
  constructor(
    input: PreparedInput,
    records: readonly TraceRecord[],
    underWay?: UnderWay,
    reading = new Reading(input),
  ) {
    const { nowMs, spanMs, origin } = underWay ?? { nowMs: 0, spanMs: 0, origin: undefined };
    reading.take(records);
    this.#reading = reading;
    this.origin = origin ?? { input, applied: [] };
    this.picture = reading.picture.picture(nowMs);
    this.spanMs = Math.max(spanMs, this.endMs);
  }

  /**
   * The same run later on, with the records that came since: it costs no more than those do.
   * `input`: with the acts that are among them.
   */
  later(records: readonly TraceRecord[], underWay: UnderWay, input = this.input): Run {
    if (input !== this.input) this.#reading.learn(input);
    return new Run(this.input, records, underWay, this.#reading);
  }

  get input(): PreparedInput {
    return this.#reading.input;
  }

  get records(): readonly TraceRecord[] {
    return this.#reading.records;
  }

  /** Those of the records that tell something new. */
  get news(): readonly TraceRecord[] {
    return this.#reading.news;
  }

  get history(): History {
    return this.#reading.history;
  }

  /** How far declared and actual were apart. */
  get divergence(): readonly ApartStep[] {
    return this.#reading.divergence.steps;
  }

  /** Ends of containers, and when its kubelet came to know of them. */
  get ends(): readonly ContainerEnd[] {
    return this.#reading.divergence.ends;
  }

  get states(): StateChanges {
    return this.#reading.states;
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
    return tell(this.#reading.story, record).what;
  }

  /** A run of a container as references name it: `web@2/app#1`. */
  nameOf(id: string): string | undefined {
    const record = this.records.findLast((each) => each.type === "container" && each.id === id);
    return record?.type === "container" ? this.#reading.story.name(record) : undefined;
  }

  explain(record: TraceRecord): Explanation {
    return explain(this.#reading.story, record);
  }
}
