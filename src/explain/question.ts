/** Which records of a trace a question is about. */
import { CannotTell } from "../check/cannot-tell.ts";
import { Moments } from "../check/moments.ts";
import type { ContainerRun } from "../check/runs.ts";
import type { TraceRecord } from "../model/trace.ts";
import {
  type Reference,
  type RunReference,
  formatContainer,
  formatPod,
  formatReference,
  formatRun,
  momentExpected,
  parseMoment,
  parsePod,
  parseRun,
} from "../scenario/reference.ts";
import { formatTime, toMs } from "../trace/times.ts";
import { NoAnswer } from "./no-answer.ts";
import { type Of, type PodSync, type Story, keyOf } from "./story.ts";

export type Question =
  | { readonly of: string }
  | { readonly at: string; readonly pod?: string }
  | { readonly event: string; readonly pod?: string }
  | { readonly seq: number };

/** Never empty; throws `NoAnswer`. */
export function answersTo(story: Story, question: Question): readonly TraceRecord[] {
  if ("of" in question) return [recordOf(story, question.of)];
  if ("at" in question) return lastAt(story, question.at, question.pod);
  if ("event" in question) return [eventOf(story, question.event, question.pod)];
  const record = story.record(question.seq);
  if (record !== undefined) return [record];
  throw new NoAnswer(`no record has the seq ${question.seq}; they go to ${story.records.length}`);
}

function recordOf(story: Story, text: string): TraceRecord {
  const run = parseRun(text);
  const reference: Reference | undefined = run
    ? { kind: "run", run, moment: "start", offsetMs: 0 }
    : parseMoment(text);
  if (reference === undefined) {
    throw new NoAnswer(`--of: "${text}" is not understood; expected ${momentExpected}`);
  }
  if (reference.offsetMs !== 0 || reference.kind === "t0" || reference.kind === "end") {
    throw new NoAnswer(
      `--of: ${text} is a time, and not something that happened; use --at ${text}`,
    );
  }
  switch (reference.kind) {
    case "run":
      return runRecord(story, reference);
    case "stimulus":
      return stimulusRecord(story, reference.id);
    case "pull":
      return pullRecord(story, reference);
    case "podStart":
      return statusWithStart(story, reference);
  }
}

type RunMomentReference = Extract<Reference, { readonly kind: "run" }>;

function runRecord(story: Story, { run, moment }: RunMomentReference): TraceRecord {
  const found = new Moments(story.facts, undefined).run(run);
  if (found === undefined) throw new NoAnswer(noRun(story, run));
  const ofRun = story.records.filter((record) => "id" in record && record.id === found.id);
  const record = ofRun.find((each) => {
    switch (moment) {
      case "start":
        return each.type === "container" && each.to === "Running";
      case "exit":
        return each.type === "container" && each.to === "Exited";
      case "sigterm":
        return each.type === "signal" && each.signal === "TERM";
      default:
        return each.type === "hook" && each.hook === moment && each.phase === "start";
    }
  });
  if (record !== undefined) return record;
  const [created] = ofRun;
  const since = created === undefined ? "" : `; it was created at ${timeOf(created)}`;
  const words = {
    start: "never started",
    exit: "has not exited by the end",
    sigterm: "never got SIGTERM",
    preStop: "never ran its preStop hook",
    postStart: "never ran its postStart hook",
  };
  const choice = choiceOf(story, run, found);
  const among = choice === undefined ? "" : `; ${choice}`;
  throw new NoAnswer(`${formatRun(run)} ${words[moment]}${since}${among}`);
}

/** `app#7 never started; it started 3 times: app#1 at 0s …`. */
function noRun(story: Story, reference: RunReference): string {
  const name = formatContainer(reference);
  const runs = story.facts.runs.all(reference).filter(({ startMs }) => startMs !== undefined);
  if (runs.length > 0) {
    const list = runs
      .slice(0, 8)
      .map(({ run, startMs = 0 }) => `#${run} at ${formatTime(startMs)}`);
    const more = runs.length > 8 ? ` and ${runs.length - 8} more` : "";
    const count = runs.length === 1 ? "once" : `${runs.length} times`;
    return `${formatRun(reference)} never started; it started ${count}: ${list.join(", ")}${more}`;
  }
  const names = new Set(
    story.records.flatMap((each) => {
      return each.type === "container" ? [story.name({ ...each, run: undefined } as never)] : [];
    }),
  );
  if (names.size === 0) return `${name} never started, and no other container did`;
  return `there is no run of ${name}; containers that ran: ${[...names].join(", ")}`;
}

/** Which of several pods a run without a pod is taken to be of; absent where there is one. */
export function choiceText(story: Story, question: Question): string | undefined {
  if (!("of" in question)) return undefined;
  const moment = parseMoment(question.of);
  const run = parseRun(question.of) ?? (moment?.kind === "run" ? moment.run : undefined);
  if (run === undefined) return undefined;
  const found = new Moments(story.facts, undefined).run(run);
  return found && choiceOf(story, run, found);
}

function choiceOf(
  story: Story,
  reference: RunReference,
  { id, podKey, run }: ContainerRun,
): string | undefined {
  const alike = story.facts.runs.all(reference).filter((each) => each.run === run);
  const others = new Set(alike.map((each) => each.podKey).filter((key) => key !== podKey)).size;
  const record = story.records.find((each) => each.type === "container" && each.id === id);
  if (others === 0 || record?.type !== "container") return undefined;
  const more = others === 1 ? "one other pod has" : `${others} other pods have`;
  return `${formatRun(reference)} is taken to be ${story.name(record)}; ${more} it, too`;
}

