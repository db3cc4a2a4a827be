/** Kubelets on one world, in one screen: their lanes side by side, where they part, and the end. */
import type { TraceRecord } from "../model/trace.ts";
import { foldLanes } from "../trace/lanes.ts";
import { type Line, type Paint, clip, paragraph, toText } from "../trace/line.ts";
import { pairedLanes } from "../trace/paired-lanes.ts";
import { counted, toMs } from "../trace/times.ts";
import type { View } from "../trace/view.ts";
import { apartInBins, meanApart } from "./bins.ts";
import type { Comparison } from "./compare.ts";
import { differenceText } from "./difference.ts";
import { divergenceChart } from "./divergence-chart.ts";
import { tableLines } from "./render-outcome.ts";
import { storyLines } from "./render-stories.ts";

/** `shownMs`: the lanes end with the scenario, though the comparison may go on. */
export function renderComparison(
  comparison: Comparison,
  shownMs: number,
  view: View,
  paint: Paint,
): string {
  const results = Object.values(comparison.variants);
  const partings = comparison.partings.map(({ name, t }) => [name, t] as const);
  const picture = pairedLanes(
    {
      words: results.map(({ name }) => name),
      lanes: results.map(({ records }) => foldLanes(until(records, shownMs))),
      // Of several variants the first that parts is pointed at.
      partings: new Map(partings.toReversed().filter(([, t]) => toMs(t) <= shownMs)),
      where: " (--output json has everything)",
    },
    view,
  );
  const lines = [
    ...picture,
    [],
    ...storyLines(comparison, view),
    ...tableLines(comparison, view),
    [],
    ...chartLines(comparison, view),
    ...paragraph(differenceText(comparison), view.columns, "title"),
  ];
  return toText(
    lines.map((line) => clip(line, view.columns)),
    paint,
  );
}

function until(records: readonly TraceRecord[], shownMs: number): readonly TraceRecord[] {
  const last = records.at(-1);
  if (last === undefined || toMs(last.t) <= shownMs) return records;
  const shown = records.filter(({ t }) => toMs(t) <= shownMs);
  return [...shown, { ...last, t: shownMs / 1000, seq: shown.length + 1 }];
}

function chartLines({ variants }: Comparison, view: View): readonly Line[] {
  const results = Object.values(variants);
  const endMs = Math.max(0, ...results.map(({ records }) => toMs(records.at(-1)?.t ?? 0)));
  if (endMs === 0 || results.every(({ divergence }) => divergence.length === 0)) return [];
  const rows = results.map(({ name, divergence }) => ({
    name,
    values: meanApart(apartInBins(divergence, endMs), 1, endMs),
    note: `${counted(Math.max(0, ...divergence.map(([, apart]) => apart)), "container")} at most`,
  }));
  return [...divergenceChart(rows, endMs, "containers apart", view), []];
}
