/**
 * Why an expectation cannot be judged at all: a moment that was never reached, or a fact that is
 * not in the trace. It fails then, and never passes.
 */
export class CannotTell extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CannotTell";
  }
}