function stimulusRecord(story: Story, id: string): TraceRecord {
  const record = story.records.find((each) => each.type === "stimulus" && each.id === id);
  if (record !== undefined) return record;
  if (story.stimulus(id) !== undefined) throw new NoAnswer(`the stimulus ${id} never happened`);
  const ids = story.input.scenario.stimuli.map(({ label }) => label);
  const known = ids.length === 0 ? "there are no stimuli" : `stimuli are ${ids.join(", ")}`;
  throw new NoAnswer(`--of: nothing is called ${id}: ${known}; a run is app#1.start`);
}

function pullRecord(
  story: Story,
  reference: Extract<Reference, { readonly kind: "pull" }>,
): TraceRecord {
  const pull = story.facts.runs.pull(reference.pull);
  const ms = pull && (reference.moment === "start" ? pull.startMs : pull.endMs);
  const record = story.records.find(
    (each) =>
      each.type === "pull" &&
      each.phase === reference.moment &&
      keyOf(each) === pull?.podKey &&
      each.container === pull.container &&
      toMs(each.t) === ms,
  );
  if (record !== undefined) return record;
  const count = story.facts.runs.pulls(reference.pull).length;
  throw new NoAnswer(`${formatReference(reference)} never was; there were ${count} pulls for it`);
}

function statusWithStart(
  story: Story,
  { pod }: Extract<Reference, { readonly kind: "podStart" }>,
): TraceRecord {
  const keys = story.facts.pods.owners(pod).map(({ key }) => key);
  const record = story.records.find(
    (each) => each.type === "status" && keys.includes(keyOf(each)) && each.startTime !== undefined,
  );
  if (record !== undefined) return record;
  throw new NoAnswer(`no kubelet has taken up ${pod === undefined ? "a pod" : formatPod(pod)}`);
}

/** What happened last to each pod, or to the one of that name. */
function lastAt(story: Story, text: string, pod: string | undefined): readonly TraceRecord[] {
  const ms = momentMs(story, text);
  const keys = podKeys(story, pod);
  const last = new Map<string, TraceRecord>();
  for (const record of story.records) {
    if (toMs(record.t) > ms) break;
    if ("pod" in record && keys.has(keyOf(record)) && isHappening(story, record)) {
      last.set(keyOf(record), record);
    }
  }
  if (last.size > 0) return [...last.values()];
  throw new NoAnswer(`nothing has happened to a pod by ${formatTime(ms)}`);
}

/** Throws `NoAnswer` where nobody knows it. */
export function momentMs(story: Story, text: string): number {
  const reference = parseMoment(/^[\d.]+$/.test(text) ? Number(text) : text);
  if (reference === undefined) {
    throw new NoAnswer(`--at: "${text}" is not understood; expected ${momentExpected}`);
  }
  try {
    const ms = new Moments(story.facts, undefined).ms(reference);
    if (ms <= story.facts.endMs && ms >= 0) return ms;
    const end = formatTime(story.facts.endMs);
    throw new NoAnswer(
      `--at: ${text} is outside of the simulation, which ends at ${end}; see --until`,
    );
  } catch (error) {
    if (error instanceof CannotTell) throw new NoAnswer(`--at: ${error.message}`);
    throw error;
  }
}

/** Without a name those of all pods but the mirrors of static ones. */
function podKeys(story: Story, pod: string | undefined): ReadonlySet<string> {
  const { pods } = story.facts;
  if (pod === undefined) {
    return new Set(pods.pods.filter(({ isMirror }) => !isMirror).map(({ key }) => key));
  }
  const reference = parsePod(pod);
  const found = reference === undefined ? [] : pods.owners(reference);
  if (found.length > 0) return new Set(found.map(({ key }) => key));
  if (reference?.kind === "mirror" && pods.owners({ ...reference, kind: "pod" }).length > 0) {
    throw new NoAnswer(`--pod: there is no ${pod}; for why: --why-not '${pod} there'`);
  }
  const names = [...new Set(pods.pods.map(({ name }) => name))];
  throw new NoAnswer(`--pod: there is no pod ${pod}; there is ${names.join(", ") || "none"}`);
}

function meetsBackOff(story: Story, sync: PodSync): boolean {
  return story
    .ofPod(sync)
    .some((each) => each.cause === sync.seq && each.type === "event" && each.reason === "BackOff");
}

/** Not what only reports, or cleans up. */
function isHappening(story: Story, record: TraceRecord): boolean {
  switch (record.type) {
    case "container":
    case "sandbox":
      return record.to !== "Removed";
    case "probe":
      return record.changed;
    case "sync":
      return record.uid !== undefined && meetsBackOff(story, record);
    case "signal":
    case "pull":
    case "hook":
    case "pod":
    case "rejected":
      return true;
    default:
      return false;
  }
}

/** The first Event of a reason, or the nth: `BackOff#3`. */
function eventOf(story: Story, text: string, pod: string | undefined): TraceRecord {
  const [, reason = "", number = "1"] = /^([^#\s]+?)(?:#([1-9]\d*))?$/.exec(text) ?? [];
  const keys = podKeys(story, pod);
  const events = story.records.filter(
    (record): record is Of<"event"> => record.type === "event" && keys.has(keyOf(record)),
  );
  const meant = events.filter((event) => event.reason === reason);
  const record = meant[Number(number) - 1];
  if (record !== undefined) return record;
  if (meant.length > 0) {
    const count = meant.length === 1 ? "once" : `${meant.length} times`;
    throw new NoAnswer(`--event: ${reason} occurred ${count} only, and not ${number} times`);
  }
  const reasons = [...new Set(events.map((event) => event.reason))].join(", ");
  throw new NoAnswer(
    `--event: there is no Event ${reason || text}; reasons are ${reasons || "none"}`,
  );
}

function timeOf({ t }: TraceRecord): string {
  return formatTime(toMs(t));
}
