/** Reads the parts of a sweep, and writes the whole. */
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { renderSweep } from "../compare/render-sweep.ts";
import { type NamedSweep, mergeSweeps, missingSeeds, spansText } from "../compare/sweep.ts";
import { parseSweep, sweepAsJson } from "../compare/sweep-json.ts";
import { reasonOf } from "../files/system-error.ts";
import { span, toText } from "../trace/line.ts";
import { CallError } from "./call-error.ts";
import type { MergeFlags } from "./merge.ts";
import { Output, looksOf, tell } from "./output.ts";

export function mergeParts(paths: readonly string[], flags: MergeFlags): void {
  const files = [...new Set(paths.flatMap(filesAt))];
  const parts = files.map((file): NamedSweep => ({ file, sweep: parseSweep(read(file), file) }));
  const whole = mergeSweeps(parts);
  const out = new Output(flags.out);
  if (flags.output === "json") out.write(sweepAsJson(whole));
  else {
    const { view, paint } = looksOf(flags);
    const seeds = spansText(whole.cells[0]?.seeds ?? []);
    out.write(toText([[span(whole.scenario, "title"), span(`  seeds ${seeds}`)], []], paint));
    out.write(renderSweep(whole, view, paint));
  }
  out.end();
  const gaps = missingSeeds(whole);
  if (gaps.length === 0) return;
  const { from, to } = whole.seeds;
  tell(`note: of the seeds ${from} to ${to} no file has ${spansText(gaps)}`);
}

function filesAt(path: string): readonly string[] {
  return reading(path, () => {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => name.endsWith(".json"));
    if (names.length === 0) throw new CallError(`no .json file in \`${path}\``);
    return names.toSorted().map((name) => join(path, name));
  });
}

function read(file: string): string {
  return reading(file, () => readFileSync(file, "utf8"));
}

function reading<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof CallError || !(error instanceof Error)) throw error;
    throw new CallError(`\`${path}\` cannot be read: ${reasonOf(error)}`);
  }
}
