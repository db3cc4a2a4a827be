/** Times as callers give them: a duration as scenarios have it, or a number of seconds. */
import { InputError } from "../model/diagnostic.ts";
import { parseDuration, secondsToMs } from "../scenario/duration.ts";
import { describeValue } from "../scenario/issues.ts";

/** `"90s"`, `"1h30m"`, or a number of seconds, as the `t` of a record is. */
export type Span = string | number;

/** Throws an `InputError` that names the argument. */
export function toMs(span: Span, name: string): number {
  const ms = typeof span === "number" ? secondsToMs(span) : parseDuration(span);
  if (ms !== undefined) return ms;
  throw new InputError([
    {
      severity: "error",
      path: name,
      message: "is no time",
      found: describeValue(span),
      expected: "seconds, or a duration such as 90s, 10m or 1h30m",
    },
  ]);
}
