/** Waits where another process has a pipe that does not block. */

const pause = new Int32Array(new SharedArrayBuffer(4));

/** A pipe that another process made non-blocking is full or empty: try again in a moment. */
export function waitForPipe(): void {
  Atomics.wait(pause, 0, 0, 2);
}
