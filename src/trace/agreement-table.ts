/** Declared and actual side by side, a row for each container name. */
import { displayName } from "../model/container-key.ts";
import type { VerdictRow } from "../model/trace.ts";
import type { Glyphs } from "./glyphs.ts";
import type { Lanes } from "./lane.ts";
import { type Line, type Role, type Span, padEnd, shortenMiddle, span, widestOf } from "./line.ts";
import { counted } from "./times.ts";
import type { View } from "./view.ts";

/** Of more rows, those that read alike become one, and those that disagree come first. */
const rowsShown = 20;

interface Cells {
  readonly declared: string;
  readonly source: string;
  readonly actual: Span;
  readonly sign: Span;
  readonly verdict: string;
  readonly agrees: boolean;
  /** How many containers the row stands for. */
  readonly alike: number;
}

/** Missing on purpose: the time to restart has not come. */
function waitingNames({ lanes }: Lanes): ReadonlySet<string> {
  return new Set(
    lanes.filter(({ spans }) => spans.at(-1)?.state === "waiting").map(({ name }) => name),
  );
}

export function agreementTable(
  rows: readonly VerdictRow[],
  view: View,
  lanes: Lanes,
): readonly Line[] {
  const waiting = waitingNames(lanes);
  if (rows.length === 0) return [];
  const { glyphs, columns } = view;
  const all = rows.map((row) => toCells(row, glyphs, waiting));
  const cells = rows.length > rowsShown ? choose(mergeAlike(all)) : all;
  const nameMax = Math.floor((columns - 24) / 2);
  const names = cells.map(({ declared, alike }) => `${declared}${othersText(alike)}`);
  const nameWidth = Math.min(nameMax, widestOf([...names, "declared"]));
  const sourceWidth = widestOf([...cells.map(({ source }) => source), "by"]);
  const actuals = cells.map(({ actual }) => actual.text);
  const actualWidth = Math.min(nameMax, widestOf([...actuals, "actual"]));
  const fit = (text: string, max: number) => shortenMiddle(text, max, glyphs.ellipsis);
  const divider = span(` ${glyphs.divider} `, "faint");
  const lines = cells.map(({ declared, source, actual, sign, verdict, alike }) => [
    ...nameCell(declared, alike, nameWidth, glyphs),
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
  const hidden = rows.length - cells.reduce((sum, { alike }) => sum + alike, 0);
  const more = `and ${counted(hidden, "more row")} (--output jsonl has everything)`;
  return [header, ...lines, ...(hidden > 0 ? [[span(more, "faint")]] : [])];
}

function nameCell(name: string, alike: number, width: number, glyphs: Glyphs): Line {
  const others = othersText(alike);
  const short = shortenMiddle(name, width - others.length, glyphs.ellipsis);
  return padEnd([span(short), span(others, "faint")], width + 2);
}

function othersText(alike: number): string {
  return alike > 1 ? ` +${alike - 1}` : "";
}

/** What nobody declares keeps its own row, for its name is all there is to say of it. */
function mergeAlike(all: readonly Cells[]): readonly Cells[] {
  const merged = new Map<string, Cells>();
  for (const cells of all) {
    const { source, actual, verdict } = cells;
    const text = [source, actual.text, verdict].join(" ");
    const known = merged.get(text);
    merged.set(text, known ? { ...known, alike: known.alike + 1 } : cells);
  }
  return [...merged.values()];
}

function choose(cells: readonly Cells[]): readonly Cells[] {
  const apart = cells.filter(({ agrees }) => !agrees);
  return [...apart, ...cells.filter(({ agrees }) => agrees)].slice(0, rowsShown);
}

function toCells(row: VerdictRow, glyphs: Glyphs, waiting: ReadonlySet<string>): Cells {
  const { source, state, verdict } = row;
  const name = displayName(row.namespace, row.pod, row.container);
  const agrees = verdict === "agrees";
  return {
    declared: source === undefined ? glyphs.none : name,
    source: source === undefined ? "" : source === "api" ? "API" : "file",
    actual: actualSpan(row, name, glyphs),
    sign: agrees ? span(glyphs.yes, "good") : span(glyphs.no, "bad"),
    verdict: agrees
      ? state === "Exited"
        ? "stays so"
        : ""
      : `${verdict}${verdict === "missing" && waiting.has(name) ? ", in back-off" : ""}`,
    agrees,
    alike: 1,
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
