/**
 * All frames of a run, in order: a run is over in milliseconds and its viewer opened after that, so
 * everything is kept for whoever comes. When the log is full, the end is missing and not the
 * beginning: a viewer that missed where an actor began can show nothing of it.
 */

/** Far more than a viewer can draw: about four hours of a node with a few pods. */
const mostFrames = 100_000;
/** In UTF-16 units. */
const mostText = 128 * 1024 * 1024;

export interface LogLimits {
  readonly mostFrames?: number;
  readonly mostText?: number;
}

export class FrameLog {
  readonly #frames: string[] = [];
  readonly #mostFrames: number;
  readonly #mostText: number;
  readonly #listeners = new Set<() => void>();
  readonly #notes: string[] = [];
  #text = 0;
  #isFull = false;

  constructor(limits: LogLimits = {}) {
    this.#mostFrames = limits.mostFrames ?? mostFrames;
    this.#mostText = limits.mostText ?? mostText;
  }

  get frames(): readonly string[] {
    return this.#frames;
  }

  /** What is to be said of it to whoever looks at it, such as that it is full. */
  get notes(): readonly string[] {
    return this.#notes;
  }

  note(text: string): void {
    this.#notes.push(text);
    for (const listener of this.#listeners) listener();
  }

  /** Whether it refused a frame; from then on it takes none. */
  get isFull(): boolean {
    return this.#isFull;
  }

  add(frame: string): void {
    if (this.#isFull) return;
    this.#text += frame.length;
    this.#isFull = this.#frames.length >= this.#mostFrames || this.#text > this.#mostText;
    if (this.#isFull) return;
    this.#frames.push(frame);
    for (const listener of this.#listeners) listener();
  }

  /** Calls back after each frame or note that comes; returns how to stop it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
