/** Reads the input, runs it once, and writes what happened in the format that was asked for. */
import { AdviceBook, adviceOf } from "../advice/advice.ts";
import { findingJson } from "../advice/advice-json.ts";
import { renderAdvice } from "../advice/render-advice.ts";
import type { Inspector } from "../inspect/inspect.ts";
import { type Moment, renderKubectl } from "../kubectl/views.ts";
import type { TraceRecord } from "../model/trace.ts";
import { judgeAssertions } from "../sample/judge-assertions.ts";
import type { Milestone } from "../sample/milestone.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { toJsonArray, toJsonLine } from "../trace/jsonl.ts";
import { paragraph, toText } from "../trace/line.ts";
import { renderRun } from "../trace/render-run.ts";
import { formatTime } from "../trace/times.ts";
import { tellAsserted } from "./asserted.ts";
import { CallError } from "./call-error.ts";
import { type Flags, overridesOf } from "./flags.ts";
import { headingOf } from "./heading.ts";
import { inspection } from "./inspection.ts";
import { Output, looksOf, refusePageOnTerminal } from "./output.ts";
import { play, playForText } from "./play.ts";
import { type ReadInput, readTexts } from "./read-input.ts";

const granted =
  "each container starts at once, succeeds at its probes and hooks, and runs for ever";
const otherwise = "--behave or a scenario says otherwise: docs/scenarios.md";

export async function simulate(
  paths: readonly string[],
  flags: Flags,
  command: "run" | "demo" = "run",
): Promise<number> {
  const { input, assertions, texts } = readTexts(paths, overridesOf(flags), command, flags.assert);
  const inspected = await inspection(flags);
  const out = new Output(flags.out);
  const happened = await write(out, { input, texts }, flags, inspected);
  const results = judgeAssertions(assertions, happened, input);
  // What a run warns of stands in what was written of it.
  const { scenario } = input;
  const status = tellAsserted({ scenario, results, warnings: [] }, flags, out);
  out.end();
  await inspected?.done();
  return status;
}

/** What happened, beside what is written of it. */
async function write(
  out: Output,
  { input, texts }: Pick<ReadInput, "input" | "texts">,
  flags: Flags,
  inspector: Inspector | undefined,
): Promise<readonly Milestone[]> {
  if (flags.output === "jsonl") {
    // Written as it happens and not kept: a trace may be larger than memory.
    const book = new AdviceBook(input);
    const onRecord = (record: TraceRecord): void => {
      out.write(toJsonLine(record));
      book.see(record);
    };
    const { milestones } = await play(input, flags, { onRecord, keepRecords: false, inspector });
    for (const each of book.advice) out.write(`${JSON.stringify(findingJson(each))}\n`);
    return milestones;
  }
  if (flags.output === "json") {
    const { records, milestones } = await play(input, flags, { inspector });
    out.write(toJsonArray(records, adviceOf(input, records).map(findingJson)));
    return milestones;
  }
  if (flags.output === "html") {
    refusePageOnTerminal(flags);
    const { refuseLongReport, reportHtml } = await import("./report.ts");
    const onRecord = refuseLongReport;
    const { records, milestones } = await play(input, flags, { onRecord, inspector });
    out.write(reportHtml(input.scenario, texts, [{ records }]));
    return milestones;
  }
  const moment = momentOf(input.scenario, flags);
  const { records, milestones } = await playForText(input, flags, { inspector });
  const { show = ["timeline"] } = flags;
  const views = show.map((name) =>
    name === "timeline"
      ? timelineText(input, records, flags)
      : renderKubectl(name, records, moment),
  );
  out.write(views.join("\n"));
  return milestones;
}

function timelineText(input: PreparedInput, records: readonly TraceRecord[], flags: Flags): string {
  const { view, paint } = looksOf(flags);
  const { scenario, hasScenario } = input;
  const text = headingOf(scenario, view, paint) + renderRun(records, view, paint);
  const note = grantedText(input, flags.behave !== undefined);
  const noted = hasScenario ? "" : toText(paragraph(note, view.columns, "faint"), paint);
  const advice = renderAdvice(adviceOf(input, records), view, paint);
  return text + noted + (advice === "" ? "" : `\n${advice}`);
}

function grantedText({ assumed }: PreparedInput, isBehaved: boolean): string {
  const but = assumed.length === 0 ? "" : ", but for those that a note tells of";
  if (isBehaved) return `Taken for granted where --behave says nothing: ${granted}${but}.`;
  return `Taken for granted: ${granted}${but}. ${otherwise}`;
}

/** Before a run, which may take long: that what is asked for can be shown. */
function momentOf({ model, durationMs: endMs }: Scenario, { show, at }: Flags): Moment {
  const asked = show?.find((view) => view !== "timeline");
  if (asked !== undefined && model === "textbook") {
    throw new CallError(`--show ${asked} needs the kubernetes model; the textbook has no API`);
  }
  if (at === undefined) return { endMs };
  if (at <= endMs) return { atMs: at, endMs };
  const [moment, end] = [formatTime(at), formatTime(endMs)];
  throw new CallError(`--at ${moment} is after the end of the run, ${end}; see --until`);
}
