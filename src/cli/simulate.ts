/** Reads the input, runs it once, and writes what happened in the format that was asked for. */
import type { Inspector } from "../inspect/inspect.ts";
import type { TraceRecord } from "../model/trace.ts";
import { judgeAssertions } from "../sample/judge-assertions.ts";
import { MilestoneBook } from "../sample/milestones.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import type { RunOptions } from "../scenario/run-scenario.ts";
import { toJsonArray, toJsonLine } from "../trace/jsonl.ts";
import { paragraph, toText } from "../trace/line.ts";
import { renderRun } from "../trace/render-run.ts";
import { tellAsserted } from "./asserted.ts";
import { type Flags, overridesOf } from "./flags.ts";
import { headingOf } from "./heading.ts";
import { inspection } from "./inspection.ts";
import { Output, looksOf } from "./output.ts";
import { play, playForText } from "./play.ts";
import { readTexts } from "./read-input.ts";

const assumed =
  "each container starts at once, succeeds at its probes and hooks, and runs for ever.";
const otherwise = "--behave or a scenario says otherwise: docs/scenarios.md";
const assumedOfAll = `Taken for granted: ${assumed} ${otherwise}`;
const assumedBeside = `Taken for granted where --behave says nothing: ${assumed}`;

export async function simulate(
  paths: readonly string[],
  flags: Flags,
  command: "run" | "demo" = "run",
): Promise<number> {
  const { input, assertions } = readTexts(paths, overridesOf(flags), command, flags.assert);
  const inspected = flags.inspect ? await inspection() : undefined;
  const out = new Output(flags.out);
  const book = new MilestoneBook();
  await write(out, input, flags, inspected, book);
  const results = judgeAssertions(assertions, book.milestones, input);
  const status = tellAsserted({ scenario: input.scenario, results }, flags, out);
  out.end();
  await inspected?.done();
  return status;
}

async function write(
  out: Output,
  input: PreparedInput,
  flags: Flags,
  inspected: Inspector | undefined,
  book: MilestoneBook,
): Promise<void> {
  const attach: RunOptions = inspected
    ? { attach: (root, now) => inspected.attach(root, now) }
    : {};
  if (flags.output === "jsonl") {
    // Written as it happens and not kept: a trace may be larger than memory.
    const onRecord = (record: TraceRecord): void => {
      out.write(toJsonLine(record));
      book.see(record);
    };
    await play(input, flags, { onRecord, keepRecords: false, ...attach });
  } else if (flags.output === "json") {
    const records = await play(input, flags, attach);
    for (const record of records) book.see(record);
    out.write(toJsonArray(records));
  } else {
    const records = await playForText(input, flags, attach);
    for (const record of records) book.see(record);
    const { view, paint } = looksOf(flags);
    out.write(headingOf(input.scenario, view, paint));
    out.write(renderRun(records, view, paint));
    if (input.hasScenario) return;
    const text = flags.behave === undefined ? assumedOfAll : assumedBeside;
    out.write(toText(paragraph(text, view.columns, "faint"), paint));
  }
}
