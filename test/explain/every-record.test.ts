/**
 * The walk up the causes: for each record of each scenario file it ends in a manifest, a stimulus
 * or the world, without a gap; and the numbers that it tells are those of the trace.
 */
import { describe, expect, it } from "vitest";
import { waitAt } from "../../src/explain/backoff-history.ts";
import { type Explanation, explain } from "../../src/explain/explain.ts";
import { graceOf, timeoutMs } from "../../src/explain/kill-grace.ts";
import { type Of, Story } from "../../src/explain/story.ts";
import type { TraceRecord } from "../../src/model/trace.ts";
import { toMs } from "../../src/trace/times.ts";
import { play, readScenario, scenarioFiles } from "../support/scenario-files.ts";

const files = scenarioFiles().filter((file) => !file.startsWith("test/parity"));

/** What the scenario and the simulation do by themselves needs no rule. */
const withoutRule = new Set([
  "stimulus",
  "verdict",
  "warning",
  "link",
  "fault",
  "rejected",
  "kubelet",
  "pod",
]);

describe("a chain of causes", () => {
  it.each(files)("has an end and no gap, from each record of %s", (file) => {
    const input = readScenario(file);
    if (input === undefined) return;
    const story = new Story(input, play(input));
    const wrong = story.records.flatMap((record) => [
      ...wrongIn(story, explain(story, record), record),
      ...unexplained(explain(story, record)),
      ...(record.type === "signal" ? wrongGrace(story, record) : []),
      ...(record.type === "status" ? wrongWaits(story, record) : []),
    ]);
    expect(wrong).toEqual([]);
  });
});

/** They say how long it takes. */
const timedRules = new Set([
  "status/deadline",
  "signal/deadline",
  "status/controlPlane",
  "pod/evicted",
  "event/TaintManagerEviction",
]);
/** What a kubelet does; what the world does goes its way, and has its grounds. */
const ofKubelet = new Set(["status", "sync", "sandbox", "event", "eventObject", "pod"]);

/** Steps that come more than a second after their cause, and do not say why. */
function unexplained({ steps }: Explanation): readonly string[] {
  return steps.flatMap(({ record, waited, details, rule }, index) => {
    const [effect, cause] = [steps[index - 1], steps[index + 1]];
    const gapMs = toMs(record.t) - toMs(cause?.record.t ?? record.t);
    const isRemoval = record.type === "container" && record.to === "Removed";
    if (gapMs <= 1000 || rule === undefined || !(isRemoval || ofKubelet.has(record.type)))
      return [];
    const isToldAbove = effect?.record.type === "container" && effect.details.length > 0;
    const isTold = waited !== undefined || details.length > 0 || timedRules.has(rule.name);
    return isTold || isToldAbove ? [] : [`#${record.seq} comes ${gapMs} ms late and says not why`];
  });
}

/** The kubelet was away, and what it had missed led to it. */
function isMissed(change: TraceRecord, cause: TraceRecord | undefined): boolean {
  const isBack = cause?.type === "kubelet" ? change.seq < cause.seq : cause?.type === "link";
  return isBack && change.type === "pod" && change.source === "api";
}

function wrongIn(
  story: Story,
  { steps, root }: Explanation,
  record: TraceRecord,
): readonly string[] {
  const which = `#${record.seq} ${record.type}`;
  const last = steps.at(-1);
  const grounds = last?.grounds ?? [];
  const kinds = grounds.map(({ kind }) => kind);
  const isGrounded = root === "world" ? kinds.length > 0 : kinds.some((kind) => kind === root);
  const hasGap = steps.some(({ record: { cause } }, index) => {
    const next = steps[index + 1]?.record;
    return next !== undefined && next.seq !== cause && !isMissed(next, story.record(cause));
  });
  const hasNoRule = steps.some(
    ({ record: { type }, rule }) => rule === undefined && !withoutRule.has(type),
  );
  const isNowhere = grounds.some(
    ({ kind, position }) => kind !== "default" && position === undefined,
  );
  return [
    ...(steps[0]?.record === record ? [] : [`${which} begins elsewhere`]),
    ...(isGrounded ? [] : [`${which} ends in no ${root}`]),
    ...(hasGap ? [`${which} has a gap`] : []),
    ...(hasNoRule ? [`${which} has a step without a rule`] : []),
    ...(isNowhere ? [`${which} has a ground without a place`] : []),
  ];
}

/** From SIGTERM to SIGKILL it is as long as the explanation says. */
function wrongGrace(story: Story, kill: Of<"signal">): readonly string[] {
  const term = story.causeOf(kill);
  if (kill.signal !== "KILL" || term?.type !== "signal") return [];
  const grace = graceOf(story, term);
  const told = grace && timeoutMs(grace);
  const is = toMs(kill.t) - toMs(term.t);
  return told === is ? [] : [`#${kill.seq} came after ${is} ms, and not ${told}`];
}

/** The wait that a status names is the one that the explanation tells. */
function wrongWaits(story: Story, status: Of<"status">): readonly string[] {
  const sync = story.causeOf(status);
  if (sync?.type !== "sync" || sync.uid === undefined) return [];
  return status.containerStatuses.flatMap(({ name, state }) => {
    const [, text] = /^back-off (\S+) restarting/.exec(state.waiting?.message ?? "") ?? [];
    const index = story.declared(status)?.pod.spec.containers.findIndex((c) => c.name === name);
    const isMeant = sync.actions.some((a) => a.action === "start" && a.index === index);
    if (text === undefined || !isMeant) return [];
    const { durationsMs } = waitAt(story, { ...sync, container: name });
    const told = goDuration(durationsMs.at(-1) ?? 0);
    return told === text ? [] : [`#${status.seq} ${name} waits ${text}, and not ${told}`];
  });
}

function goDuration(ms: number): string {
  const [minutes, seconds] = [Math.floor(ms / 60_000), (ms % 60_000) / 1000];
  return minutes > 0 ? `${minutes}m${seconds}s` : `${seconds}s`;
}
