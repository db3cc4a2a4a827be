/** Checks of what happens to a run of a container: its start, its end, signals and hooks. */
import { type RunMoment, formatContainer, formatReference } from "../scenario/reference.ts";
import type { Answer, CheckContext, ExpectationOf } from "./context.ts";
import { runMomentMs, runName } from "./moments.ts";
import type { ContainerRun } from "./runs.ts";
import { at, listOf } from "./times.ts";
import { forbids, includes, knownToEnd, windowOf } from "./windows.ts";

type Happening = ExpectationOf<"start" | "exit" | "sigterm" | "preStop" | "postStart">;
type NoHappening = ExpectationOf<"noStart" | "noSigterm">;

const past = {
  start: "started",
  exit: "ended",
  sigterm: "got SIGTERM",
  preStop: "had its preStop hook started",
  postStart: "had its postStart hook started",
} as const satisfies Record<RunMoment, string>;

export function checkHappens(expectation: Happening, context: CheckContext): Answer {
  const { of, check: moment } = expectation;
  const window = windowOf(expectation, context);
  const run = context.moments.run(of);
  const ms = run && runMomentMs(run, moment);
  const when = window.text === undefined ? {} : { when: window.text };
  if (run === undefined || ms === undefined) {
    const name = runName(of, run);
    return {
      passed: false,
      ...when,
      seen: `${name} never ${past[moment]}; ${others(of, context)}`,
    };
  }
  const isInWindow = includes(window, ms);
  const fault = expectation.check === "exit" ? faultOfExit(expectation, run) : "";
  const more = isInWindow ? "" : `; ${others(of, context)}`;
  const since = sinceText(ms, expectation, context);
  const how = howItEnded(moment, run);
  const seen = `${runName(of, run)} ${past[moment]} at ${at(ms)}${since}${how}${more}`;
  return { passed: isInWindow && fault === "", ...when, seen };
}

export function checkHappensNot(expectation: NoHappening, context: CheckContext): Answer {
  const { endMs } = context.facts;
  const { of } = expectation;
  const moment = expectation.check === "noStart" ? "start" : "sigterm";
  const window = knownToEnd(windowOf(expectation, context), endMs);
  const when = window.text === undefined ? {} : { when: window.text };
  const run = context.moments.run(of);
  const ms = run && runMomentMs(run, moment);
  if (ms === undefined) return { passed: true, ...when, seen: `it never ${past[moment]}` };
  const seen = `${runName(of, run)} ${past[moment]} at ${at(ms)}`;
  return { passed: !forbids(window, ms, endMs), ...when, seen };
}

export function checkPull(expectation: ExpectationOf<"pull">, context: CheckContext): Answer {
  const { runs } = context.facts;
  const { of } = expectation;
  const window = windowOf(expectation, context);
  const ms = runs.pull(of)?.startMs;
  const when = window.text === undefined ? {} : { when: window.text };
  const times = runs.pulls(of).map(({ startMs }) => at(startMs));
  const all = times.length === 0 ? "no pull started" : `pulls started at ${listOf(times)}`;
  const seen = ms === undefined ? all : `pull ${of.pull} started at ${at(ms)}; ${all}`;
  return { passed: ms !== undefined && includes(window, ms), ...when, seen };
}

/** How long after what the window counts from; nothing where that is `t0`. */
function sinceText(ms: number, { from }: Happening, { moments }: CheckContext): string {
  if (from.kind === "t0") return "";
  const sinceMs = ms - moments.ms(from);
  const relation = sinceMs < 0 ? "before" : "after";
  return ` (${at(Math.abs(sinceMs))} ${relation} ${formatReference(from)})`;
}

/** What of its end is not as expected; empty where all is. */
function faultOfExit({ code, nonZero, reason }: ExpectationOf<"exit">, run: ContainerRun): string {
  if (code !== undefined && run.exitCode !== code) return "code";
  if (nonZero && (run.exitCode ?? 0) === 0) return "code";
  return reason !== undefined && run.reason !== reason ? "reason" : "";
}

function howItEnded(moment: RunMoment, { exitCode, reason }: ContainerRun): string {
  if (moment !== "exit") return "";
  const code = exitCode === undefined ? "" : ` with code ${exitCode}`;
  return `${code}${reason === undefined ? "" : ` (${reason})`}`;
}

const othersShown = 6;

/** The runs there were, those around the one that is missing or late. */
function others(of: ExpectationOf<"start">["of"], { facts }: CheckContext): string {
  const name = formatContainer(of);
  const started = facts.runs.all(of).filter(({ startMs }) => startMs !== undefined);
  if (started.length === 0) return `no run of ${name} started`;
  const wanted = typeof of.run === "number" ? of.run : 1;
  const first = Math.min(Math.max(0, wanted - 3), Math.max(0, started.length - othersShown));
  const times = started.slice(first, first + othersShown).map(({ run, startMs, exitMs }) => {
    const end = exitMs === undefined ? "" : ` to ${at(exitMs)}`;
    return `#${run} ${at(startMs ?? 0)}${end}`;
  });
  const all = started.length > times.length ? ` (of ${started.length})` : "";
  return `runs of ${name}: ${listOf(times)}${all}`;
}
