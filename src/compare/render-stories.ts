/** Where kubelets parted: what was not heard, and what each of the two made of it. */
import { displayName } from "../model/container-key.ts";
import type { TraceRecord } from "../model/trace.ts";
import { type Line, padEnd, span, widestOf, wrap } from "../trace/line.ts";
import { counted, formatTime, toMs } from "../trace/times.ts";
import type { View } from "../trace/view.ts";
import type { Comparison, Parting, VariantResult } from "./compare.ts";
import { listed, shortList } from "./difference.ts";

/** Stories that are told. */
const shownAtMost = 3;

/** Containers that parted in one way, of which a story is told once. */
type Story = readonly [Parting, ...Parting[]];

/** Cause, and what each of the two made of it. */
export function storyLines(comparison: Comparison, view: View): readonly Line[] {
  const stories = storiesOf(comparison);
  const told = stories.slice(0, shownAtMost);
  const hidden = stories.slice(shownAtMost).flat().length;
  const more = `They part at ${counted(hidden, "more container")}.`;
  return [
    ...told.flatMap((story) => [...linesOf(story, comparison, view), []]),
    ...(hidden > 0 ? [[span(more, "faint")], []] : []),
  ];
}

function storiesOf({ partings }: Comparison): readonly Story[] {
  const stories = new Map<string, [Parting, ...Parting[]]>();
  const told = new Set<string>();
  for (const parting of partings) {
    const { variant, name, lost, missedBy = variant, healedAt, end } = parting;
    // What the first one missed parts it from each of the others.
    const once = JSON.stringify([missedBy, name]);
    if (missedBy !== variant && told.has(once)) continue;
    told.add(once);
    const states = JSON.stringify(end);
    const fate = [lost?.event, lost?.delivered, healedAt !== undefined, parting.unheard];
    const key = [variant, ...fate, states].join();
    const story = stories.get(key);
    if (story) story.push(parting);
    else stories.set(key, [parting]);
  }
  return [...stories.values()];
}

function linesOf(story: Story, { variants }: Comparison, view: View): readonly Line[] {
  const [{ lost, end, variant, missedBy, unheard }] = story;
  const [first = ""] = Object.keys(end);
  const [right, wrong] = missedBy === first ? [variant, first] : [first, variant];
  const [ours, theirs] = [variants[right], variants[wrong]];
  const names = story.map(({ name }) => name);
  const rows: (readonly [string, string])[] =
    lost && ours && theirs
      ? [
          [lost.due === undefined ? "lost" : "late", lostText(story)],
          [right, knewText(story, ours)],
          [wrong, missedText(story, theirs)],
        ]
      : [
          ["lost", `no event of ${shortList(names)}`],
          [first, `ends ${stateText(end[first])}`],
          [variant, unheard ? "does not know that it ended" : `ends ${stateText(end[variant])}`],
        ];
  const width = widestOf(rows.map(([word]) => word)) + 2;
  return rows.flatMap(([word, text], index) => {
    const [head = "", ...rest] = wrap(text, view.columns - width - 2);
    const role = index === 0 ? "warning" : "title";
    return [
      [...padEnd([span(word, role)], width), span(head)],
      ...rest.map((line) => [span(" ".repeat(width)), span(line)]),
    ];
  });
}

/** Those that were lost at one moment share its time. */
function lostText(story: Story): string {
  const [{ lost: first, also = [], because }] = story;
  if (first === undefined) return "";
  const isOneMoment = story.every(({ lost }) => lost?.t === first.t);
  const each = story.map(({ name, lost }) =>
    isOneMoment || lost === undefined ? name : `${name} at ${timeText(lost.t)}`,
  );
  const moment = isOneMoment ? ` at ${timeText(first.t)}` : "";
  const isOneCause = story.every((parting) => parting.because === because);
  const made = because !== undefined && isOneCause ? `, which ${because} made` : "";
  const all = [first, ...also];
  const events = listed([...new Set(all.map(({ event }) => event))]);
  const faults = listed([...new Set(all.map(({ delivered }) => String(delivered)))]);
  return `${events} of ${shortList(each)}${moment} (${faults})${made}`;
}

/** The list or the event that told it, and what became of the container. */
function knewText(story: Story, { name: who, records }: VariantResult): string {
  const [{ healedAt, end }] = story;
  const state = end[who];
  const sources = new Set(story.map((parting) => sourceText(parting, records)));
  const [one = ""] = sources;
  const how = sources.size === 1 ? one : "each came to know of it";
  if (healedAt !== undefined) {
    const last = Math.max(...story.map((parting) => parting.healedAt ?? 0));
    return `${how}: running again ${last === healedAt ? "at" : "by"} ${timeText(last)}`;
  }
  return state === undefined ? `${how}, and it is removed` : `${how}: ${stateText(state)}`;
}

/** By the first thing in its own trace that told of that container after the event. */
function sourceText({ lost, name }: Parting, records: readonly TraceRecord[]): string {
  const ids = new Set<string>();
  for (const record of records) {
    if (record.type === "container") {
      const { namespace, pod, container, id } = record;
      if (displayName(namespace, pod, container) === name) ids.add(id);
    }
    if (lost === undefined || record.t < lost.t) continue;
    if (record.type === "relist" && [...ids].some((id) => record.changes[id] !== undefined)) {
      return `its list of ${timeText(record.t)} shows what is`;
    }
  }
  return "knows what is";
}

/** What is said of it was looked up: whether it was told at all, and whether it listed since. */
function missedText(story: Story, { converged, listedAt, records }: VariantResult): string {
  const [{ lost, missedBy = "", end, unheard }] = story;
  const state = unheard ? "takes it for running" : stateText(end[missedBy]);
  if (lost === undefined || converged) return `ends ${state}`;
  const { due = Infinity } = lost;
  const hasCome = due <= (records.at(-1)?.t ?? 0);
  const told = hasCome ? `was told only at ${timeText(due)}` : "was not told in time";
  if (listedAt === undefined || listedAt <= lost.t) {
    return `${told} and did not look again: ${state} to the end`;
  }
  return `${told}, and no list up to ${timeText(listedAt)} mended it: ${state} to the end`;
}

/** `running`; of several at once, each: `running twice`, `running and creating`. */
function stateText(state: string | undefined): string {
  if (state === undefined) return "not there";
  const all = state.toLowerCase().split("+");
  const words = [...new Set(all)].map((word) => {
    const { length } = all.filter((other) => other === word);
    if (length === 1) return word;
    return length === 2 ? `${word} twice` : `${word} ${length} times`;
  });
  return listed(words);
}

function timeText(seconds: number): string {
  return formatTime(toMs(seconds));
}
