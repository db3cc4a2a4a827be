/** Reads when the link to the API, or the kubelet itself, was up. */
import type { LaneSpan, Uptime } from "./lane.ts";

export class UptimeBuilder {
  readonly #spans: LaneSpan<"up" | "down">[] = [];
  #up = false;
  #sinceMs = 0;

  set(up: boolean, atMs: number): void {
    this.#spans.push(...this.#open(atMs));
    this.#up = up;
    this.#sinceMs = atMs;
  }

  /** As it is known by then; it may go on. */
  until(endMs: number): Uptime {
    return [...this.#spans, ...this.#open(endMs)];
  }

  #open(toMs: number): Uptime {
    const state = this.#up ? "up" : "down";
    return toMs > this.#sinceMs ? [{ fromMs: this.#sinceMs, toMs, state }] : [];
  }
}
