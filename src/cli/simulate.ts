/** Reads the input, runs it once, and writes what happened in the format that was asked for. */
import type { Inspector } from "../inspect/inspect.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { type RunOptions, runScenario } from "../scenario/run-scenario.ts";
import { toJsonArray, toJsonLine } from "../trace/jsonl.ts";
import { renderRun } from "../trace/render-run.ts";
import { type Flags, overridesOf } from "./flags.ts";
import { headingOf } from "./heading.ts";
import { inspection } from "./inspection.ts";
import { Output, looksOf } from "./output.ts";
import { readInput } from "./read-input.ts";

export async function simulate(paths: readonly string[], flags: Flags): Promise<void> {
  const input = readInput(paths, overridesOf(flags));
  const inspected = flags.inspect ? await inspection() : undefined;
  const out = new Output(flags.out);
  write(out, input, flags, inspected);
  out.end();
  await inspected?.done();
}

function write(
  out: Output,
  input: PreparedInput,
  flags: Flags,
  inspected: Inspector | undefined,
): void {
  const attach: RunOptions = inspected
    ? { attach: (root, now) => inspected.attach(root, now) }
    : {};
  if (flags.output === "jsonl") {
    // Written as it happens and not kept: a trace may be larger than memory.
    const onRecord = (record: TraceRecord): void => out.write(toJsonLine(record));
    runScenario(input, { onRecord, keepRecords: false, ...attach });
    return;
  }
  const { records } = runScenario(input, attach);
  if (flags.output === "json") return out.write(toJsonArray(records));
  const { view, paint } = looksOf(flags);
  out.write(headingOf(input.scenario, view, paint));
  out.write(renderRun(records, view, paint));
}
