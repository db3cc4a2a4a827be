/** What came of a comparison: the lost event and its consequence, and both ends side by side. */
import { isLost } from "./lost.ts";
import type { VerdictRow } from "../model/trace.ts";
import { displayName } from "../model/container-key.ts";
import {
  type ComparedParting,
  type ComparedRun,
  type ComparedRuns,
  type VariantName,
  variantNames,
} from "./compared-runs.ts";
import type { Glyphs } from "./glyphs.ts";
import { foldLanes } from "./lanes.ts";
import {
  type Line,
  type Span,
  clip,
  lineWidth,
  padEnd,
  paragraph,
  shortenMiddle,
  span,
  textWidth,
  widestOf,
  wrap,
} from "./line.ts";
import { counted, formatTime, toMs } from "./times.ts";
import type { View } from "./view.ts";

/** Stories that are told, and in each the containers that are named. */
const shownAtMost = 3;

export function renderOutcome(runs: ComparedRuns, view: View): readonly Line[] {
  const stories = storiesOf(runs.partings);
  const told = stories.slice(0, shownAtMost);
  const hidden = stories.slice(shownAtMost).flat().length;
  const named = told.flatMap((story) => story.slice(0, shownAtMost)).slice(0, 2 * shownAtMost);
  return [
    ...told.flatMap((story) => [...storyLines(story, view), []]),
    ...(hidden > 0
      ? [[span(`They part at ${counted(hidden, "more container")}.`, "faint")], []]
      : []),
    ...tableLines(runs, named, view),
    [],
    ...sentence(runs, view),
  ];
}

/** Containers that parted in one way, of which a story is told once. */
type Story = readonly [ComparedParting, ...ComparedParting[]];

function storiesOf(partings: readonly ComparedParting[]): readonly Story[] {
  const stories = new Map<string, [ComparedParting, ...ComparedParting[]]>();
  for (const parting of partings) {
    const { lost, healedAt, end } = parting;
    const key = [lost?.event, lost?.delivered, healedAt !== undefined, end.level, end.edge].join();
    const story = stories.get(key);
    if (story) story.push(parting);
    else stories.set(key, [parting]);
  }
  return [...stories.values()];
}

/** Cause, and what each of the two made of it. */
function storyLines(story: Story, view: View): readonly Line[] {
  const [{ lost, end }] = story;
  const ends = (variant: VariantName): string => end[variant]?.toLowerCase() ?? "not there";
  const names = story.map(({ name }) => name);
  const rows: (readonly [string, string])[] = lost
    ? [
        ["lost", lostText(story)],
        ["level", levelText(story)],
        ["edge", `was never told and lists no more: ${ends("edge")} to the end`],
      ]
    : [
        ["lost", `no event of ${listed(names)}: the two only act at other times`],
        ["level", `ends ${ends("level")}`],
        ["edge", `ends ${ends("edge")}`],
      ];
  return rows.flatMap(([word, text]) => {
    const [first = "", ...rest] = wrap(text, view.columns - 9);
    const role = word === "lost" ? "warning" : "title";
    return [
      [...padEnd([span(word, role)], 7), span(first)],
      ...rest.map((line) => [span(" ".repeat(7)), span(line)]),
    ];
  });
}

/** Those that were lost at one moment share its time. */
function lostText(story: Story): string {
  const [{ lost: first }] = story;
  if (first === undefined) return "";
  const isOneMoment = story.every(({ lost }) => lost?.t === first.t);
  const each = story.map(({ name, lost }) =>
    isOneMoment || lost === undefined ? name : `${name} at ${timeText(lost.t)}`,
  );
  const moment = isOneMoment ? ` at ${timeText(first.t)}` : "";
  return `${first.event} of ${listed(each)}${moment} (${String(first.delivered)})`;
}

function levelText(story: Story): string {
  const [{ t, healedAt, end }] = story;
  const isOneList = story.every((parting) => parting.t === t);
  const list = isOneList
    ? `its list of ${timeText(t)} shows what is`
    : `its lists from ${timeText(t)} on show what is`;
  if (healedAt !== undefined) {
    const last = Math.max(...story.map((parting) => parting.healedAt ?? 0));
    return `${list}: running again ${last === healedAt ? "at" : "by"} ${timeText(last)}`;
  }
  if (end.level === undefined) return `${list}, and it is removed`;
  return `${list}: ${end.level.toLowerCase()}`;
}

function timeText(seconds: number): string {
  return formatTime(toMs(seconds));
}

/** `a, b, c and 4 more`. */
function listed(names: readonly string[]): string {
  const hidden = names.length - shownAtMost;
  const shown = names.slice(0, shownAtMost).join(", ");
  return hidden > 0 ? `${shown} and ${hidden} more` : shown;
}

