/** Tells of a mistake in a kubelet of somebody else's: which one, where in its file, and when. */
import type { AnyActorLogic } from "xstate";
import { escapeControls } from "../model/diagnostic.ts";

/** A kubelet that somebody wrote, in the textbook's place. */
export interface OwnKubelet {
  /** By which errors call it. */
  readonly name: string;
  /** Such as a machine: told as events what a kubelet is told, it emits the runtime's calls. */
  readonly logic: AnyActorLogic;
  /** The path that it was read from, so that errors name its line; absent: none do. */
  readonly file?: string;
}

/** The mistake is in neither the simulator nor its input. `cause` is what was thrown. */
export class GuestError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = "GuestError";
  }
}

/** `moment`: what it was doing, such as `when it started`. */
export function guestError(guest: OwnKubelet, moment: string, thrown: unknown): GuestError {
  const { name, file } = guest;
  const line = file === undefined ? undefined : lineIn(file, thrown);
  const place = file === undefined ? "" : ` (${file}${line === undefined ? "" : `:${line}`})`;
  const what = thrown instanceof Refused ? thrown.message : thrownText(thrown);
  const said = [`the kubelet ${name}${place} ${what}`, moment].map(escapeControls);
  return new GuestError(said.join("\n"), thrown);
}

/** What it emits is none of what it may emit. */
export class Refused extends Error {}

/** Of an error: the line where it left the file; undefined where it was never in it. */
export function lineIn(file: string, error: unknown): number | undefined {
  if (!(error instanceof Error) || error.stack === undefined) return undefined;
  // Modules that the host loads are called by their URL.
  const url = encodeURI(file).replaceAll("#", "%23").replaceAll("?", "%3F");
  for (const frame of error.stack.split("\n")) {
    const name = [file, url].find((each) => frame.includes(`${each}:`));
    const [, line] = name === undefined ? [] : (/^:(\d+)/.exec(after(frame, name)) ?? []);
    if (line !== undefined) return Number(line);
  }
  return undefined;
}

function after(text: string, part: string): string {
  return text.slice(text.indexOf(part) + part.length);
}

const isFrozenText = /read only|not extensible|Cannot delete property/;

function thrownText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `threw ${shown(thrown)}`;
  const isFrozen = thrown instanceof TypeError && isFrozenText.test(thrown.message);
  const fix = isFrozen ? "; what it is told is frozen: change a copy of it" : "";
  return `threw ${thrown.name}: ${thrown.message}${fix}`;
}

/** What a message may be long; a list of a large node is longer than any screen. */
const longestShown = 400;

/** A value as its author wrote it, as far as one can: JSON has no `NaN`. */
export function shown(value: unknown): string {
  switch (typeof value) {
    case "object":
    case "string":
      return asJson(value);
    case "bigint":
      return `${value}n`;
    case "function":
      return "a function";
    default:
      return String(value);
  }
}

function asJson(value: unknown): string {
  const inner = (_: string, part: unknown): unknown =>
    typeof part === "bigint" || (typeof part === "number" && !Number.isFinite(part))
      ? String(part)
      : part;
  try {
    const text = JSON.stringify(value, inner);
    return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  } catch {
    return "an object that is not data";
  }
}
