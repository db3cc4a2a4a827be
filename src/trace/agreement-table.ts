/** Declared and actual side by side, a row for each container name. */
import { displayName } from "../model/container-key.ts";
import type { VerdictRow } from "../model/trace.ts";
import type { Glyphs } from "./glyphs.ts";
import type { Lanes } from "./lanes.ts";
import { type Line, type Role, type Span, padEnd, shortenMiddle, span, textWidth } from "./line.ts";
import { counted } from "./times.ts";
import type { View } from "./view.ts";

/** Of more rows, those that disagree are shown, and a few of the others. */
const rowsShown = 40;
const agreeingShown = 3;

interface Cells {
  readonly declared: string;
  readonly source: string;
  readonly actual: Span;
  readonly sign: Span;
  readonly verdict: string;
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
  const shown = choose(rows);
  const cells = shown.map((row) => toCells(row, glyphs, waiting));
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
  const agreeing = apart === 0 ? "all" : hidden - apart;
  const more = `and ${counted(hidden, "more row")}, ${agreeing} of them agreeing`;
  return [header, ...lines, ...(hidden > 0 ? [[span(more, "faint")]] : [])];
}

function choose(rows: readonly VerdictRow[]): readonly VerdictRow[] {
  if (rows.length <= rowsShown) return rows;
  const apart = rows.filter(({ verdict }) => verdict !== "agrees");
  const agreeing = rows.filter(({ verdict }) => verdict === "agrees");
  return [...apart, ...agreeing.slice(0, agreeingShown)].slice(0, rowsShown);
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