function tableLines(
  { variants }: ComparedRuns,
  partings: readonly ComparedParting[],
  view: View,
): readonly Line[] {
  const { glyphs, columns } = view;
  const endOf = (name: string) => (run: ComparedRun) => endCell(name, run, glyphs);
  const counter = (cell: (run: ComparedRun) => string) => (run: ComparedRun) => [
    span(cell(run), "faint"),
  ];
  const rows: (readonly [string, (run: ComparedRun) => Line])[] = [
    ...partings.map(({ name }) => [name, endOf(name)] as const),
    ["declared = actual", (run) => convergedCell(run, glyphs)],
    ["lists", counter(({ verdict }) => String(verdict.counters.lists))],
    ["creates", counter(({ verdict }) => String(verdict.counters.creates))],
    ["removes", counter(({ verdict }) => String(verdict.counters.removes))],
  ];
  const labelMax = Math.floor(columns * 0.32);
  const label = Math.min(labelMax, widestOf(rows.map(([name]) => name))) + 2;
  const half = Math.floor((columns - label) / 2);
  const column = Math.min(half, 26);
  const header: Line = [
    span(" ".repeat(label)),
    ...padEnd([span("LEVEL", "faint")], column),
    span("EDGE", "faint"),
  ];
  const lines = rows.map(([name, cell]) => [
    ...padEnd([span(shortenMiddle(name, label - 2, glyphs.ellipsis))], label),
    ...variantNames.flatMap((variant) =>
      padEnd(fit(cell(variants[variant]), column - 1, glyphs.ellipsis), column),
    ),
  ]);
  return [header, ...lines];
}

/** A cell that is too wide ends with the sign that something is left out. */
function fit(cell: Line, width: number, ellipsis: string): Line {
  if (lineWidth(cell) <= width) return cell;
  return [...clip(cell, width - textWidth(ellipsis)), span(ellipsis)];
}

function endCell(name: string, { verdict }: ComparedRun, glyphs: Glyphs): Line {
  const row = verdict.rows.find(
    (each) => displayName(each.namespace, each.pod, each.container) === name,
  );
  if (row === undefined) return [span(`${glyphs.none} not there`)];
  return [sign(row.verdict === "agrees", glyphs), span(` ${stateText(row)}`)];
}

function stateText({ state, exitCode, verdict }: VerdictRow): string {
  if (state === undefined) return verdict;
  const code = exitCode === undefined ? "" : ` (${exitCode})`;
  return `${state.toLowerCase()}${code}${verdict === "undeclared" ? ", undeclared" : ""}`;
}

function convergedCell({ converged, verdict }: ComparedRun, glyphs: Glyphs): Line {
  const apart = verdict.rows.filter((row) => row.verdict !== "agrees").length;
  return [
    sign(converged, glyphs),
    span(converged ? " yes" : ` no, ${counted(apart, "container")}`),
  ];
}

function sign(isGood: boolean, { yes, no }: Glyphs): Span {
  return isGood ? span(yes, "good") : span(no, "bad");
}

function sentence(runs: ComparedRuns, { columns }: View): readonly Line[] {
  return paragraph(sentenceText(runs), columns, "title");
}

function sentenceText({ variants, partings }: ComparedRuns): string {
  const { level, edge } = variants;
  if (level.converged && edge.converged) {
    return partings.length === 0
      ? "Both converged: no event was lost that mattered."
      : "Both converged, though not to the same containers.";
  }
  if (level.converged) {
    return `The list brought the level-triggered kubelet back${lostCountText(partings, edge)}.`;
  }
  if (edge.converged) {
    const whose = "The level-triggered kubelet has not converged at the end";
    return `${whose} (${whyApart(level)}), the edge-triggered one has.`;
  }
  const [ours, theirs] = [whyApart(level), whyApart(edge)];
  return ours === theirs
    ? `Neither has converged at the end: ${ours}.`
    : `Neither has converged at the end: level has ${ours}, edge has ${theirs}.`;
}

/** Of the containers that parted, every event that was lost. */
function lostCountText(partings: readonly ComparedParting[], edge: ComparedRun): string {
  const names = new Set(partings.flatMap(({ name, lost }) => (lost ? [name] : [])));
  const count = edge.records.filter(
    (record) =>
      record.type === "runtimeEvent" &&
      isLost(record) &&
      names.has(displayName(record.namespace, record.pod, record.container)),
  ).length;
  if (count === 0) return "";
  return count === 1
    ? "; one lost event was enough to leave the edge-triggered one behind"
    : `; ${count} lost events left the edge-triggered one behind`;
}

/** `web/app missing, in back-off`, in the words of a run's own table. */
function whyApart({ records, verdict }: ComparedRun): string {
  const waiting = new Set(
    foldLanes(records).lanes.flatMap(({ name, spans }) =>
      spans.at(-1)?.state === "waiting" ? [name] : [],
    ),
  );
  const apart = verdict.rows.flatMap((row) => {
    if (row.verdict === "agrees") return [];
    const name = displayName(row.namespace, row.pod, row.container);
    const isWaiting = row.verdict === "missing" && waiting.has(name);
    return [`${name} ${row.verdict}${isWaiting ? " (in back-off)" : ""}`];
  });
  return listed(apart);
}
