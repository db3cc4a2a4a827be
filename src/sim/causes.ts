/** Keeps which trace record is the cause of what happens now. */

/**
 * While a message or a timer is handled, `current` is the record that sent the message or armed
 * the timer; a record made meanwhile takes its place, so that the next one follows from it.
 */
export class Causes {
  /** The `seq` of a record; undefined: the world or the scenario itself acts. */
  current: number | undefined = undefined;

  /** Handles something whose cause was captured earlier, and leaves the present one as it was. */
  within(cause: number | undefined, handle: () => void): void {
    const outer = this.current;
    this.current = cause;
    try {
      handle();
    } finally {
      this.current = outer;
    }
  }
}
