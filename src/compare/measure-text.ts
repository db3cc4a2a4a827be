/** The words for what is measured. */
import { formatTime, toMs } from "../trace/times.ts";
import type { MeasureName } from "./measures.ts";

export const measureWords: Readonly<Record<MeasureName, string>> = {
  converge: "to converge",
  apart: "time apart",
  restarts: "restarts",
  duplicates: "duplicates",
  orphans: "orphans",
  missedExits: "missed exits",
  lists: "lists",
  entries: "entries read",
  events: "events heard",
  decisions: "decisions",
};

const times: ReadonlySet<MeasureName> = new Set(["converge", "apart"]);

/** What it costs, beside what it brings. */
export const costs: ReadonlySet<MeasureName> = new Set(["lists", "entries", "events", "decisions"]);

/** Of a time that is not there, as of one that never comes; of a number, that it is not known. */
export function measureText(name: MeasureName, value: number | undefined): string {
  if (value === undefined) return name === "converge" ? "never" : "-";
  return times.has(name) ? formatTime(toMs(value)) : String(value);
}
