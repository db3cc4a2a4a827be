/** The results of `npm run parity` as files, one for each scenario, from which the page is made. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import type { Comparison, Row, Surplus } from "./compare.ts";
import { mappingOf, recordingText, scenarioText } from "./folder.ts";

export interface RunResult extends Comparison {
  /** The place of the run in its recording. */
  readonly index: number;
}

export interface ScenarioResult {
  /** Of the scenario and the recording that were compared. */
  readonly inputs: string;
  readonly seeds: number;
  /** By minor, then by seed: what those that are checked again have to bring. */
  readonly digests: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly runs: readonly RunResult[];
}

/** Arrays, because the names of fields would be most of the file. */
type RowInFile = readonly [
  name: string,
  t: number,
  earliest: number | null,
  latest: number | null,
  found: number,
  fits: 0 | 1,
  swapped?: string,
];
type SurplusInFile = readonly [name: string, earliest: number, latest: number, found: number];

interface RunInFile {
  readonly index: number;
  readonly rows: readonly RowInFile[];
  readonly surplus: readonly SurplusInFile[];
}

const fileOf = (name: string) => new URL(`./results/${name}.json`, import.meta.url);

export function readResult(name: string): ScenarioResult | undefined {
  if (!existsSync(fileOf(name))) return undefined;
  const file = JSON.parse(readFileSync(fileOf(name), "utf8")) as Omit<ScenarioResult, "runs"> & {
    readonly runs: readonly RunInFile[];
  };
  const runs = file.runs.map(({ index, rows, surplus }) => ({
    index,
    rows: rows.map(toRow),
    surplus: surplus.map(toSurplus),
  }));
  return { ...file, runs };
}

export function writeResult(name: string, result: ScenarioResult): void {
  writeFileSync(fileOf(name), textOf(result));
}

export function removeResult(name: string): void {
  rmSync(fileOf(name));
}

/** The names of all that are kept. */
export function resultNames(): readonly string[] {
  return readdirSync(new URL("./results/", import.meta.url))
    .map((file) => file.replace(".json", ""))
    .toSorted();
}

/** One line a row, so that a change of one shows as such. */
function textOf({ runs, ...head }: ScenarioResult): string {
  const list = (items: readonly string[]) =>
    items.length === 0 ? "[]" : `[\n      ${items.join(",\n      ")}\n    ]`;
  const texts = runs.map(({ index, rows, surplus }) => {
    const rowTexts = rows.map((row) => JSON.stringify(fromRow(row)));
    const surplusTexts = surplus.map(({ name, earliest, latest, found }) =>
      JSON.stringify([name, earliest, latest, found]),
    );
    return `  {
    "index": ${index},
    "rows": ${list(rowTexts)},
    "surplus": ${list(surplusTexts)}
  }`;
  });
  const { inputs, seeds, digests } = head;
  return `{
"inputs": ${JSON.stringify(inputs)},
"seeds": ${seeds},
"digests": ${JSON.stringify(digests)},
"runs": [
${texts.join(",\n")}
]
}
`;
}

function fromRow(row: Row): RowInFile {
  const { name, t, earliest, latest, found, fits, swapped } = row;
  const told = [name, t, earliest ?? null, latest ?? null, found, fits ? 1 : 0] as const;
  return swapped === undefined ? told : [...told, swapped];
}

function toRow([name, t, earliest, latest, found, fits, swapped]: RowInFile): Row {
  const isKnown = earliest !== null && latest !== null;
  return {
    name,
    t,
    found,
    ...(isKnown ? { earliest, latest } : {}),
    error: isKnown ? Math.round(Math.max(0, earliest - t, t - latest) * 1000) / 1000 : 0,
    fits: fits === 1,
    ...(swapped === undefined ? {} : { swapped }),
  };
}

function toSurplus([name, earliest, latest, found]: SurplusInFile): Surplus {
  return { name, earliest, latest, found };
}

/** What a result rests on, beside the program. The reasons are read when the page is made. */
export function inputsOf(name: string): string {
  const mapping = mappingOf(name);
  const rules = JSON.stringify({ ...mapping, reasons: [] });
  const texts = [scenarioText(name), rules, recordingText(mapping.trace)];
  return createHash("sha256").update(texts.join("\0")).digest("hex").slice(0, 16);
}
