/** Lets the library stop inside of a document whose every line is an error. */
import type { Composer } from "yaml";

export class TooManyErrors extends Error {}

/**
 * Throws `TooManyErrors` at the error after the last one allowed. The library offers no such limit,
 * and each of its errors costs a stack trace, so its own callback is wrapped where it keeps it.
 */
export function stopAfter(composer: Composer, maxErrors: number): void {
  const report: unknown = Reflect.get(composer, "onError");
  if (typeof report !== "function") return;
  let count = 0;
  const value = (...details: unknown[]) => {
    Reflect.apply(report, composer, details);
    if (++count > maxErrors) throw new TooManyErrors();
  };
  Object.defineProperty(composer, "onError", { value });
}
