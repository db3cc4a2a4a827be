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
    this.#spans.push(...this.#open(atMs));
    this.#state = state;
    this.#sinceMs = atMs;
  }

  /** As it is known by then; it may go on. */
  until(endMs: number): readonly LaneSpan<State>[] {
    return [...this.#spans, ...this.#open(endMs)];
  }

  #open(toMs: number): readonly LaneSpan<State>[] {
    if (toMs <= this.#sinceMs || this.#state === this.#left) return [];
    return [{ fromMs: this.#sinceMs, toMs, state: this.#state }];
  }
}
