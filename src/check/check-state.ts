/** Checks of a state: what its value is during a time, at a moment, at the end, or never. */
import type { Answer, CheckContext, ExpectationOf } from "./context.ts";
import { type Reading, readingText } from "./readings.ts";
import { type Series, type Step, heldThrough, heldWithin, joined, settled } from "./series.ts";
import { stateSeries } from "./state-series.ts";
import { at, listOf, toleranceMs } from "./times.ts";
import { type Window, includes, knownMs, knownToEnd, spanOf } from "./windows.ts";
import { formatReference } from "../scenario/reference.ts";

type StateExpectation = ExpectationOf<"state">;

interface Judged {
  readonly read: Reading;
  readonly holds: boolean;
}

export function checkState(expectation: StateExpectation, context: CheckContext): Answer {
  const series = judge(expectation, context);
  const { during, eventually, atSomePoint, at: moment } = expectation;
  const { endMs } = context.facts;
  if (during) return checkDuring(series, knownToEnd(spanOf(during, context), endMs));
  if (eventually) return checkEventually(series, spanOf(eventually, context));
  if (atSomePoint) return checkAtSomePoint(series, spanOf(atSomePoint, context));
  const ms = moment ? knownMs(context.moments.ms(moment), endMs) : endMs;
  const [step] = heldWithin(series, ms, ms);
  // What changes in that very instant, as by what is done then, may be read on either side of it.
  const [before] = moment ? heldWithin(series, Math.max(0, ms - toleranceMs), ms) : [];
  const name = moment ? `, that is ${formatReference(moment)}` : ", the end";
  return {
    passed: [before, step].some((each) => each?.value.holds ?? false),
    when: `at ${at(ms)}${name}`,
    seen: step ? readOf(step.value) : "nothing",
  };
}

function checkDuring(series: Series<Judged>, { fromMs, toMs, text }: Window): Answer {
  const held = heldThrough(series, fromMs, toMs);
  const wrong = held.find(({ value }) => !value.holds);
  return { passed: wrong === undefined, ...whenOf(text), seen: valuesText(held) };
}

/** It has to become so in that time: what was so before, and stayed so, did not. */
function checkEventually(series: Series<Judged>, window: Window): Answer {
  const steps = settled(series);
  const rises = steps.filter(
    ({ value }, index) => value.holds && !(steps[index - 1]?.value.holds ?? false),
  );
  const values = valuesText(heldWithin(series, window.fromMs, window.toMs + toleranceMs));
  const others = rises.filter(({ atMs }) => !includes(window, atMs) && atMs > -Infinity);
  const more = others.length > 0 ? `; it became so at ${listOf(others.map(timeOf))}` : "";
  return {
    passed: rises.some(({ atMs }) => includes(window, atMs)),
    ...whenOf(window.text),
    seen: `${values}${more}`,
  };
}

function checkAtSomePoint(series: Series<Judged>, { fromMs, toMs, text }: Window): Answer {
  // Both ends belong to it; but before t0 nothing was, and no check is about that.
  const firstMs = Math.max(0, fromMs - toleranceMs);
  const held = heldWithin(series, firstMs, toMs + toleranceMs + 1);
  return {
    passed: held.some(({ value }) => value.holds),
    ...whenOf(text),
    seen: valuesText(held),
  };
}

function whenOf(text: string | undefined): { readonly when?: string } {
  return text === undefined ? {} : { when: text };
}

function timeOf({ atMs }: Step<unknown>): string {
  return at(atMs);
}

/** The values one after the other; equal neighbours are told once. */
function valuesText(held: Series<Judged>): string {
  const texts = held.map(({ value }) => readOf(value));
  const changes = held.flatMap((step, index) =>
    texts[index] === texts[index - 1] ? [] : [`${texts[index]} from ${timeOf(step)}`],
  );
  return listOf(changes);
}

function readOf({ read }: Judged): string {
  return readingText(read);
}

function judge(expectation: StateExpectation, { facts }: CheckContext): Series<Judged> {
  const { path, differsFrom, unchanged } = expectation;
  const readings = stateSeries(path, facts);
  if (differsFrom) {
    return joined(readings, stateSeries(differsFrom, facts), (read, other) => ({
      read,
      holds: differ(read, other) && isBeside(read, expectation),
    }));
  }
  const first = readings.find(({ value }) => value.kind === "value")?.value;
  const ignoresCase = path.source === "runtime";
  return readings.map(({ atMs, value: read }) => {
    const isRight = unchanged
      ? first !== undefined && sameValue(read, first)
      : isOneOf(read, expectation.equals, ignoresCase);
    return { atMs, value: { read, holds: isRight && isBeside(read, expectation) } };
  });
}

/** Two values, and not the same: what is absent differs from nothing. */
function differ(read: Reading, other: Reading): boolean {
  return read.kind === "value" && other.kind === "value" && !sameValue(read, other);
}

function sameValue(read: Reading, other: Reading): boolean {
  if (read.kind !== "value" || other.kind !== "value") return false;
  return JSON.stringify(read.value) === JSON.stringify(other.value);
}

/** Without `equals` any value is right: then only what stands beside it is asked for. */
function isOneOf(read: Reading, wanted: StateExpectation["equals"], ignoresCase: boolean): boolean {
  if (wanted === undefined) return read.kind === "value";
  return wanted.some((value) => isValue(read, value, ignoresCase));
}

/** The words `present` and `absent` stand for any value and for none. */
function isValue(read: Reading, wanted: unknown, ignoresCase = false): boolean {
  if (wanted === "absent") return read.kind === "absent";
  if (read.kind !== "value") return false;
  if (wanted === "present" || read.value === wanted) return true;
  if (!ignoresCase || typeof wanted !== "string") return false;
  // The runtime's own words are capitalised (`Running`), those of a container status are not.
  return read.value === wanted.toLowerCase();
}

function isBeside(read: Reading, { reason, message, contains }: StateExpectation): boolean {
  if (reason === undefined && message === undefined && contains === undefined) return true;
  if (read.kind !== "value") return false;
  if (reason !== undefined && read.reason !== reason) return false;
  if (message !== undefined && read.message !== message) return false;
  return contains === undefined || (read.message?.includes(contains) ?? false);
}

/** Every change counts, also one that lasted no time: whoever watches sees each. */
export function checkNever(
  { path, value }: ExpectationOf<"never">,
  { facts }: CheckContext,
): Answer {
  const series = stateSeries(path, facts);
  const held = heldWithin(series, 0, 0).concat(series.filter(({ atMs }) => atMs >= 0));
  const missing = held.find(({ value: read }) => read.kind === "unknown")?.value;
  if (missing) return { passed: false, seen: readingText(missing) };
  if (series.length === 1) return { passed: false, seen: "the trace never tells of it" };
  const found = held.find(({ value: read }) => isValue(read, value));
  const seen = valuesText(held.map(({ atMs, value: read }) => ({ atMs, value: judged(read) })));
  return {
    passed: found === undefined,
    seen: found ? `${readingText(found.value)} at ${at(found.atMs)}; ${seen}` : seen,
  };
}

function judged(read: Reading): Judged {
  return { read, holds: true };
}
