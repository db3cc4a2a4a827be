/** What a page knows of a run that its server moves: the messages so far, put together. */
import { addStimulus } from "../scenario/add-stimulus.ts";
import type { InputTexts } from "../scenario/input-texts.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { AppliedEntry, LiveState, ServerMessage } from "./live-protocol.ts";
import { inputOf } from "./run-data.ts";
import { Run, type Runs } from "./run.ts";

/** One of the kubelets. */
interface Side {
  readonly written: PreparedInput;
  /** As it was looked at last. */
  run: Run | undefined;
  /** What came since. */
  readonly news: TraceRecord[];
}

export class LiveRun {
  #texts: InputTexts | undefined = undefined;
  #sides: readonly Side[] = [];
  #state: LiveState | undefined = undefined;
  #refused = "";

  get state(): LiveState | undefined {
    return this.#state;
  }

  /** What the run is made of; another object where it was edited. */
  get texts(): InputTexts | undefined {
    return this.#texts;
  }

  /** Why the last command could not be carried out; empty where it was. */
  get refused(): string {
    return this.#refused;
  }

  take(message: ServerMessage): void {
    switch (message.type) {
      case "hello": {
        const { texts, observes = [undefined] } = message;
        this.#texts = texts;
        this.#sides = observes.map((observe) => sideOf(inputOf(texts, observe)));
        return;
      }
      case "records": {
        const { side, from, records } = message;
        const { written } = this.#sides[side] ?? {};
        if (written && from === 0) this.#sides = this.#sides.with(side, sideOf(written));
        const { news = [] } = this.#sides[side] ?? {};
        for (const record of records) news.push(record);
        return;
      }
      case "state":
        this.#state = message;
        return;
      case "refused":
        this.#refused = message.message;
    }
  }

  forgetRefusal(): void {
    this.#refused = "";
  }

  /** The runs as they are now; nothing before the first messages came. */
  runs(): Runs | undefined {
    const { state } = this;
    if (state === undefined) return undefined;
    const [first, ...others] = this.#sides.map((side) => broughtUp(side, state));
    return first && [first, ...others];
  }
}

function sideOf(written: PreparedInput): Side {
  return { written, run: undefined, news: [] };
}

function broughtUp(side: Side, { branches, current, nowMs }: LiveState): Run {
  const { written, run, news } = side;
  const applied = branches.find(({ id }) => id === current)?.applied ?? [];
  const origin = { input: written, applied };
  const records = news.splice(0);
  if (run?.origin.applied.length === applied.length) {
    side.run = run.later(records, { nowMs, spanMs: run.spanMs, origin });
  } else {
    // What was done to it is a part of its scenario, in whose light all of it is read.
    const input = withActs(written, applied);
    const { durationMs: spanMs } = input.scenario;
    side.run = new Run(input, [...(run?.records ?? []), ...records], { nowMs, spanMs, origin });
  }
  return side.run;
}

function withActs(written: PreparedInput, applied: readonly AppliedEntry[]): PreparedInput {
  return applied.reduce(
    (input, { atMs, entry }) => addStimulus(input, { at: atMs / 1000, ...entry }).input,
    written,
  );
}
