/** What came of a comparison: the lost events and their consequences, and what it all comes to. */
import { displayName } from "../model/container-key.ts";
import type { VerdictRow } from "../model/trace.ts";
import type { Glyphs } from "../trace/glyphs.ts";
import {
  type Line,
  type Span,
  clip,
  lineWidth,
  padEnd,
  shortenMiddle,
  span,
  textWidth,
  widestOf,
  wrap,
} from "../trace/line.ts";
import { counted, formatTime, toMs } from "../trace/times.ts";
import type { View } from "../trace/view.ts";
import type { Comparison, Parting, VariantResult } from "./compare.ts";
import { shortList } from "./difference.ts";
import { apartOf } from "./exit-book.ts";
import { costs, measureText, measureWords } from "./measure-text.ts";
import { measureNames } from "./measures.ts";

/** Stories that are told, and in each the containers that are named. */
const shownAtMost = 3;

/** Containers that parted in one way, of which a story is told once. */
type Story = readonly [Parting, ...Parting[]];

/** Cause, and what each of the two made of it. */
export function storyLines({ partings }: Comparison, view: View): readonly Line[] {
  const stories = storiesOf(partings);
  const told = stories.slice(0, shownAtMost);
  const hidden = stories.slice(shownAtMost).flat().length;
  const more = `They part at ${counted(hidden, "more container")}.`;
  return [
    ...told.flatMap((story) => [...linesOf(story, view), []]),
    ...(hidden > 0 ? [[span(more, "faint")], []] : []),
  ];
}

function storiesOf(partings: readonly Parting[]): readonly Story[] {
  const stories = new Map<string, [Parting, ...Parting[]]>();
  for (const parting of partings) {
    const { variant, lost, healedAt, end } = parting;
    const states = JSON.stringify(end);
    const fate = [lost?.event, lost?.delivered, healedAt !== undefined, parting.unheard];
    const key = [variant, ...fate, states].join();
    const story = stories.get(key);
    if (story) story.push(parting);
    else stories.set(key, [parting]);
  }
  return [...stories.values()];
}

