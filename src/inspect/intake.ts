/** What comes into the log, from the run and from other programs, and what is said of it. */
import type { StatelyInspectionEvent } from "@statelyai/inspect";
import { SessionIds } from "./client-frames.ts";
import { FrameLog, type LogLimits } from "./frame-log.ts";

export interface IntakeOptions {
  readonly say: (line: string) => void;
  readonly limits: LogLimits | undefined;
  /** Nothing more is taken. */
  readonly onFull: () => void;
}

export class Intake {
  readonly log: FrameLog;
  readonly ids = new SessionIds();
  readonly #options: IntakeOptions;
  #actors = 0;
  #nowMs = 0;

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.log = new FrameLog(options.limits);
  }

  /** How many actors of the run are in it. */
  get actors(): number {
    return this.#actors;
  }

  /** Of the run itself. */
  takeOwn(frame: StatelyInspectionEvent): void {
    if (this.log.isFull) return;
    const isActor = frame.type === "@xstate.actor";
    this.#nowMs = Number(frame.createdAt);
    if (isActor) this.ids.take(frame.sessionId);
    this.take(JSON.stringify(frame));
    if (isActor && !this.log.isFull) this.#actors++;
  }

  take(frame: string): void {
    const { log } = this;
    if (log.isFull) return;
    log.add(frame);
    if (!log.isFull) return;
    this.#options.onFull();
    const end = `${this.#nowMs / 1000} s of virtual time`;
    this.note(`full after ${log.frames.length} frames; what comes after ${end} is not shown`);
  }

  /** To who started the program, and to whoever looks at its page. */
  note(text: string): void {
    this.#options.say(`inspector: ${text}`);
    this.log.note(text);
  }
}
