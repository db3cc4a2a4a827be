/** Reads when the link to the API, or the kubelet itself, was up. */
import type { LaneSpan, Uptime } from "./lane.ts";

export class UptimeBuilder {
  readonly #spans: LaneSpan<"up" | "down">[] = [];
  #up = false;
  #sinceMs = 0;

  set(up: boolean, atMs: number): void {
    this.#close(atMs);
    this.#up = up;
  }

  finish(endMs: number): Uptime {
    this.#close(endMs);
    return this.#spans;
  }

  #close(atMs: number): void {
    const state = this.#up ? "up" : "down";
    if (atMs > this.#sinceMs) this.#spans.push({ fromMs: this.#sinceMs, toMs: atMs, state });
    this.#sinceMs = atMs;
  }
}
