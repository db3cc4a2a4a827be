/** Windows and spans of time of an expectation, as times of this run. */
import { formatDuration } from "../scenario/duration.ts";
import { type Bound, type Reference, formatReference } from "../scenario/reference.ts";
import { CannotTell } from "./cannot-tell.ts";
import type { CheckContext } from "./context.ts";
import { at, toleranceMs } from "./times.ts";

export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
  /** In words; absent: at any time. */
  readonly text?: string;
}

export interface InWindow {
  readonly window?: readonly [Bound, Bound] | undefined;
  readonly from: Reference;
}

/** Without a window: all of the time. */
export function windowOf({ window, from }: InWindow, { moments }: CheckContext): Window {
  if (window === undefined) return { fromMs: -Infinity, toMs: Infinity };
  const baseMs = moments.ms(from);
  const [fromMs, toMs] = window.map((bound) =>
    bound.kind === "after" ? baseMs + bound.ms : moments.ms(bound),
  ) as [number, number];
  return ordered({ fromMs, toMs, text: windowText(fromMs, toMs, windowInWords(window, from)) });
}

export function spanOf(
  [from, to]: readonly [Reference, Reference],
  { moments }: CheckContext,
): Window {
  const [fromMs, toMs] = [moments.ms(from), moments.ms(to)];
  return ordered({ fromMs, toMs, text: windowText(fromMs, toMs, spanInWords([from, to])) });
}

/** As the file has it: `[10s, 18s] after app#2.exit`; nothing where that is plain times. */
export function windowInWords(window: readonly [Bound, Bound], from: Reference): string {
  const isRelative = window.some(({ kind }) => kind === "after");
  const isPlain = window.every(({ kind }) => kind === "after") && isT0(from);
  if (isPlain) return "";
  const bounds = window.map((bound) =>
    bound.kind === "after" ? formatDuration(bound.ms) : formatReference(bound),
  );
  const after = isRelative && !isT0(from) ? ` after ${formatReference(from)}` : "";
  return `[${bounds.join(", ")}]${after}`;
}

export function spanInWords(span: readonly [Reference, Reference]): string {
  return `[${span.map(formatReference).join(", ")}]`;
}

function isT0({ kind, offsetMs }: Reference): boolean {
  return kind === "t0" && offsetMs === 0;
}

function windowText(fromMs: number, toMs: number, inWords: string): string {
  return `from ${at(fromMs)} to ${at(toMs)}${inWords === "" ? "" : `, that is ${inWords}`}`;
}

/** Of a window that ends before it begins nothing can be said, and nothing may pass. */
function ordered(window: Window): Window {
  const { fromMs, toMs } = window;
  if (toMs >= fromMs - toleranceMs) return { ...window, toMs: Math.max(fromMs, toMs) };
  throw new CannotTell(
    `the time to look at ends at ${at(toMs)}, before it begins at ${at(fromMs)}`,
  );
}

/** Whether a wanted thing lies in it: the bounds belong to it. */
export function includes({ fromMs, toMs }: Window, ms: number): boolean {
  return ms >= fromMs - toleranceMs && ms <= toMs + toleranceMs;
}

/**
 * Whether an unwanted thing lies in it. What happens at the very end does not: the moment that ends
 * such a window is often the cause (`noSigterm` until the deletion). Only the end of the run has no
 * consequence.
 */
export function forbids({ fromMs, toMs }: Window, ms: number, endMs: number): boolean {
  if (ms < fromMs) return false;
  return ms < toMs || (ms === toMs && (toMs === fromMs || toMs >= endMs));
}

/** What must be so in all of a window is not known beyond the end of the simulation. */
export function knownToEnd(window: Window, endMs: number): Window {
  return { ...window, toMs: knownMs(window.toMs, endMs) };
}

export function knownMs(ms: number, endMs: number): number {
  if (ms === Infinity || ms <= endMs + toleranceMs) return ms;
  throw new CannotTell(`${at(ms)} is after the end of the simulation at ${at(endMs)}`);
}
