/** What something was, span by span, while a trace is read. */
import type { LaneSpan } from "./lane.ts";

export class SpanList<State extends string> {
  readonly #spans: LaneSpan<State>[] = [];
  readonly #left: State;
  #state: State;
  #sinceMs = 0;

  /** `left`: the state that is left out, and the first one. */
  constructor(left: State) {
    this.#left = left;
    this.#state = left;
  }

  set(state: State, atMs: number): void {
    if (state === this.#state) return;
    this.#close(atMs);
    this.#state = state;
  }

  finish(endMs: number): readonly LaneSpan<State>[] {
    this.#close(endMs);
    return this.#spans;
  }

  #close(atMs: number): void {
    if (atMs > this.#sinceMs && this.#state !== this.#left) {
      this.#spans.push({ fromMs: this.#sinceMs, toMs: atMs, state: this.#state });
    }
    this.#sinceMs = atMs;
  }
}
