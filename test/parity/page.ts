/** Makes docs/parity.md of the results. */
import type { Row } from "./compare.ts";
import { matches, tolerance } from "./compare.ts";
import {
  type Mapping,
  isMeant,
  isOf,
  mappingOf,
  recordingOf,
  scenarioNames,
  traceNames,
} from "./folder.ts";
import { pollSeconds } from "./milestone.ts";
import type { RecordedRun } from "./read-trace.ts";
import { type RunResult, type ScenarioResult, readResult } from "./results.ts";

interface Played {
  readonly name: string;
  readonly mapping: Mapping;
  readonly result: ScenarioResult;
}

export function parityPage(): string {
  const played = scenarioNames().flatMap((name): Played[] => {
    const result = readResult(name);
    return result ? [{ name, mapping: mappingOf(name), result }] : [];
  });
  return `${[heading(played), summary(played), ...played.map(section), rest(played)].join("\n\n")}\n`;
}

function heading(played: readonly Played[]): string {
  const runs = played.flatMap(({ result }) => result.runs).length;
  const { fitting, explained, open } = countsOf(played);
  const total = fitting + explained + open;
  const seeds = Math.max(0, ...played.map(({ result }) => result.seeds));
  return `# Parity with real kubelets

Recordings of real kubelets (1.32, 1.34, 1.35 and 1.36 on a real containerd) beside simulations
with the same manifests, behaviour and latencies of calls, over ${seeds} seeds each. ${runs}
recorded runs have ${total} milestones: starts, exits and their codes, signals, hooks, results of
probes, Events with their texts, and each change of a status.

**${fitting} of ${total} fit.** ${explained} do not and have a reason below; ${open} do not and have
none yet.

A milestone fits where the simulation has it, not always after one that was before it in the
recording, and its time lies in the seeds' \`[earliest, latest]\` ± ${tolerance} s. What only a poll
saw may have happened ${pollSeconds} s earlier. The last column tells in how many seeds it is found,
where that is not all; *error* is the distance to the interval in seconds. How recordings and
scenarios are read: [test/parity](../test/parity/README.md). \`npm run parity\` makes this page.`;
}

interface Counts {
  readonly fitting: number;
  readonly explained: number;
  readonly open: number;
}

function countsOf(played: readonly Played[]): Counts {
  let [fitting, explained, open] = [0, 0, 0];
  for (const { mapping, result } of played) {
    for (const { index, rows } of result.runs) {
      const run = recordingOf(mapping.trace).runs[index];
      for (const row of rows) {
        if (row.fits) fitting++;
        else if (run && reasonFor(mapping, run, row)) explained++;
        else open++;
      }
    }
  }
  return { fitting, explained, open };
}

function summary(played: readonly Played[]): string {
  const lines = played.map((one) => {
    const { fitting, explained, open } = countsOf([one]);
    const { name, mapping, result } = one;
    const minors = Object.keys(result.digests).join(", ");
    const total = fitting + explained + open;
    const { title } = recordingOf(mapping.trace);
    const link = `[${name}](#${anchorOf(name)})`;
    const all = `${result.runs.length} | ${fitting}/${total} | ${explained} | ${open}`;
    return `| ${link} | ${cell(title)} | ${minors} | ${all} |`;
  });
  return [
    "| scenario | what happens | versions | runs | fit | explained | open |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}

function section({ name, mapping, result }: Played): string {
  const { runs } = recordingOf(mapping.trace);
  const parts = result.runs.map((part) => {
    const run = runs[part.index];
    return run ? runSection(mapping, run, part, result.seeds) : "";
  });
  return [`## ${name}`, ...parts].join("\n\n");
}

function runSection(
  mapping: Mapping,
  run: RecordedRun,
  { rows, surplus }: RunResult,
  seeds: number,
): string {
  const cut = mapping.until.find((pattern) => isOf(pattern, run));
  const note = cut ? ["", `Compared until ${seconds(cut.t)} s: ${cut.why}.`] : [];
  const misfits = rows.filter(({ fits }) => !fits).length;
  const fitting = misfits === 0 ? "all fit" : `${misfits} of ${rows.length} do not fit`;
  const title = `### ${run.pod}, ${run.kubernetes}${run.timeline.length === 0 ? ", starts and exits" : ""}: ${fitting}`;
  const table = [
    "| milestone | real | interval | error | |",
    "| --- | --- | --- | --- | --- |",
    ...rows.map((row) => rowLine(mapping, run, row, seeds)),
  ];
  const more = surplus.map(({ name, earliest, latest, found }) => {
    const why = reasonFor(mapping, run, { name }) ?? "no reason yet";
    const span = `${seconds(earliest)} – ${seconds(latest)}`;
    return `- ${code(name)}, ${span}, in ${found} seeds: ${why}`;
  });
  const extra = more.length === 0 ? [] : ["", "Only in the simulation:", "", ...more];
  return [title, ...note, "", ...table, ...extra].join("\n");
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

function rest(played: readonly Played[]): string {
  const lines = traceNames().flatMap((trace) =>
    recordingOf(trace).runs.flatMap((run, index) => {
      const mappings = played.filter(({ mapping }) => mapping.trace === trace);
      const isPlayed = mappings.some(({ result }) =>
        result.runs.some((other) => other.index === index),
      );
      if (isPlayed) return [];
      const why = mappings
        .filter(({ mapping }) => isMeant(mapping, run))
        .flatMap(({ mapping }) => mapping.notCompared)
        .find((pattern) => isOf(pattern, run))?.why;
      return [`| ${trace} | ${run.pod} | ${cell(run.kubernetes)} | ${why ?? "no scenario yet"} |`];
    }),
  );
  if (lines.length === 0) return "## Not compared\n\nNone.";
  const head = ["| recording | pod | version | why |", "| --- | --- | --- | --- |"];
  return ["## Not compared", "", ...head, ...lines].join("\n");
}

function reasonFor(
  { reasons }: Mapping,
  run: RecordedRun,
  { name, t = Infinity }: Pick<Row, "name"> & { readonly t?: number },
): string | undefined {
  return reasons.find(
    (reason) => isOf(reason, run) && matches(reason.milestone, name) && t >= reason.from,
  )?.why;
}

function anchorOf(name: string): string {
  return name.toLowerCase();
}

function seconds(t: number): string {
  return t.toFixed(t < 100 ? 2 : 1);
}

function code(text: string): string {
  return `\`${cell(text.length > 160 ? `${text.slice(0, 157)}…` : text).replaceAll("`", "'")}\``;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
