/** A run as one HTML file, or two next to each other: the page, and in it their whole traces. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { TraceRecord } from "../model/trace.ts";
import type { InputTexts } from "../scenario/input-texts.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { formatTime, toMs } from "../trace/times.ts";
import { pageHtml } from "../web/page-html.ts";
import { type TraceData, encodeRun } from "../web/run-data.ts";
import { CallError } from "./call-error.ts";

/** More of them are slow to open, and near to what one string of JavaScript can hold. */
const mostRecords = 500_000;

export function reportHtml(
  { title, name }: Scenario,
  texts: InputTexts,
  traces: readonly TraceData[],
): string {
  const { sources, named, overrides } = texts;
  const run = encodeRun({ texts: { sources, named, overrides }, traces });
  return pageHtml({ ...pageParts("page.js"), title: title ?? name, run });
}

/** To be called for each record while a run goes on, which may take long. */
export function refuseLongReport({ seq, t }: TraceRecord): void {
  if (seq <= mostRecords) return;
  const when = formatTime(toMs(t));
  throw new CallError(
    `--output html holds ${mostRecords} records at most, and this run has more by ${when}; ` +
      "use a shorter --until, or --output jsonl",
  );
}

/** The parts of the page that the build makes. */
export function pageParts(script: "page.js" | "live.js" | "viewer.js") {
  const read = (part: string): string =>
    readFileSync(fileURLToPath(import.meta.resolve(`#page/${part}`)), "utf8");
  const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64");
  return { script: read(script), style: read("page.css"), sha256 };
}
