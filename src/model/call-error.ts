/** What was asked for cannot be done, though the input is sound: a mistake of who asks. */

export class CallError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CallError";
  }
}
