/** The log: what happened, a line each, in the order of the trace and in words. */
import type { TraceRecord } from "../model/trace.ts";
import { foldRepeats } from "./kubernetes/fold-repeats.ts";
import { isKubernetesTrace } from "./kubernetes/is-kubernetes.ts";
import { kubernetesLogEntries } from "./kubernetes/log-entries.ts";
import { type Line, padEnd, shortenMiddle, span, textWidth, widestOf, wrap } from "./line.ts";
import { logEntries } from "./log-builder.ts";
import type { LogEntry } from "./log-entry.ts";
import { foldCrashLoops, groupAlike } from "./log-fold.ts";
import { formatTime } from "./times.ts";
import type { View } from "./view.ts";

/** Of a longer log, its start and its end are shown. */
const entriesShown = { atStart: 40, atEnd: 15 };
/** Of a log around a moment, so many before and behind it. */
const entriesAround = { before: 8, after: 4 };

/** Characters of one entry; a message may have thousands. */
const textShown = 2000;

/** `aroundMs`: only what is near that moment is shown. */
export function renderLog(
  records: readonly TraceRecord[],
  view: View,
  aroundMs?: number,
): readonly Line[] {
  const { columns, glyphs } = view;
  const nameMax = Math.floor(columns * 0.32);
  const all = isKubernetesTrace(records)
    ? foldRepeats(groupAlike(kubernetesLogEntries(records, glyphs), nameMax), glyphs)
    : foldCrashLoops(groupAlike(logEntries(records, glyphs), nameMax), glyphs);
  const { head, hidden, tail } =
    aroundMs === undefined ? cut(all) : { head: around(all, aroundMs), hidden: 0, tail: [] };
  const shown = [...head, ...tail];
  const timeWidth = widestOf(shown.map(({ atMs }) => formatTime(atMs)));
  const nameWidth = widestOf(shown.map((entry) => subjectText(entry, nameMax, glyphs.ellipsis)));
  const layout = { timeWidth, nameWidth, view };
  const more = `${glyphs.ellipsis} ${hidden} more lines (--output jsonl has everything)`;
  return [
    ...entryLines(head, layout),
    ...(hidden > 0 ? [[span(more, "faint")]] : []),
    ...entryLines(tail, layout),
  ];
}

function cut(entries: readonly LogEntry[]): {
  readonly head: readonly LogEntry[];
  readonly hidden: number;
  readonly tail: readonly LogEntry[];
} {
  const { atStart, atEnd } = entriesShown;
  const hidden = entries.length - atStart - atEnd;
  if (hidden <= 1) return { head: entries, hidden: 0, tail: [] };
  return { head: entries.slice(0, atStart), hidden, tail: entries.slice(-atEnd) };
}

function around(entries: readonly LogEntry[], ms: number): readonly LogEntry[] {
  const behind = entries.findIndex(({ atMs }) => atMs > ms);
  const place = behind < 0 ? entries.length : behind;
  const { before, after } = entriesAround;
  return entries.slice(Math.max(0, place - before), place + after);
}

interface Layout {
  readonly timeWidth: number;
  readonly nameWidth: number;
  readonly view: View;
}

function entryLines(entries: readonly LogEntry[], layout: Layout): readonly Line[] {
  const { timeWidth, nameWidth, view } = layout;
  const indent = timeWidth + 2 + 2 + nameWidth + 2;
  const words = Math.max(16, view.columns - indent);
  let momentMs: number | undefined;
  return entries.flatMap((entry) => {
    // The time stands once for all that happened then.
    const time = entry.atMs === momentMs ? "" : formatTime(entry.atMs);
    momentMs = entry.atMs;
    const name = subjectText(entry, nameWidth, view.glyphs.ellipsis);
    const [first = "", ...rest] = wrap(shortened(entry.text, view.glyphs.ellipsis), words);
    return [
      [
        span(`${time.padStart(timeWidth)}  `, "faint"),
        ...padEnd([entry.sign], 2),
        ...padEnd([span(name, "title")], nameWidth + 2),
        span(first),
      ],
      ...rest.map((text) => [span(" ".repeat(indent)), span(text)]),
    ];
  });
}

function shortened(text: string, ellipsis: string): string {
  if (text.length <= textShown) return text;
  const hidden = text.length - textShown;
  return `${text.slice(0, textShown)} ${ellipsis} ${hidden} more characters`;
}

/** `web, worker`; of many the first and how many others: `web +12`. */
function subjectText({ subjects, together }: LogEntry, width: number, ellipsis: string): string {
  if (together !== undefined) return shortenMiddle(together, width, ellipsis);
  const [first = "", ...others] = subjects;
  if (others.length === 0) return shortenMiddle(first, width, ellipsis);
  const all = subjects.length <= 3 ? subjects.join(", ") : "";
  if (all !== "" && textWidth(all) <= width) return all;
  const count = ` +${others.length}`;
  return `${shortenMiddle(first, width - count.length, ellipsis)}${count}`;
}
