/** Reads the input, runs it once, and writes what happened in the format that was asked for. */
import type { TraceRecord } from "../model/trace.ts";
import type { Overrides, PreparedInput } from "../scenario/prepare.ts";
import { type RunOptions, runScenario } from "../scenario/run-scenario.ts";
import { toJsonArray, toJsonLine } from "../trace/jsonl.ts";
import { renderRun } from "../trace/render-run.ts";
import { exitStatus } from "./call-error.ts";
import type { OutputOptions } from "./flags.ts";
import { headingOf } from "./heading.ts";
import type { Inspector } from "../inspect/inspect.ts";
import { inspection } from "./inspection.ts";
import { Output, looksOf } from "./output.ts";
import { readInput } from "./read-input.ts";

export interface SimulateOptions {
  readonly paths: readonly string[];
  readonly overrides: Overrides;
  readonly output: OutputOptions;
  readonly inspect: boolean;
}

export async function simulate(options: SimulateOptions): Promise<number> {
  const { paths, overrides, output, inspect } = options;
  const input = readInput(paths, overrides);
  const inspected = inspect ? await inspection() : undefined;
  const out = new Output(output.file);
  write(out, input, output, inspected);
  out.end();
  await inspected?.done();
  return exitStatus.ok;
}

function write(
  out: Output,
  input: PreparedInput,
  output: OutputOptions,
  inspected: Inspector | undefined,
): void {
  const attach: RunOptions = inspected
    ? { attach: (root, now) => inspected.attach(root, now) }
    : {};
  if (output.format === "jsonl") {
    // Written as it happens and not kept: a trace may be larger than memory.
    const onRecord = (record: TraceRecord): void => out.write(toJsonLine(record));
    runScenario(input, { onRecord, keepRecords: false, ...attach });
    return;
  }
  const { records } = runScenario(input, attach);
  if (output.format === "json") return out.write(toJsonArray(records));
  const { view, paint } = looksOf(output);
  out.write(headingOf(input.scenario, view, paint));
  out.write(renderRun(records, view, paint));
}
