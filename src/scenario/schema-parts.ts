/**
 * The parts every schema of the format is made of.
 *
 * One convention holds for all of them: an issue's message is what was expected, and nothing else;
 * `issues.ts` adds what was found, where, and what to do.
 */
import { z } from "zod";
import { durationPattern, parseDuration, secondsToMs } from "./duration.ts";
import { defaultLimits } from "../sim/limits.ts";
import { isNamePattern, patternExpected } from "./name-pattern.ts";
import * as reference from "./reference.ts";
import type { Duration } from "./duration.ts";

/** An object whose unknown keys are errors that list the known ones. */
export function strict<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  /** Keys that are read, and refused by every model: no message offers them. */
  refused: readonly string[] = [],
) {
  const offered = Object.keys(shape).filter((key) => !refused.includes(key));
  const known = offered.join(", ");
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? known : undefined),
  });
}

/** A text of a form that its parser knows; `pattern` is for editors and may accept more. */
export function text<T>(
  expected: string,
  parse: (value: string) => T | undefined,
  pattern?: string,
) {
  const form = z.string({ error: expected });
  return (pattern === undefined ? form : form.meta({ pattern })).transform((value, context) =>
    read(value, context, expected, parse),
  );
}

/** A time as a number of seconds or as a text. */
export function time<T>(
  expected: string,
  parse: (value: string | number) => T | undefined,
  pattern?: string,
) {
  const form = pattern === undefined ? z.string() : z.string().meta({ pattern });
  const either = z.union([z.number().meta({ minimum: 0 }), form], { error: expected });
  return either.transform((value, context) => read(value, context, expected, parse));
}

function read<V, T>(
  value: V,
  context: z.core.$RefinementCtx<V>,
  expected: string,
  parse: (value: V) => T | undefined,
): T {
  const result = parse(value);
  if (result !== undefined) return result;
  context.issues.push({ code: "custom", message: expected, input: value });
  return z.NEVER;
}

function durationOf(value: string | number): Duration | undefined {
  const ms = typeof value === "number" ? secondsToMs(value) : parseDuration(value);
  return ms === undefined ? undefined : { ms };
}

const wholeDuration = new RegExp(`^(?:${durationPattern})$`, "u");
export const durationExpected = "a duration: seconds (20), or text such as 1m30s or 500ms";
export const duration = time(durationExpected, durationOf, `^(?:${durationPattern})$`);

const durationRangeExpected = `${durationExpected}; or a range of them, [100ms, 400ms]`;

/** A duration, or `[a, b]`: anything from a to b. */
export const durationRange = z
  .union([z.tuple([duration, duration]), duration], { error: durationRangeExpected })
  .transform((value, context) => {
    const [from, to] = Array.isArray(value) ? value : [value, value];
    if (from.ms <= to.ms) return { from, to };
    const message = "a range [a, b] in which a is not above b";
    context.issues.push({ code: "custom", message, input: context.value });
    return z.NEVER;
  });

/** The longest run, in the unit that a message shows it in. */
const longestRun = `${defaultLimits.timeMs / 3_600_000}h`;
export const runDurationExpected = `at most ${longestRun}`;

/** What is no duration at all is told as of any other; only what is too long is told the limit. */
export const runDuration = z
  .union([z.number().meta({ minimum: 0 }), z.string().meta({ pattern: wholeDuration.source })], {
    error: ({ input }) => (input === Infinity ? runDurationExpected : durationExpected),
  })
  .transform((value, context) => {
    if (!isLongerThanAnyRun(value)) return read(value, context, durationExpected, durationOf);
    const maximum = defaultLimits.timeMs;
    const message = runDurationExpected;
    context.issues.push({ code: "too_big", origin: "number", maximum, message, input: value });
    return z.NEVER;
  });

/** Also what is beyond the range of a duration, but has the form of one. */
export function isLongerThanAnyRun(value: string | number): boolean {
  const ms = durationOf(value)?.ms;
  if (ms !== undefined) return ms > defaultLimits.timeMs;
  return typeof value === "number" ? value > 0 : wholeDuration.test(value);
}

export const moment = time(reference.momentExpected, reference.parseMoment);
const boundExpected =
  "a time after `from` (20, 1m30s), or a moment such as end, a stimulus's id or app#2.start+5s";
const bound = time(boundExpected, reference.parseBound);

/** `[a, b]`; the order of two bounds of one kind is checked with the references. */
function pair<T extends z.ZodType>(item: T, expected: string) {
  return z.tuple([item, item], { error: expected });
}

export const window = pair(bound, "a window [a, b]");
export const span = pair(moment, "a span of time [a, b]");

export const podReference = text(reference.podExpected, reference.parsePod);
export const runReference = text(reference.runExpected, reference.parseRun);
export const pullReference = text(reference.pullExpected, reference.parsePull);
export const containerReferences = oneOrMore(
  text(reference.containerExpected, reference.parseContainer),
  reference.containerExpected,
);
export const podReferences = oneOrMore(podReference, reference.podExpected);
export const runReferences = oneOrMore(runReference, reference.runExpected);

export const namePattern = text(patternExpected, (value) =>
  isNamePattern(value) ? value : undefined,
);

export const namePatterns = oneOrMore(namePattern, patternExpected);

/** One or a list of them; always a list afterwards. */
export function oneOrMore<T extends z.ZodType>(item: T, expected: string) {
  return z
    .union([z.array(item).min(1), item], { error: `${expected}, or a list of them` })
    .transform((value) => (Array.isArray(value) ? value : [value]) as readonly z.output<T>[]);
}

/** Zod itself says `int` only of numbers with a fraction, and `number` of all else. */
export const whole = z.int({
  error: ({ code }) => (code === "invalid_type" ? "a whole number" : undefined),
});
export const count = whole.min(0);
export const exitCode = whole.min(0).max(255);
export const scalar = z.union([z.string(), z.number(), z.boolean()], {
  error: "a text, a number, or true or false",
});
