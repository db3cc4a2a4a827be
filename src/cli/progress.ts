/** One line of a terminal that says how far a long run is, and is gone when it is over. */
import { isatty } from "node:tty";
import { formatTime } from "../trace/times.ts";
import { standardError, writeFully } from "./pipes.ts";

/** Of the host's time: what is over sooner needs no such line. */
const silentMs = 1000;
const pauseMs = 200;
const clearLine = "\r\u001b[K";

/** Whether there is somebody to see it. */
export function isSeen(): boolean {
  return isatty(standardError) && process.env["TERM"] !== "dumb";
}

export class Progress {
  readonly #textOf: (done: number) => string;
  #dueMs = performance.now() + silentMs;
  #isShown = false;

  constructor(textOf: (done: number) => string) {
    this.#textOf = textOf;
  }

  /** `done`: how much is, in what `textOf` counts. */
  show(done: number): void {
    const nowMs = performance.now();
    if (nowMs < this.#dueMs) return;
    this.#dueMs = nowMs + pauseMs;
    this.#isShown = true;
    writeFully(standardError, `${clearLine}${this.#textOf(done)}`);
  }

  clear(): void {
    if (this.#isShown) writeFully(standardError, clearLine);
    this.#isShown = false;
  }
}

const barCells = 20;

/** `[########            ] 412 of 1000 seeds (41 %)`. */
export function barText(done: number, all: number, noun: string): string {
  const bar = "#".repeat(Math.floor((done / all) * barCells)).padEnd(barCells);
  return `[${bar}] ${done} of ${all} ${noun} (${Math.floor((done / all) * 100)} %)`;
}

/** `simulated 3h of 168h (1 %)`, in steps that can be read while they change. */
export function progressText(atMs: number, endMs: number): string {
  const step = [3_600_000, 60_000, 1000].find((unit) => unit * 100 <= endMs) ?? 1;
  const done = formatTime(Math.floor(atMs / step) * step);
  return `simulated ${done} of ${formatTime(endMs)} (${Math.floor((atMs / endMs) * 100)} %)`;
}
