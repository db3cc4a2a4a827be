/** Reads the input, runs it once, and writes what happened in the format that was asked for. */
import type { Inspector } from "../inspect/inspect.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import type { RunOptions } from "../scenario/run-scenario.ts";
import { toJsonArray, toJsonLine } from "../trace/jsonl.ts";
import { paragraph, toText } from "../trace/line.ts";
import { renderRun } from "../trace/render-run.ts";
import { type Flags, overridesOf } from "./flags.ts";
import { headingOf } from "./heading.ts";
import { inspection } from "./inspection.ts";
import { Output, looksOf } from "./output.ts";
import { play, playForText } from "./play.ts";
import { readInput } from "./read-input.ts";

const assumed =
  "each container starts at once, succeeds at its probes and hooks, and runs for ever.";
const otherwise = "--behave or a scenario says otherwise: docs/scenarios.md";
const assumedOfAll = `Taken for granted: ${assumed} ${otherwise}`;
const assumedBeside = `Taken for granted where --behave says nothing: ${assumed}`;

export async function simulate(
  paths: readonly string[],
  flags: Flags,
  command: "run" | "demo" = "run",
): Promise<void> {
  const input = readInput(paths, overridesOf(flags), command);
  const inspected = flags.inspect ? await inspection() : undefined;
  const out = new Output(flags.out);
  await write(out, input, flags, inspected);
  out.end();
  await inspected?.done();
}

async function write(
  out: Output,
  input: PreparedInput,
  flags: Flags,
  inspected: Inspector | undefined,
): Promise<void> {
  const attach: RunOptions = inspected
    ? { attach: (root, now) => inspected.attach(root, now) }
    : {};
  if (flags.output === "jsonl") {
    // Written as it happens and not kept: a trace may be larger than memory.
    const onRecord = (record: TraceRecord): void => out.write(toJsonLine(record));
    await play(input, flags, { onRecord, keepRecords: false, ...attach });
  } else if (flags.output === "json") {
    out.write(toJsonArray(await play(input, flags, attach)));
  } else {
    const records = await playForText(input, flags, attach);
    const { view, paint } = looksOf(flags);
    out.write(headingOf(input.scenario, view, paint));
    out.write(renderRun(records, view, paint));
    if (input.hasScenario) return;
    const text = flags.behave === undefined ? assumedOfAll : assumedBeside;
    out.write(toText(paragraph(text, view.columns, "faint"), paint));
  }
}
