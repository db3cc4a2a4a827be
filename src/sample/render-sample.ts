/** A sample for people: the timeline of one run, and when each milestone happens over them all. */
import { rangeText, sizeOf } from "../check/seeds-text.ts";
import type { TraceRecord } from "../model/trace.ts";
import { foldLanes } from "../trace/lanes.ts";
import {
  type Line,
  type Paint,
  clip,
  padEnd,
  paragraph,
  shortenMiddle,
  span,
  toText,
  widestOf,
} from "../trace/line.ts";
import { type Interval, type Intervals, renderTimeline } from "../trace/render-timeline.ts";
import { counted, formatTime, toMs } from "../trace/times.ts";
import type { View } from "../trace/view.ts";
import type { MilestoneDetail } from "./milestone.ts";
import type { Sample, SampledMilestone } from "./sample.ts";

const gap = 2;
/** Fewer characters of a name say nothing. */
const narrowestName = 8;
const tenthMs = 100;

interface Row {
  readonly name: string;
  readonly when: string;
  readonly note: string;
}

/** `records`: the run of the scenario's own seed. */
export function renderSample(
  sample: Sample,
  records: readonly TraceRecord[],
  view: View,
  paint: Paint,
): string {
  const lines = [...timelineLines(sample, records, view), ...tableLines(sample, view)];
  return toText(
    lines.map((line) => clip(line, view.columns)),
    paint,
  );
}

function timelineLines(
  { milestones, seeds, seed }: Sample,
  records: readonly TraceRecord[],
  view: View,
): readonly Line[] {
  const lanes = foldLanes(records);
  if (lanes.lanes.length === 0) return [];
  const range = `[ ] is from the earliest to the latest of seeds ${rangeText(seeds)}`;
  const text = `Lanes are of seed ${seed}; ${range}.`;
  const picture = renderTimeline(lanes, view, intervalsOf(milestones.filter(isShown)));
  return [...picture, ...paragraph(text, view.columns, "faint"), []];
}

function intervalsOf(milestones: readonly SampledMilestone[]): Intervals {
  const byLane = new Map<string, Interval[]>();
  for (const milestone of milestones) {
    const interval = { fromMs: toMs(milestone.earliest), toMs: toMs(milestone.latest) };
    const lane = laneOf(milestone.key);
    const others = byLane.get(lane);
    if (others) others.push(interval);
    else byLane.set(lane, [interval]);
  }
  return byLane;
}

/** A lane is of all pods of a name: `web/app` has what `web@2/app#1.start` says. */
function laneOf(key: string): string {
  const subject = key.replace(/#\d+\.[^.]*$|\.(condition\.|removed|rejected).*$/, "");
  return subject.replace(/@\d+(?=\/|$)/, "");
}

function tableLines(
  { milestones, seeds, seed }: Sample,
  { columns, glyphs }: View,
): readonly Line[] {
  const shown = milestones.filter(isShown);
  const rows = shown.map((milestone) => rowOf(milestone, sizeOf(seeds), glyphs.none));
  const head: Row = {
    name: `seeds ${rangeText(seeds)}`,
    when: `seed ${seed} [earliest, latest]`,
    note: rows.some(({ note }) => note !== "") ? "in" : "",
  };
  const all = [head, ...rows];
  const whenWidth = widestOf(all.map(({ when }) => when));
  const noteWidth = widestOf(all.map(({ note }) => note));
  const taken = gap + whenWidth + (noteWidth === 0 ? 0 : gap + noteWidth);
  const widest = widestOf(all.map(({ name }) => name));
  const names = Math.max(narrowestName, Math.min(widest, columns - taken));
  const line = ({ name, when, note }: Row): Line => [
    ...padEnd([span(shortenMiddle(name, names, glyphs.ellipsis))], names + gap),
    ...padEnd([span(when)], whenWidth + gap),
    span(note, "faint"),
  ];
  const hidden = milestones.length - shown.length;
  return [
    line(head).map(({ text }) => span(text, "faint")),
    ...rows.map(line),
    [],
    [span(`${counted(hidden, "milestone")} more: --output json has them all`, "faint")],
  ];
}

/** Each start, exit, signal, Ready and removal; the rest is for programs. */
export function isShown({ kind, key }: Pick<SampledMilestone, "kind" | "key">): boolean {
  if (kind === "start" || kind === "exit" || kind === "signal") return true;
  if (kind === "condition") return /\.condition\.Ready=/.test(key);
  return kind === "pod" && /\.(removed|rejected)(@|$)/.test(key);
}

function rowOf(milestone: SampledMilestone, count: number, none: string): Row {
  const { seeds } = milestone;
  return {
    name: nameOf(milestone),
    when: whenText(milestone, none),
    note: seeds === count ? "" : `${seeds} of ${count}`,
  };
}

/** `12.4s [11.9s, 12.9s]`, and only the time where it is the same with each seed. */
function whenText({ earliest, latest, sample: own }: SampledMilestone, none: string): string {
  const [from, to, at] = [toMs(earliest), toMs(latest), own && toMs(own.t)];
  if (from === to && (at === undefined || at === from)) return formatTime(from);
  // In tenths of a second the interval still has all of the times in it.
  const step = to - from < 2 * tenthMs ? 1 : tenthMs;
  const time = at === undefined ? none : formatTime(Math.round(at / step) * step);
  const ends = [Math.floor(from / step) * step, Math.ceil(to / step) * step].map(formatTime);
  return `${time} [${ends.join(", ")}]`;
}

/** With how it ended, and where that is not always the same, in how many seeds each. */
function nameOf({ key, kind, details = [] }: SampledMilestone): string {
  if (kind !== "exit") return key;
  const [first, ...others] = details;
  if (first === undefined) return key;
  if (others.length === 0) return `${key} ${endText(first.detail)}`;
  return `${key} ${details.map(({ detail, seeds }) => `${endText(detail)} ×${seeds}`).join(", ")}`;
}

function endText({ exitCode = "", reason = "" }: MilestoneDetail): string {
  return `${exitCode} ${reason}`.trim();
}
