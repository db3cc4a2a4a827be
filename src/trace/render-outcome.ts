/** What came of a comparison: the lost event and its consequence, and both ends side by side. */
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
import {
  type Line,
  type Span,
  padEnd,
  paragraph,
  shortenMiddle,
  span,
  widestOf,
  wrap,
} from "./line.ts";
import { counted, formatTime, toMs } from "./times.ts";
import type { View } from "./view.ts";

const partingsShown = 3;

export function renderOutcome(runs: ComparedRuns, view: View): readonly Line[] {
  const told = runs.partings.slice(0, partingsShown);
  const hidden = runs.partings.length - told.length;
  return [
    ...told.flatMap((parting) => [...storyLines(parting, view), []]),
    ...(hidden > 0
      ? [[span(`They part at ${counted(hidden, "more container")}.`, "faint")], []]
      : []),
    ...tableLines(runs, told, view),
    [],
    ...sentence(runs, view),
  ];
}

/** Cause, and what each of the two made of it. */
function storyLines(parting: ComparedParting, view: View): readonly Line[] {
  const { name, lost, healedAt, t, end } = parting;
  const ends = (variant: VariantName): string => end[variant]?.toLowerCase() ?? "not there";
  const found = `its list of ${formatTime(toMs(t))} shows what is`;
  const level =
    healedAt === undefined ? ends("level") : `running again at ${formatTime(toMs(healedAt))}`;
  const rows: (readonly [string, string])[] = [
    lost
      ? [
          "lost",
          `${lost.event} of ${name} at ${formatTime(toMs(lost.t))} (${String(lost.delivered)})`,
        ]
      : ["lost", `no event of ${name}: the two only act at other times`],
    ["level", lost ? `${found}: ${level}` : `ends ${ends("level")}`],
    [
      "edge",
      lost
        ? `was never told and lists no more: ${ends("edge")} to the end`
        : `ends ${ends("edge")}`,
    ],
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
    ...variantNames.flatMap((variant) => padEnd(cell(variants[variant]), column)),
  ]);
  return [header, ...lines];
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

function sentence({ variants, partings }: ComparedRuns, { columns }: View): readonly Line[] {
  const { level, edge } = variants;
  const lost = partings.find((parting) => parting.lost);
  const text = level.converged
    ? edge.converged
      ? partings.length === 0
        ? "Both converged: no event was lost that mattered."
        : "Both converged, though not to the same containers."
      : `The list brought the level-triggered kubelet back${
          lost ? "; one lost event was enough to leave the edge-triggered one behind" : ""
        }.`
    : edge.converged
      ? "The level-triggered kubelet has not converged at the end, the edge-triggered one has."
      : "Neither has converged at the end.";
  return paragraph(text, columns, "title");
}
