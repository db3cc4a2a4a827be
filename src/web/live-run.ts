/** What a page knows of a run that its server moves: the messages so far, put together. */
import { addStimulus } from "../scenario/add-stimulus.ts";
import { prepareTexts } from "../scenario/input-texts.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { LiveState, ServerMessage } from "./live-protocol.ts";
import { Run } from "./run.ts";

export class LiveRun {
  #input: PreparedInput | undefined = undefined;
  #records: readonly TraceRecord[] = [];
  #state: LiveState | undefined = undefined;
  #refused = "";

  get state(): LiveState | undefined {
    return this.#state;
  }

  /** Why the last command could not be carried out; empty where it was. */
  get refused(): string {
    return this.#refused;
  }

  take(message: ServerMessage): void {
    switch (message.type) {
      case "hello":
        this.#input = prepareTexts(message.texts);
        this.#records = [];
        return;
      case "records": {
        const { from, records } = message;
        this.#records = from === 0 ? records : [...this.#records.slice(0, from), ...records];
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

  /** The run as it is now; nothing before the first messages came. */
  run(): Run | undefined {
    if (this.#input === undefined || this.#state === undefined) return undefined;
    const { branches, current, nowMs } = this.#state;
    const applied = branches.find(({ id }) => id === current)?.applied ?? [];
    const input = applied.reduce(
      (before, { atMs, entry }) => addStimulus(before, { at: atMs / 1000, ...entry }).input,
      this.#input,
    );
    return new Run(input, this.#records, { nowMs, spanMs: input.scenario.durationMs });
  }
}
