/** The flags that commands share, and what their values are. */
import type { ArgsDef } from "citty";
import { didYouMean } from "../scenario/nearest.ts";
import { parseDuration, secondsToMs } from "../scenario/duration.ts";
import type { Overrides } from "../scenario/prepare.ts";
import { minColumns } from "../trace/view.ts";
import { CallError } from "./call-error.ts";
import type { Call } from "./command.ts";

export type OutputFormat = "text" | "jsonl" | "json";

export const modelFlag = {
  model: {
    type: "string",
    valueHint: "NAME",
    description: "how the kubelet works: textbook (the default, and all there is yet)",
  },
} as const satisfies ArgsDef;

export const observeFlag = {
  observe: {
    type: "string",
    valueHint: "HOW",
    description: "how it learns what is: level (full lists, the default) or edge (events)",
  },
} as const satisfies ArgsDef;

export const worldFlags = {
  seed: {
    type: "string",
    valueHint: "NUMBER",
    description: "of every random choice; in place of the scenario's",
  },
  until: {
    type: "string",
    valueHint: "TIME",
    description: "simulate so long (90, 10m, 1h30m); in place of the scenario's duration",
  },
} as const satisfies ArgsDef;

export const outputFlags = {
  output: {
    type: "string",
    valueHint: "FORMAT",
    description: "text (the default), jsonl (a record a line) or json",
  },
  out: { type: "string", valueHint: "FILE", description: "write there, not to standard output" },
  width: {
    type: "string",
    valueHint: "COLUMNS",
    description: "of text; the terminal's, or 80 where there is none",
  },
} as const satisfies ArgsDef;

export const inspectFlag = {
  inspect: { type: "boolean", description: "show every actor in the Stately inspector" },
} as const satisfies ArgsDef;

export function overridesOf({ flags }: Call): Overrides {
  const { model, observe, seed, until } = flags;
  return {
    ...(model === undefined ? {} : { model: oneOf("model", model, ["textbook"]) }),
    ...(observe === undefined ? {} : { observe: oneOf("observe", observe, ["level", "edge"]) }),
    ...(seed === undefined ? {} : { seed: wholeNumber("seed", seed, 0) }),
    ...(until === undefined ? {} : { durationMs: durationMs(String(until)) }),
  };
}

export interface OutputOptions {
  readonly format: OutputFormat;
  readonly file?: string;
  readonly columns?: number;
}

export function outputOf({ flags }: Call): OutputOptions {
  const { output = "text", out, width } = flags;
  return {
    format: oneOf("output", output, ["text", "jsonl", "json"]),
    ...(out === undefined ? {} : { file: String(out) }),
    ...(width === undefined ? {} : { columns: wholeNumber("width", width, minColumns, 1000) }),
  };
}

function oneOf<Value extends string>(
  flag: string,
  found: string | boolean,
  known: readonly Value[],
): Value {
  const value = known.find((candidate) => candidate === found);
  if (value !== undefined) return value;
  const meant = didYouMean(String(found), known);
  const expected = known.length === 1 ? known[0] : `one of ${known.join(", ")}`;
  const hint = meant === undefined ? "" : `; ${meant}`;
  throw new CallError(`--${flag}: found "${found}", expected ${expected}${hint}`);
}

function wholeNumber(
  flag: string,
  found: string | boolean,
  min: number,
  max = Number.MAX_SAFE_INTEGER,
): number {
  const text = String(found);
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `${min} to ${max}`;
  throw new CallError(`--${flag}: found "${text}", expected a whole number, ${range}`);
}

function durationMs(text: string): number {
  const ms = /^[\d.]+$/.test(text) ? secondsToMs(Number(text)) : parseDuration(text);
  if (ms !== undefined) return ms;
  throw new CallError(
    `--until: found "${text}", expected seconds or a duration such as 90s, 10m or 1h30m`,
  );
}
