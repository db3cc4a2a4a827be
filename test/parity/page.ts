/** Makes docs/parity.md and docs/parity/NAME.md of the results. */
import { tolerance } from "./compare.ts";
import { isMeant, isOf, mappingOf, recordingOf, scenarioNames, traceNames } from "./folder.ts";
import { pollSeconds } from "./milestone.ts";
import { type Played, cell, playedScenarios, reasonFor, runTables } from "./tables.ts";

/** Texts by path. */
export function parityPages(): ReadonlyMap<string, string> {
  const played = playedScenarios();
  return new Map([
    ["docs/parity.md", overview(played)],
    ...played.map((one) => [pathOf(one), wholePage(one)] as const),
  ]);
}

/** Where the pages of scenarios lie. */
export const pagesFolder = "docs/parity";

function pathOf({ name }: Played): string {
  return `${pagesFolder}/${name}.md`;
}

/** Every milestone of one scenario. */
function wholePage(played: Played): string {
  const { name, mapping, result } = played;
  const { title } = recordingOf(mapping.trace);
  const head = `# ${name}

${title}.

[The scenario](../../test/parity/scenarios/${name}.yaml) over ${result.seeds} seeds beside
[the recording](../../test/parity/traces/${mapping.trace}.yaml). What the columns mean, and what a
fit is: [parity](../parity.md).`;
  return `${[head, ...runTables(played, (rows) => rows)].join("\n\n")}\n`;
}

function overview(played: readonly Played[]): string {
  const sections = played.flatMap((one) => {
    const tables = runTables(one, (rows) => rows.filter(({ fits }) => !fits));
    return tables.length === 0 ? [] : [`## ${one.name}`, ...tables];
  });
  return `${[heading(played), summary(played), ...sections, rest(played)].join("\n\n")}\n`;
}

function heading(played: readonly Played[]): string {
  const runs = played.flatMap(({ result }) => result.runs).length;
  const { fitting, explained, open, more, moreOpen } = countsOf(played);
  const total = fitting + explained + open;
  const seeds = Math.max(0, ...played.map(({ result }) => result.seeds));
  return `# Parity with real kubelets

Recordings of real kubelets (1.32, 1.34, 1.35 and 1.36 on a real containerd) beside simulations
with the same manifests, behaviour and latencies of calls, over ${seeds} seeds each. ${runs}
recorded runs have ${total} milestones: starts, exits and their codes, signals, hooks, results of
probes, Events with their texts, and each change of a status.

**${fitting} of ${total} fit.** ${explained} do not and have a reason below; ${open} do not and have
none yet. ${more + moreOpen} are in every seed and not in the recording; ${moreOpen} of them have no
reason.

A milestone fits where the simulation has it, not always after one that was before it in the
recording, and its time lies in the seeds' \`[earliest, latest]\` ± ${tolerance} s. What only a poll
saw may have happened ${pollSeconds} s earlier. The last column tells in how many seeds it is found,
where that is not all; *error* is the distance to the interval in seconds. How recordings and
scenarios are read: [test/parity](../test/parity/README.md). \`npm run parity\` makes this page,
which shows what does not fit, and the page of each scenario, which shows everything.`;
}

interface Counts {
  readonly fitting: number;
  readonly explained: number;
  readonly open: number;
  /** Only in the simulation, with a reason and without. */
  readonly more: number;
  readonly moreOpen: number;
}

function countsOf(played: readonly Played[]): Counts {
  const counts = { fitting: 0, explained: 0, open: 0, more: 0, moreOpen: 0 };
  for (const { mapping, result } of played) {
    for (const { index, rows, surplus } of result.runs) {
      const run = recordingOf(mapping.trace).runs[index];
      for (const row of rows) {
        if (row.fits) counts.fitting++;
        else if (run && reasonFor(mapping, run, row)) counts.explained++;
        else counts.open++;
      }
      for (const { name, latest: t } of surplus) {
        if (run && reasonFor(mapping, run, { name, t })) counts.more++;
        else counts.moreOpen++;
      }
    }
  }
  return counts;
}

function summary(played: readonly Played[]): string {
  const lines = played.map((one) => {
    const { fitting, explained, open } = countsOf([one]);
    const { name, mapping, result } = one;
    const minors = Object.keys(result.digests).join(", ");
    const total = fitting + explained + open;
    const { title } = recordingOf(mapping.trace);
    const link = `[${name}](parity/${name}.md)`;
    const all = `${result.runs.length} | ${fitting}/${total} | ${explained} | ${open}`;
    return `| ${link} | ${cell(title)} | ${minors} | ${all} |`;
  });
  return [
    "| scenario | what happens | versions | runs | fit | explained | open |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}

function rest(played: readonly Played[]): string {
  const mappings = scenarioNames().map(mappingOf);
  const lines = traceNames().flatMap((trace) =>
    recordingOf(trace).runs.flatMap((run, index) => {
      const isPlayed = played.some(
        ({ mapping, result }) =>
          mapping.trace === trace && result.runs.some((other) => other.index === index),
      );
      if (isPlayed) return [];
      const why = mappings
        .filter((mapping) => mapping.trace === trace && isMeant(mapping, run))
        .flatMap(({ notCompared }) => notCompared)
        .find((pattern) => isOf(pattern, run))?.why;
      return [`| ${trace} | ${run.pod} | ${cell(run.kubernetes)} | ${why ?? "no scenario yet"} |`];
    }),
  );
  if (lines.length === 0) return "## Not compared\n\nNone.";
  const head = ["| recording | pod | version | why |", "| --- | --- | --- | --- |"];
  return ["## Not compared", "", ...head, ...lines].join("\n");
}