function linesOf(story: Story, view: View): readonly Line[] {
  const [{ lost, end, variant, unheard }] = story;
  const [first = ""] = Object.keys(end);
  const ends = (name: string): string => end[name]?.toLowerCase() ?? "not there";
  const idea = unheard ? "takes it for running" : ends(variant);
  const names = story.map(({ name }) => name);
  const rows: (readonly [string, string])[] = lost
    ? [
        [lost.due === undefined ? "lost" : "late", lostText(story)],
        [first, firstText(story, ends(first), first)],
        [variant, `was not told in time and did not look again: ${idea} to the end`],
      ]
    : [
        ["lost", `no event of ${shortList(names)}: the two only act at other times`],
        [first, `ends ${ends(first)}`],
        [variant, unheard ? "does not know that it ended" : `ends ${ends(variant)}`],
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
  const [{ lost: first, because }] = story;
  if (first === undefined) return "";
  const isOneMoment = story.every(({ lost }) => lost?.t === first.t);
  const each = story.map(({ name, lost }) =>
    isOneMoment || lost === undefined ? name : `${name} at ${timeText(lost.t)}`,
  );
  const moment = isOneMoment ? ` at ${timeText(first.t)}` : "";
  const isOneCause = story.every((parting) => parting.because === because);
  const made = because !== undefined && isOneCause ? `, which ${because} made` : "";
  return `${first.event} of ${shortList(each)}${moment} (${String(first.delivered)})${made}`;
}

function firstText(story: Story, end: string, first: string): string {
  const [{ t, healedAt, end: ends }] = story;
  const isOneList = story.every((parting) => parting.t === t);
  const whose = first === "level" ? "its list" : "what it saw";
  const list = isOneList
    ? `${whose} of ${timeText(t)} shows what is`
    : `${whose}${first === "level" ? "s" : ""} from ${timeText(t)} on show what is`;
  if (healedAt !== undefined) {
    const last = Math.max(...story.map((parting) => parting.healedAt ?? 0));
    return `${list}: running again ${last === healedAt ? "at" : "by"} ${timeText(last)}`;
  }
  if (ends[first] === undefined) return `${list}, and it is removed`;
  return `${list}: ${end}`;
}

function timeText(seconds: number): string {
  return formatTime(toMs(seconds));
}

type Cell = (result: VariantResult) => Line;

export function tableLines({ variants, partings }: Comparison, view: View): readonly Line[] {
  const { glyphs, columns } = view;
  const results = Object.values(variants);
  const parted = [...new Set(partings.map(({ name }) => name))].slice(0, 2 * shownAtMost);
  const rows: (readonly [string, Cell])[] = [
    ...parted.map(
      (name) =>
        [name, (each) => endCell(name, each, glyphs)] as const satisfies readonly [string, Cell],
    ),
    ["converged", (each) => convergedCell(each, glyphs)],
    ...measureNames.map((name): readonly [string, Cell] => [
      measureWords[name],
      ({ measures }) => {
        const text = measureText(name, measures[name]);
        return [costs.has(name) ? span(text, "faint") : span(text)];
      },
    ]),
  ];
  const labelMax = Math.floor(columns * 0.32);
  const label = Math.min(labelMax, widestOf(rows.map(([name]) => name))) + 2;
  const column = Math.min(Math.floor((columns - label) / results.length), 26);
  const header: Line = [
    span(" ".repeat(label)),
    ...results.flatMap(({ name }) => {
      const text = shortenMiddle(name.toUpperCase(), column - 1, glyphs.ellipsis);
      return padEnd([span(text, "faint")], column);
    }),
  ];
  const lines = rows.map(([name, cell]) => [
    ...padEnd([span(shortenMiddle(name, label - 2, glyphs.ellipsis))], label),
    ...results.flatMap((each) => padEnd(fit(cell(each), column - 1, glyphs.ellipsis), column)),
  ]);
  return [header, ...lines];
}

/** A cell that is too wide ends with the sign that something is left out. */
function fit(cell: Line, width: number, ellipsis: string): Line {
  if (lineWidth(cell) <= width) return cell;
  return [...clip(cell, width - textWidth(ellipsis)), span(ellipsis)];
}

function endCell(name: string, { verdict, ends }: VariantResult, glyphs: Glyphs): Line {
  const row = verdict.rows.find(
    (each) => displayName(each.namespace, each.pod, each.container) === name,
  );
  if (row === undefined) return [span(`${glyphs.none} not there`)];
  const isUnheard = ends.some(({ id, heardAt }) => id === row.id && heardAt === undefined);
  const isGood = row.verdict === "agrees" && !isUnheard;
  const state = `${stateText(row)}${isUnheard && row.verdict === "agrees" ? ", unheard" : ""}`;
  return [sign(isGood, glyphs), span(` ${state}`)];
}

function stateText({ state, exitCode, verdict }: VerdictRow): string {
  if (state === undefined) return verdict;
  const code = exitCode === undefined ? "" : ` (${exitCode})`;
  return `${state.toLowerCase()}${code}${verdict === "undeclared" ? ", undeclared" : ""}`;
}

function convergedCell(result: VariantResult, glyphs: Glyphs): Line {
  return [sign(result.converged, glyphs), span(` ${convergedText(result)}`)];
}

export function convergedText({ converged, verdict, ends }: VariantResult): string {
  const unheard = ends.filter(({ heardAt }) => heardAt === undefined);
  return converged ? "yes" : `no, ${counted(apartOf(verdict.rows, unheard), "container")}`;
}

function sign(isGood: boolean, { yes, no }: Glyphs): Span {
  return isGood ? span(yes, "good") : span(no, "bad");
}
