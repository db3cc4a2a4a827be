/** A run that is looked at: its data, and what is made of it once and asked often. */
import { explain, type Explanation } from "../explain/explain.ts";
import { Story } from "../explain/story.ts";
import { tell } from "../explain/tell.ts";
import type { TraceRecord } from "../model/trace.ts";
import { prepareTexts } from "../scenario/input-texts.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { toMs } from "../trace/times.ts";
import { History } from "./history.ts";
import { type Picture, pictureOf } from "./picture.ts";
import type { RunData } from "./run-data.ts";
import { countUpTo } from "./search.ts";

export class Run {
  readonly input: PreparedInput;
  readonly records: readonly TraceRecord[];
  readonly picture: Picture;
  readonly history: History;
  #story: Story | undefined = undefined;

  constructor({ texts, records }: RunData) {
    this.input = prepareTexts(texts);
    this.records = records;
    this.picture = pictureOf(records);
    this.history = new History(this.input, records);
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

  /** The `seq` of the next list after a record, or of the last one before it. */
  listBeside(seq: number, step: 1 | -1): number | undefined {
    for (let at = seq + step; at >= 1 && at <= this.records.length; at += step) {
      if (this.records[at - 1]?.type === "relist") return at;
    }
    return undefined;
  }

  /** What a record says, in words. */
  wordsOf(record: TraceRecord): string {
    if (record.type === "warning") return record.message;
    return tell(this.#told, record).what;
  }

  explain(record: TraceRecord): Explanation {
    return explain(this.#told, record);
  }

  get #told(): Story {
    this.#story ??= new Story(this.input, this.records);
    return this.#story;
  }
}
