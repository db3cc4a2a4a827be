/** In which part of a run a thing is to happen. */
import { isMilestone } from "../library/milestone-name.ts";
import { type Span, toMs } from "../library/span.ts";
import type { Milestone } from "../sample/milestone.ts";
import { parseDuration } from "../scenario/duration.ts";
import { formatTime, toMs as ofSeconds } from "../trace/times.ts";

/** A time since `t0`, or the name of a milestone such as `app#2.start`. */
export type Moment = Span;

export interface Window {
  /** From this moment on. Default: the start of the run. */
  readonly after?: Moment;
  /** Earlier than this moment. Default: as far as the run went. */
  readonly before?: Moment;
  /** At most so long after `after`. */
  readonly within?: Span;
}

export interface Bounds {
  readonly fromMs: number;
  /** Included where `within` sets it, as it is said; not where `before` does. */
  readonly isIn: (ms: number) => boolean;
  /** When it is over; absent: it ends with the run. */
  readonly endMs?: number;
}

/** A text: what is missing to know the bounds. */
export function boundsOf(window: Window, milestones: readonly Milestone[]): Bounds | string {
  const { after, before, within } = window;
  const fromMs = after === undefined ? 0 : momentMs(after, "after", milestones);
  const untilMs = before === undefined ? undefined : momentMs(before, "before", milestones);
  for (const ms of [fromMs, untilMs]) if (typeof ms === "string") return ms;
  const [start, limit] = [Number(fromMs), untilMs === undefined ? Infinity : Number(untilMs)];
  const last = within === undefined ? Infinity : start + toMs(within, "within");
  const endMs = Math.min(limit, last);
  return {
    fromMs: start,
    isIn: (ms) => ms >= start && ms < limit && ms <= last,
    ...(endMs === Infinity ? {} : { endMs }),
  };
}

function momentMs(moment: Moment, name: string, milestones: readonly Milestone[]): number | string {
  if (typeof moment === "number" || parseDuration(moment) !== undefined) return toMs(moment, name);
  const found = milestones.find((milestone) => isMilestone(milestone, moment));
  return found ? ofSeconds(found.t) : `${moment} has not happened`;
}

/** With a blank in front; nothing where there is no window. */
export function windowText({ after, before, within }: Window): string {
  const texts = [
    within === undefined ? "" : ` within ${spanText(within)}`,
    after === undefined ? "" : ` after ${spanText(after)}`,
    before === undefined ? "" : ` before ${spanText(before)}`,
  ];
  return texts.join("");
}

function spanText(span: Span): string {
  return typeof span === "number" ? formatTime(ofSeconds(span)) : span;
}
