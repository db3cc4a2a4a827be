/** Checks of what there is: objects in the API, mirror pods, containers in the runtime. */
import { type PodReference, formatPod } from "../scenario/reference.ts";
import { toMs } from "../trace/times.ts";
import { CannotTell } from "./cannot-tell.ts";
import type { Answer, CheckContext, ExpectationOf } from "./context.ts";
import type { Facts } from "./facts.ts";
import { type PodIdentity, podKeyOf } from "./pod-book.ts";
import { apiSeries } from "./pod-views.ts";
import { type Series, heldThrough } from "./series.ts";
import { runState } from "./state-series.ts";
import { type PodRecord, type RejectedRecord, recordsOf } from "./trace-extras.ts";
import { at, listOf } from "./times.ts";
import { includes, knownMs, knownToEnd, spanOf, windowOf } from "./windows.ts";

export function checkGone(expectation: ExpectationOf<"gone">, context: CheckContext): Answer {
  const { facts } = context;
  onlyPods(expectation.kind);
  const window = windowOf(expectation, context);
  const objects = facts.pods.objects(expectation.pod);
  const removed = changesOf(objects, "removed", facts).map(({ t }) => toMs(t));
  const name = formatPod(expectation.pod);
  return {
    passed: removed.some((ms) => includes(window, ms)),
    ...whenOf(window.text),
    seen:
      removed.length > 0
        ? `${name} was gone at ${listOf(removed.map(at))}`
        : neverGone(name, objects, facts),
  };
}

function neverGone(name: string, objects: readonly PodIdentity[], facts: Facts): string {
  if (objects.length === 0) return `the API never had a pod ${name}`;
  const asked = changesOf(objects, "terminating", facts).map(({ t }) => at(toMs(t)));
  const deletion = asked.length > 0 ? `, deletion was asked for at ${asked[0]}` : "";
  return `${name} is there to the end${deletion}`;
}

export function checkExists(expectation: ExpectationOf<"exists">, context: CheckContext): Answer {
  const { facts } = context;
  onlyPods(expectation.kind);
  const {
    fromMs,
    toMs: untilMs,
    text,
  } = knownToEnd(spanOf(expectation.during, context), facts.endMs);
  const series = apiSeries(facts.pods.objects(expectation.pod), facts);
  const held = heldThrough(series, fromMs, untilMs);
  return {
    passed: held.every(({ value }) => value !== undefined),
    ...whenOf(text),
    seen: presenceText(held),
  };
}

function presenceText(held: Series<unknown>): string {
  const words = held.map(({ value }) => (value === undefined ? "absent" : "there"));
  const changes = held.flatMap(({ atMs }, index) =>
    words[index] === words[index - 1] ? [] : [`${words[index]} from ${at(atMs)}`],
  );
  return listOf(changes);
}

export function checkMirror(expectation: ExpectationOf<"mirror">, context: CheckContext): Answer {
  const { facts } = context;
  const window = windowOf(expectation, context);
  const added = changesOf(mirrorsOf(expectation.pod, facts), "added", facts);
  const isWanted = (record: PodRecord, index: number): boolean => {
    const before = added[index - 1];
    if (!includes(window, toMs(record.t))) return false;
    return !expectation.newUid || (before !== undefined && podKeyOf(before) !== podKeyOf(record));
  };
  const times = added.map((record) => `${at(toMs(record.t))} (${podKeyOf(record)})`);
  return {
    passed: added.some(isWanted),
    ...whenOf(window.text),
    seen: times.length > 0 ? `mirrors appeared at ${listOf(times)}` : "there never was a mirror",
  };
}

export function checkMirrorGone(
  expectation: ExpectationOf<"mirrorGone">,
  context: CheckContext,
): Answer {
  const { facts } = context;
  const window = windowOf(expectation, context);
  const mirrors = mirrorsOf(expectation.pod, facts);
  const removed = changesOf(mirrors, "removed", facts).map(({ t }) => toMs(t));
  const none = mirrors.length === 0 ? "there never was a mirror" : "no mirror ever disappeared";
  return {
    passed: removed.some((ms) => includes(window, ms)),
    ...whenOf(window.text),
    seen: removed.length > 0 ? `mirrors disappeared at ${listOf(removed.map(at))}` : none,
  };
}

function mirrorsOf({ name }: PodReference, { pods }: Facts): readonly PodIdentity[] {
  return pods.mirrors(name);
}

export function checkNoContainer(
  { pod, by }: ExpectationOf<"noContainer">,
  { facts, moments }: CheckContext,
): Answer {
  const byMs = knownMs(moments.ms(by), facts.endMs);
  const owners = new Set(facts.pods.owners(pod).map(({ key }) => key));
  const left = facts.runs.runs.filter(
    ({ podKey, removedMs = Infinity }) => owners.has(podKey) && removedMs > byMs,
  );
  const names = left.map((run) => {
    const state = run.createdMs > byMs ? `created at ${at(run.createdMs)}` : runState(run, byMs);
    return `${run.container}#${run.run} (${state})`;
  });
  return {
    passed: left.length === 0,
    when: `from ${at(byMs)} on`,
    seen: left.length === 0 ? "none is left" : `there is ${listOf(names)}`,
  };
}

export function checkRejected(
  { pod, contains }: ExpectationOf<"rejected">,
  { facts }: CheckContext,
): Answer {
  const refused = recordsOf<RejectedRecord>(facts.records, "rejected").filter(
    (record) => record.pod === pod.name,
  );
  const created = changesOf(facts.pods.objects(pod), "added", facts)[0];
  const taken = created ? `it was created at ${at(toMs(created.t))}` : "nothing became of it";
  return {
    passed: refused.some(({ message }) => contains === undefined || message.includes(contains)),
    seen:
      refused.length > 0
        ? listOf(refused.map(({ t, message }) => `refused at ${at(toMs(t))}: ${message}`))
        : `the trace has no refusal of ${pod.name}: ${taken}`,
  };
}

/** Only objects in the API: what a file declares is none. */
function changesOf(
  pods: readonly PodIdentity[],
  change: PodRecord["change"],
  { byPod }: Facts,
): readonly PodRecord[] {
  const records = pods.flatMap(({ key }) => byPod.get(key) ?? []);
  return recordsOf<PodRecord>(records, "pod")
    .filter((record) => record.change === change && record.source === "api")
    .toSorted((a, b) => a.seq - b.seq);
}

function onlyPods(kind: string): void {
  if (kind !== "Pod") throw new CannotTell(`not in the trace: objects of kind ${kind}`);
}

function whenOf(text: string | undefined): { readonly when?: string } {
  return text === undefined ? {} : { when: text };
}
