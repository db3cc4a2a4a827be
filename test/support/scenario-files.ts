/** The scenario files of the repository; one that is new is taken in by itself. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { hostFiles, namedFiles } from "../../src/files/host-files.ts";
import { InputError } from "../../src/model/diagnostic.ts";
import type { TraceRecord } from "../../src/model/trace.ts";
import { type PreparedInput, prepareInput } from "../../src/scenario/prepare.ts";
import { ScenarioPlayer } from "../../src/scenario/run-scenario.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

const folders = ["docs/examples", "test/cases", "test/parity/scenarios"];

export function scenarioFiles(): readonly string[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { encoding: "utf8" }).map((name) => join(folder, name)),
    )
    .filter((path) => path.endsWith(".yaml"))
    .toSorted();
}

/** By the kubernetes model, unless it names another; none of what no model carries out yet. */
export function readScenario(file: string): PreparedInput | undefined {
  const text = readFileSync(file, "utf8");
  const overrides = /^ {2}model:/m.test(text) ? {} : { model: "kubernetes" as const };
  try {
    return prepareInput(parseYaml({ file, text }), { readFile: namedFiles(hostFiles), overrides });
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** Plays it to its end, and stops at each of the moments on its way; they are in order, in ms. */
export function play(input: PreparedInput, cuts: readonly number[] = []): readonly TraceRecord[] {
  const { durationMs } = input.scenario;
  const player = new ScenarioPlayer(input);
  for (const cut of [...cuts, durationMs]) player.advanceTo(Math.min(cut, durationMs));
  player.finish();
  return player.records;
}

/** Of all bytes that a run writes as JSON lines. */
export function digestOf(records: readonly TraceRecord[]): string {
  const hash = createHash("sha256");
  for (const record of records) hash.update(`${JSON.stringify(record)}\n`);
  return hash.digest("hex");
}
