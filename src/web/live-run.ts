/** What a page knows of a run that its server moves: the messages so far, put together. */
import { addStimulus } from "../scenario/add-stimulus.ts";
import type { InputTexts } from "../scenario/input-texts.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { AppliedEntry, LiveState, ServerMessage } from "./live-protocol.ts";
import { inputOf } from "./run-data.ts";
import { Run, type Runs } from "./run.ts";

const anew = "relist serve was started anew: the run began anew, and its branches are gone";

/** One of the kubelets. */
interface Side {
  readonly written: PreparedInput;
  /** What was done to it is a part of its scenario, in whose light it is read. */
  input: PreparedInput;
  /** As it was looked at last. */
  run: Run | undefined;
  /** What came since. */
  readonly news: TraceRecord[];
}

export class LiveRun {
  /** What came after the last state: a record of an act is read when the act is known. */
  #untold: ServerMessage[] = [];
  #texts: InputTexts | undefined = undefined;
  #sides: readonly Side[] = [];
  #state: LiveState | undefined = undefined;
  #server: string | undefined = undefined;
  #notice = "";

  get state(): LiveState | undefined {
    return this.#state;
  }

  /** What the run is made of; another object where it was edited. */
  get texts(): InputTexts | undefined {
    return this.#texts;
  }

  /** Why the last command could not be carried out, or what else one has to know; or empty. */
  get notice(): string {
    return this.#state?.refused || this.#notice;
  }

  take(message: ServerMessage): void {
    this.#untold.push(message);
    if (message.type !== "state") return;
    const told = this.#untold;
    this.#untold = [];
    for (const each of told) this.#tell(each);
  }

  #tell(message: ServerMessage): void {
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
      case "server":
        if (this.#server !== undefined && this.#server !== message.id) this.#notice = anew;
        this.#server = message.id;
    }
  }

  forgetNotice(): void {
    this.#notice = "";
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
  return { written, input: written, run: undefined, news: [] };
}

/** It costs what came since, acts included. */
function broughtUp(side: Side, { branches, current, nowMs }: LiveState): Run {
  const { written, run, news } = side;
  const applied = branches.find(({ id }) => id === current)?.applied ?? [];
  side.input = withActs(side.input, applied.slice(run?.origin.applied.length ?? 0));
  const { input } = side;
  const { durationMs: spanMs } = input.scenario;
  const underWay = { nowMs, spanMs: run?.spanMs ?? spanMs, origin: { input: written, applied } };
  const records = news.splice(0);
  side.run = run?.later(records, underWay, input) ?? new Run(input, records, underWay);
  return side.run;
}

function withActs(before: PreparedInput, applied: readonly AppliedEntry[]): PreparedInput {
  return applied.reduce(
    (input, { atMs, entry }) => addStimulus(input, { at: atMs / 1000, ...entry }).input,
    before,
  );
}
