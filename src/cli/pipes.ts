/** What is written may go to a pipe: somebody may close it, and it may be full. */
import { writeSync } from "node:fs";
import { codeOf, reasonOf } from "../files/system-error.ts";
import { waitForPipe } from "../files/wait-for-pipe.ts";
import { CallError } from "./call-error.ts";

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
