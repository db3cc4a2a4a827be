/** Checks of how many Events and records there are. */
import { toMs } from "../trace/times.ts";
import type { Answer, CheckContext, ExpectationOf } from "./context.ts";
import { inWords } from "./context.ts";
import { podKeyOf } from "./pod-book.ts";
import { type EventRecord, type Fact, recordsOf } from "./trace-extras.ts";
import { at, listOf } from "./times.ts";
import { type Window, forbids, includes, knownToEnd, windowOf } from "./windows.ts";

export interface Limits {
  readonly equals?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Whether a number is within limits. */
export function isWithin(count: number, { equals, min, max }: Limits): boolean {
  if (equals !== undefined && count !== equals) return false;
  return count >= (min ?? 0) && count <= (max ?? Infinity);
}

/**
 * Whether the things at these times are neither too few nor too many. A thing at the very end of
 * the window may count, and need not: see `forbids`.
 */
function areEnough(times: readonly number[], window: Window, endMs: number, limits: Limits) {
  const { equals, min = equals ?? 0, max = equals ?? Infinity } = limits;
  const most = times.filter((ms) => includes(window, ms)).length;
  if (most < min) return false;
  if (max === Infinity) return true;
  const known = knownToEnd(window, endMs);
  return times.filter((ms) => forbids(known, ms, endMs)).length <= max;
}

export function checkEvents(expectation: ExpectationOf<"event">, context: CheckContext): Answer {
  const { facts } = context;
  const { max } = expectation;
  const window = windowOf(expectation, context);
  const events = recordsOf<EventRecord>(facts.records, "event");
  const matching = events.filter((event) => isEvent(event, expectation, context));
  const times = matching.map(({ t }) => toMs(t));
  const limits = { min: expectation.min ?? (max === 0 ? 0 : 1), max };
  const within = matching.filter(({ t }) => includes(window, toMs(t)));
  return {
    passed: areEnough(times, window, facts.endMs, limits),
    ...(window.text === undefined ? {} : { when: window.text }),
    seen:
      within.length > 0
        ? `${within.length}: ${listOf(within.map(eventText), 3)}`
        : `none; ${elsewhere(matching, events, expectation)}`,
  };
}

function isEvent(
  event: EventRecord,
  { reason, type, contains, pod }: ExpectationOf<"event" | "eventObjects"> & { type?: unknown },
  { facts: { pods } }: CheckContext,
): boolean {
  if (reason !== undefined && event.reason !== reason) return false;
  if (type !== undefined && event.eventType !== type) return false;
  if (contains !== undefined && !event.message.includes(contains)) return false;
  return pod === undefined || pod.some((name) => pods.isMeant(name, event.pod, podKeyOf(event)));
}

function eventText({ t, pod, message }: EventRecord): string {
  return `${at(toMs(t))} ${pod} ${JSON.stringify(message)}`;
}

/** What comes nearest to the Events that are missing. */
function elsewhere(
  matching: readonly EventRecord[],
  events: readonly EventRecord[],
  { reason }: ExpectationOf<"event">,
): string {
  if (matching.length > 0) return `at other times ${listOf(matching.map(eventText), 3)}`;
  const ofReason = events.filter((event) => event.reason === reason);
  if (ofReason.length > 0) return `others of that reason: ${listOf(ofReason.map(eventText), 3)}`;
  const reasons = [...new Set(events.map((event) => event.reason))];
  return reasons.length === 0 ? "there are no Events" : `reasons there are: ${listOf(reasons)}`;
}

export function checkCount(expectation: ExpectationOf<"count">, context: CheckContext): Answer {
  const { facts } = context;
  const window = windowOf(expectation, context);
  const matching = facts.records.filter((record) => isRecord(record, expectation.of, context));
  const times = matching.map(({ t }) => toMs(t));
  const within = times.filter((ms) => includes(window, ms));
  const [shown, word] = within.length > 0 ? [within, ""] : [times, "at other times "];
  const list = shown.length === 0 ? "" : `: ${word}${listOf(shown.map(at))}`;
  return {
    passed: areEnough(times, window, facts.endMs, expectation),
    ...(window.text === undefined ? {} : { when: window.text }),
    seen: `${within.length} records with ${inWords(expectation.of)}${list}`,
  };
}

function isRecord(
  record: Fact,
  of: ExpectationOf<"count">["of"],
  { facts: { pods } }: CheckContext,
): boolean {
  const fields = record as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(of).every(([key, wanted]) => {
    const found = fields[key];
    if (typeof wanted !== "string" || typeof found !== "string") return found === wanted;
    if (key === "pod") return pods.isMeant(wanted, found, podKeyOf(record));
    return wanted.endsWith("*") ? found.startsWith(wanted.slice(0, -1)) : found === wanted;
  });
}
