/** The end of a run: declared and actual side by side, the verdict, and what it took. */
import type { VerdictTrace } from "../model/trace.ts";
import { agreementTable } from "./agreement-table.ts";
import type { Glyphs } from "./glyphs.ts";
import type { Lanes, Uptime } from "./lane.ts";
import { type Line, lineWidth, paragraph, span } from "./line.ts";
import { counted, formatTime } from "./times.ts";
import type { View } from "./view.ts";

export function renderVerdict(verdict: VerdictTrace, view: View, lanes: Lanes): readonly Line[] {
  const { glyphs } = view;
  return [
    ...agreementTable(verdict.rows, view, lanes),
    ...(verdict.rows.length > 0 ? [[]] : []),
    ...sentence(verdict, glyphs, view.columns, wentDown(lanes.kubelet)),
    ...paragraph(countersText(verdict, glyphs, lanes.endMs), view.columns, "faint"),
  ];
}

function sentence(
  { agrees, rows }: VerdictTrace,
  glyphs: Glyphs,
  columns: number,
  isKubeletDown: boolean,
): readonly Line[] {
  if (rows.length === 0) return [[span("Nothing is declared and nothing is there.")]];
  const counts = (["missing", "exited", "undeclared", "duplicate"] as const)
    .map((kind) => ({ kind, count: rows.filter(({ verdict }) => verdict === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${kind}`);
  const all = rows.length === 1 ? "The container is" : `All ${rows.length} containers are`;
  const differ = isKubeletDown
    ? "The kubelet is down at the end, and knows of no declaration."
    : `Declared and actual differ: ${counts.join(", ")}.`;
  const text = agrees ? `${all} as declared.` : differ;
  const sign = agrees ? span(`${glyphs.yes} `, "good") : span(`${glyphs.no} `, "bad");
  const indent = span(" ".repeat(lineWidth([sign])));
  return paragraph(text, columns - lineWidth([sign]), "title").map((line, index) => [
    index === 0 ? sign : indent,
    ...line,
  ]);
}

function countersText({ counters }: VerdictTrace, glyphs: Glyphs, endMs: number): string {
  const { lists, creates, removes, events } = counters;
  return [
    `${formatTime(endMs)} simulated`,
    counted(lists, "list call"),
    counted(creates, "create"),
    counted(removes, "remove"),
    counted(events, "event"),
  ].join(glyphs.dot);
}

/** A trace that tells of no kubelet says nothing about it either. */
function wentDown(kubelet: Uptime): boolean {
  return kubelet.some(({ state }) => state === "up") && kubelet.at(-1)?.state === "down";
}
