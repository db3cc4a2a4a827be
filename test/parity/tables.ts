/** The tables of a compared run, for the pages that are made of the results. */
import type { Row } from "./compare.ts";
import { matches } from "./compare.ts";
import { type Mapping, isOf, mappingOf, recordingOf, scenarioNames } from "./folder.ts";
import type { RecordedRun } from "./read-trace.ts";
import { type RunResult, type ScenarioResult, readResult } from "./results.ts";

/** A scenario that was played, with what came out. */
export interface Played {
  readonly name: string;
  readonly mapping: Mapping;
  readonly result: ScenarioResult;
}

export function playedScenarios(): readonly Played[] {
  return scenarioNames().flatMap((name): Played[] => {
    const result = readResult(name);
    return result ? [{ name, mapping: mappingOf(name), result }] : [];
  });
}

/** Of each run what `rowsOf` chooses; a run of which nothing is left is not told. */
export function runTables(
  { mapping, result }: Played,
  rowsOf: (rows: readonly Row[]) => readonly Row[],
): readonly string[] {
  const { runs } = recordingOf(mapping.trace);
  return result.runs.flatMap((part) => {
    const run = runs[part.index];
    const rows = rowsOf(part.rows);
    if (run === undefined || rows.length + part.surplus.length === 0) return [];
    return [runTable(mapping, run, { ...part, rows }, result.seeds, part.rows.length)];
  });
}

function runTable(
  mapping: Mapping,
  run: RecordedRun,
  { rows, surplus }: RunResult,
  seeds: number,
  all: number,
): string {
  const cut = mapping.until.find((pattern) => isOf(pattern, run));
  const note = cut ? ["", `Compared until ${seconds(cut.t)} s: ${cut.why}.`] : [];
  const misfits = rows.filter(({ fits }) => !fits).length;
  const fitting = misfits === 0 ? "all fit" : `${misfits} of ${all} do not fit`;
  const kept = run.timeline.length === 0 ? ", starts and exits" : "";
  const title = `### ${run.pod}, ${run.kubernetes}${kept}: ${fitting}`;
  const table =
    rows.length === 0
      ? []
      : [
          "",
          "| milestone | real | interval | error | |",
          "| --- | --- | --- | --- | --- |",
          ...rows.map((row) => rowLine(mapping, run, row, seeds)),
        ];
  const more = surplus.map(({ name, earliest, latest, found }) => {
    const why = reasonFor(mapping, run, { name, t: latest }) ?? "**no reason yet**";
    const span = `${seconds(earliest)} – ${seconds(latest)}`;
    return `- ${code(name)}, ${span}, in ${found} seeds: ${why}`;
  });
  const extra = more.length === 0 ? [] : ["", "Only in the simulation:", "", ...more];
  return [title, ...note, ...table, ...extra].join("\n");
}

function rowLine(mapping: Mapping, run: RecordedRun, row: Row, seeds: number): string {
  const { name, t, earliest, latest, found, error, swapped, fits } = row;
  const interval =
    earliest === undefined || latest === undefined
      ? "not found"
      : `${seconds(earliest)} – ${seconds(latest)}`;
  const share = found > 0 && found < seeds ? `found in ${found} of ${seeds}` : "";
  const order = swapped === undefined ? "" : `always before ${code(swapped)}`;
  const why = fits ? "" : (reasonFor(mapping, run, row) ?? "**no reason yet**");
  const notes = [share, order, why].filter((note) => note !== "").join("; ");
  return `| ${code(name)} | ${seconds(t)} | ${interval} | ${error === 0 ? "0" : seconds(error)} | ${notes} |`;
}

/** Why the mapping says that this does not fit, or is only in the simulation. */
export function reasonFor(
  { reasons }: Mapping,
  run: RecordedRun,
  { name, t }: Pick<Row, "name" | "t">,
): string | undefined {
  return reasons.find(
    (reason) => isOf(reason, run) && matches(reason.milestone, name) && t >= reason.from,
  )?.why;
}

function seconds(t: number): string {
  return t.toFixed(t < 100 ? 2 : 1);
}

function code(text: string): string {
  return `\`${cell(text.length > 160 ? `${text.slice(0, 157)}…` : text).replaceAll("`", "'")}\``;
}

export function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
