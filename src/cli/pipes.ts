/** What is written may go to a pipe: somebody may close it, and it may be full. */
import { writeSync } from "node:fs";
import { CallError } from "./call-error.ts";
import { codeOf, reasonOf } from "./system-error.ts";

export const standardOutput = 1;
export const standardError = 2;

/** The reader of the data has seen enough (`| head`); there is nobody left to tell. */
export class PipeClosed extends Error {
  constructor() {
    super("the reader closed the pipe");
    this.name = "PipeClosed";
  }
}

/** Synchronous, so that a run of millions of records waits for its reader and not in memory. */
export function writeFully(file: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(file, rest));
    } catch (error) {
      const code = codeOf(error);
      // A note that nobody can read changes neither the data nor the exit status.
      if (code !== "EAGAIN" && file === standardError) return;
      if (code === "EPIPE") throw new PipeClosed();
      if (code !== "EAGAIN") throw failedWrite(error);
      waitForPipe();
    }
  }
}

/** A full disk, say: no mistake of this program. */
function failedWrite(error: unknown): unknown {
  return error instanceof Error ? new CallError(`cannot write: ${reasonOf(error)}`) : error;
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/** A pipe that another process made non-blocking is full or empty: try again in a moment. */
export function waitForPipe(): void {
  Atomics.wait(pause, 0, 0, 2);
}
