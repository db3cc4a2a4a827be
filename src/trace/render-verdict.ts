/** The end of a run: declared and actual side by side, the verdict, and what it took. */
import { displayName } from "../model/container-key.ts";
import type { VerdictRow, VerdictTrace } from "../model/trace.ts";
import type { Glyphs } from "./glyphs.ts";
import { type Line, type Role, type Span, padEnd, shortenMiddle, span, textWidth } from "./line.ts";
import { counted, formatTime } from "./times.ts";
import type { View } from "./view.ts";

/** Of more rows, those that disagree are shown, and a few of the others. */
const rowsShown = 40;
const agreeingShown = 3;

export function renderVerdict(verdict: VerdictTrace, view: View, endMs: number): readonly Line[] {
  const { glyphs } = view;
  return [
    ...tableLines(verdict.rows, view),
    ...(verdict.rows.length > 0 ? [[]] : []),
    verdictLine(verdict, glyphs),
    countersLine(verdict, glyphs, endMs),
  ];
}

export function verdictLine({ agrees, rows }: VerdictTrace, glyphs: Glyphs): Line {
  if (rows.length === 0) return [span("Nothing is declared and nothing is there.")];
  if (agrees) {
    const what = rows.length === 1 ? "The container is" : `All ${rows.length} containers are`;
    return [span(`${glyphs.yes} `, "good"), span(`${what} as declared.`, "title")];
  }
  const counts = (["missing", "exited", "undeclared", "duplicate"] as const)
    .map((kind) => ({ kind, count: rows.filter(({ verdict }) => verdict === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${kind}`);
  const text = `Declared and actual differ: ${counts.join(", ")}.`;
  return [span(`${glyphs.no} `, "bad"), span(text, "title")];
}

export function countersLine({ counters }: VerdictTrace, glyphs: Glyphs, endMs: number): Line {
  const { lists, creates, removes, events } = counters;
  const parts = [
    `${formatTime(endMs)} simulated`,
    counted(lists, "list"),
    counted(creates, "create"),
    counted(removes, "remove"),
    counted(events, "event"),
  ];
  return [span(parts.join(glyphs.dot), "faint")];
}

interface Cells {
  readonly declared: string;
  readonly source: string;
  readonly actual: Span;
  readonly sign: Span;
  readonly verdict: string;
}

function tableLines(rows: readonly VerdictRow[], view: View): readonly Line[] {
  if (rows.length === 0) return [];
  const { glyphs, columns } = view;
  const shown = choose(rows);
  const cells = shown.map((row) => toCells(row, glyphs));
  const nameMax = Math.floor((columns - 24) / 2);
  const width = (texts: readonly string[]) => Math.max(0, ...texts.map(textWidth));
  const nameWidth = Math.min(
    nameMax,
    width([...cells.map(({ declared }) => declared), "declared"]),
  );
  const sourceWidth = width([...cells.map(({ source }) => source), "by"]);
  const actualWidth = Math.min(
    nameMax,
    width([...cells.map(({ actual }) => actual.text), "actual"]),
  );
  const fit = (text: string, max: number) => shortenMiddle(text, max, glyphs.ellipsis);
  const divider = span(` ${glyphs.divider} `, "faint");
  const lines = cells.map(({ declared, source, actual, sign, verdict }) => [
    ...padEnd([span(fit(declared, nameWidth))], nameWidth + 2),
    ...padEnd([span(source, "faint")], sourceWidth),
    divider,
    ...padEnd([span(fit(actual.text, actualWidth), actual.role)], actualWidth + 2),
    sign,
    span(verdict === "" ? "" : ` ${verdict}`),
  ]);
  const header: Line = [
    ...padEnd([span("DECLARED", "faint")], nameWidth + 2),
    ...padEnd([span("BY", "faint")], sourceWidth),
    divider,
    span("ACTUAL", "faint"),
  ];
  const hidden = rows.length - shown.length;
  const apart = rows.filter((row) => row.verdict !== "agrees" && !shown.includes(row)).length;
  const more = `and ${counted(hidden, "more row")}, ${apart === 0 ? "all" : hidden - apart} of them agreeing`;
  return [header, ...lines, ...(hidden > 0 ? [[span(more, "faint")]] : [])];
}

function choose(rows: readonly VerdictRow[]): readonly VerdictRow[] {
  if (rows.length <= rowsShown) return rows;
  const apart = rows.filter(({ verdict }) => verdict !== "agrees");
  const agreeing = rows.filter(({ verdict }) => verdict === "agrees");
  return [...apart, ...agreeing.slice(0, agreeingShown)].slice(0, rowsShown);
}

function toCells(row: VerdictRow, glyphs: Glyphs): Cells {
  const { source, state, verdict } = row;
  const name = displayName(row.namespace, row.pod, row.container);
  const agrees = verdict === "agrees";
  return {
    declared: source === undefined ? glyphs.none : name,
    source: source === undefined ? "" : source === "api" ? "API" : "file",
    actual: actualSpan(row, name, glyphs),
    sign: agrees ? span(glyphs.yes, "good") : span(glyphs.no, "bad"),
    verdict: agrees ? (state === "Exited" ? "stays so" : "") : verdict,
  };
}

const stateWords = {
  Creating: ["creating", "creating"],
  Running: ["running", "running"],
  Exited: ["exited", "failed"],
} as const satisfies Record<string, readonly [string, Role]>;

function actualSpan(row: VerdictRow, name: string, glyphs: Glyphs): Span {
  const { state, exitCode, source } = row;
  if (state === undefined) return span(glyphs.none, "failed");
  const [word, role] = stateWords[state];
  const shown = state === "Exited" && exitCode !== undefined ? `${word} (${exitCode})` : word;
  // What nobody declares has its name only on this side.
  if (source === undefined) return span(`${name} ${shown}`, "undeclared");
  return span(shown, state === "Exited" && exitCode === 0 ? "faint" : role);
}
