/** What a page knows of a run that its server moves: the messages so far, put together. */
import { addStimulus } from "../scenario/add-stimulus.ts";
import type { InputTexts } from "../scenario/input-texts.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { LiveState, ServerMessage } from "./live-protocol.ts";
import { inputOf } from "./run-data.ts";
import { Run, type Runs } from "./run.ts";

export class LiveRun {
  #texts: InputTexts | undefined = undefined;
  #inputs: readonly PreparedInput[] = [];
  #traces: readonly (readonly TraceRecord[])[] = [];
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
        this.#inputs = observes.map((observe) => inputOf(texts, observe));
        this.#traces = observes.map(() => []);
        return;
      }
      case "records": {
        const { side, from, records } = message;
        const before = this.#traces[side]?.slice(0, from) ?? [];
        this.#traces = this.#traces.with(side, from === 0 ? records : [...before, ...records]);
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
    if (this.#state === undefined) return undefined;
    const { branches, current, nowMs } = this.#state;
    const applied = branches.find(({ id }) => id === current)?.applied ?? [];
    const [first, ...others] = this.#inputs.map((written, side) => {
      const input = applied.reduce(
        (before, { atMs, entry }) => addStimulus(before, { at: atMs / 1000, ...entry }).input,
        written,
      );
      const spanMs = input.scenario.durationMs;
      return new Run(input, this.#traces[side] ?? [], {
        nowMs,
        spanMs,
        origin: { input: written, applied },
      });
    });
    return first && [first, ...others];
  }
}
