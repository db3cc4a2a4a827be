/** Whether a thing happened in a run, where and as often as it should. */
import { InputError } from "../model/diagnostic.ts";
import type { SeedRun } from "../library/over-seeds.ts";
import { neverText, pastText } from "../sample/assertion-words.ts";
import { type ThingHappenings, happeningsOfEach } from "../sample/judge-assertions.ts";
import { listOf } from "../check/times.ts";
import { type AssertedEvent, type Assertion, parseAssertions } from "../scenario/assertion-text.ts";
import { counted, formatTime, toMs } from "../trace/times.ts";
import { type Bounds, type Window, boundsOf } from "./window.ts";

export interface Claim {
  /** A container (`app`, `web/app`), a pod (`web`), or `pod` for each pod. */
  readonly name: string;
  readonly event: AssertedEvent;
  /** Exactly so often in the window; absent: once or more. */
  readonly times?: number;
  readonly window: Window;
  /** What is claimed is that it is not so. */
  readonly isNot: boolean;
}

export interface Verdict {
  readonly holds: boolean;
  /** What was seen, or why nothing can be said. */
  readonly seen: string;
  /** The moment that the verdict is about. */
  readonly atMs: number;
}

export type JudgedRun = Pick<SeedRun, "now" | "input" | "milestones">;

/** Throws an `InputError` where nothing has that name. */
export function judge(claim: Claim, run: JudgedRun): Verdict {
  const { name, window, isNot } = claim;
  const { milestones, input } = run;
  const nowMs = toMs(run.now);
  const assertion = assertionOf(claim, input);
  const bounds = boundsOf(window, milestones);
  if (typeof bounds === "string") {
    return { holds: false, seen: `${bounds} by ${formatTime(nowMs)}`, atMs: nowMs };
  }
  const answers = happeningsOfEach(assertion, milestones, input).map(({ thing, all }) =>
    answerOf(claim, assertion, { thing, all }, { ...bounds, nowMs }),
  );
  if (answers.length === 0) {
    return { holds: isNot, seen: `${name} was never there`, atMs: nowMs };
  }
  // What is claimed is to hold of each of them, and what is denied of none.
  const wrong = answers.filter(({ is }) => is === isNot);
  const open = answers.filter(({ is }) => is === "open");
  const [told = answers] = [wrong, open].filter(({ length }) => length > 0);
  return {
    holds: told === answers,
    seen: listOf([...new Set(told.map(({ seen }) => seen))]),
    atMs: told[0]?.atMs ?? nowMs,
  };
}

interface Answer {
  readonly is: boolean | "open";
  readonly seen: string;
  readonly atMs: number;
}

/** Of one pod or container. */
function answerOf(
  { times }: Claim,
  assertion: Assertion,
  { thing, all }: ThingHappenings,
  { isIn, endMs, nowMs }: Bounds & { readonly nowMs: number },
): Answer {
  const inside = all.filter(({ ms }) => isIn(ms));
  const [first] = inside;
  const isEarly = endMs !== undefined && endMs > nowMs;
  const isSure = times === undefined ? first !== undefined : inside.length > times;
  if (isEarly && !isSure) {
    const open = `open until ${formatTime(endMs)}, and the run stands at ${formatTime(nowMs)}`;
    return { is: "open", seen: `that is ${open}: advance it first`, atMs: nowMs };
  }
  const is = times === undefined ? first !== undefined : inside.length === times;
  const shown = inside.length > 0 ? inside : all;
  const texts = shown.map((one) => pastText(assertion, one));
  const seen = texts.length === 0 ? neverText(assertion, thing) : listOf(texts);
  const count = times === undefined ? "" : `${counted(inside.length, "time")}: `;
  const atMs = (inside.at(times ?? 0) ?? shown.at(-1))?.ms ?? Math.min(endMs ?? nowMs, nowMs);
  return { is, seen: `${count}${seen}`, atMs };
}

function assertionOf({ name, event }: Claim, input: JudgedRun["input"]): Assertion {
  try {
    const [assertion] = parseAssertions([`${name} ${event}`], input);
    if (assertion !== undefined) return assertion;
    throw new Error("one text is one assertion");
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // It was no text of a file or a flag.
    throw new InputError(error.diagnostics.map(({ position: _, ...finding }) => finding));
  }
}
