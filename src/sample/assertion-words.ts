/** An assertion in words: what was asked for, and what was seen. */
import { at } from "../check/times.ts";
import type { AssertedEvent, Assertion, Limit } from "../scenario/assertion-text.ts";
import { type Happening, type Thing, nameOf } from "./happenings.ts";

/** How it is said of what does it, and of what did. */
const words: Readonly<Record<AssertedEvent, readonly [present: string, past: string]>> = {
  start: ["starts", "started"],
  restart: ["is started again", "was started again"],
  ready: ["is Ready", "was Ready"],
  exit: ["ends", "ended"],
  SIGTERM: ["gets SIGTERM", "got SIGTERM"],
  SIGKILL: ["gets SIGKILL", "got SIGKILL"],
  Running: ["is Running", "was Running"],
  Succeeded: ["is Succeeded", "was Succeeded"],
  Failed: ["is Failed", "was Failed"],
  removed: ["is removed from the API", "was removed from the API"],
  event: ["has an Event", "had an Event"],
};

/** With the limit, as `app is Ready in less than 1m`. */
export function expectedOf({ name, event, reason, code, limit }: Assertion): string {
  const [present] = words[event];
  const how = `${present}${detailOf(reason, code)}`;
  if (limit === "never") return name === undefined ? `nothing ${how}` : `${name} ${never(how)}`;
  const who = name === "pod" ? "each pod" : name;
  return `${who} ${how}${limit === undefined ? "" : ` ${limitText(limit)}`}`;
}

function limitText({ kind, comparison, ...limit }: Limit): string {
  if (kind === "time" && "ms" in limit) {
    const time = at(limit.ms);
    const said = { "<": "before", "<=": "within", "=": "at", ">=": "not before", ">": "after" };
    return `${said[comparison]} ${time}`;
  }
  const said = {
    "<": "fewer than",
    "<=": "at most",
    "=": "exactly",
    ">=": "at least",
    ">": "more than",
  };
  const count = "count" in limit ? limit.count : 0;
  return `${said[comparison]} ${count} ${count === 1 ? "time" : "times"}`;
}

/** `web/app#1 ended with code 3 at 5s`. */
export function pastText({ event, reason }: Assertion, one: Happening): string {
  const { run, ms, exitCode } = one;
  const who = run === undefined ? nameOf(one) : `${nameOf(one)}#${run}`;
  return `${who} ${words[event][1]}${detailOf(reason, exitCode)} at ${at(ms)}`;
}

export function neverText({ event, reason }: Assertion, thing: Thing): string {
  return `${nameOf(thing)} ${never(`${words[event][1]}${detailOf(reason, undefined)}`)}`;
}

/** Stands behind `is` and `was`, and before other verbs. */
function never(text: string): string {
  return text.replace(/^(is |was |)/, "$1never ");
}

function detailOf(reason: string | undefined, code: number | undefined): string {
  if (reason !== undefined) return ` ${reason}`;
  return code === undefined ? "" : ` with code ${code}`;
}
