/**
 * The crash back-offs of a container, told from its trace: which wait a restart had to serve, and
 * which there were before it. The decision is the kubelet's own.
 */
import { type BackoffEntry, backoffKey, decideBackoff } from "../decide/kubelet/backoff.ts";
import { featuresOf } from "../decide/kubelet/versions.ts";
import type { TraceRecord } from "../model/trace.ts";
import { toMs } from "../trace/times.ts";
import { containerIn } from "./declared.ts";
import { type Of, type PodRecord, type Story, keyOf } from "./story.ts";

export interface Wait {
  /** The waits so far in this row, this one last; empty where there is none to serve. */
  readonly durationsMs: readonly number[];
  /** The end of the run from which it counts; absent: no run had ended when the sync began. */
  readonly sinceMs?: number;
}

type ContainerRecord = PodRecord & { readonly container: string };

interface Known {
  readonly entry: BackoffEntry | undefined;
  readonly row: readonly number[];
  /** What shares a wait; another one begins anew. */
  readonly key: string | undefined;
  /** How many times a kubelet had started or stopped: it forgets. */
  readonly lives: number;
}

const nothing: Known = { entry: undefined, row: [], key: undefined, lives: 0 };

/** The wait that a container has to serve at a record about it: a start, or a back-off. */
export function waitAt(story: Story, record: ContainerRecord): Wait {
  // The textbook has waits of its own, which its records tell.
  if (story.input.scenario.model === "textbook") return { durationsMs: [] };
  const ofPod = story.facts.byPod.get(keyOf(record)) ?? [];
  let known = nothing;
  for (const each of ofPod) {
    if (each.seq >= record.seq) break;
    if (isStart(each, record.container)) known = after(story, known, each);
  }
  const key = keyAt(story, record);
  const isForgotten = story.lives(record.seq) !== known.lives || key !== known.key;
  return waitOf(story, isForgotten ? nothing : known, newestEnd(story, record));
}

function isStart(record: { readonly type: string }, container: string): record is Of<"container"> {
  if (record.type !== "container") return false;
  const { container: name, from, to } = record as Of<"container">;
  return name === container && from === undefined && to === "Creating";
}

/** As the kubelet has it at that record; absent for a stray, which has no back-off. */
function keyAt(story: Story, record: ContainerRecord): string | undefined {
  const declared = story.declared(record);
  const found = declared && containerIn(declared, record.container);
  const version = story.version(record);
  if (found === undefined || version === undefined) return undefined;
  const { pod: name, namespace, uid = "" } = record;
  return backoffKey({ name, namespace, uid }, found.container, featuresOf(version));
}

/** What is remembered after a start. */
function after(story: Story, before: Known, start: Of<"container">): Known {
  const lives = story.lives(start.seq);
  const key = keyAt(story, start);
  const known = lives === before.lives && key === before.key ? before : nothing;
  const sinceMs = newestEnd(story, start);
  const { durationsMs: row } = waitOf(story, known, sinceMs);
  const nowMs = Math.max(beganMs(story, start), (sinceMs ?? 0) + (row.at(-1) ?? 0));
  const decision = decideBackoff(known.entry, sinceMs, nowMs, story.crashBackoff);
  const next = decision.inBackoff ? undefined : decision.next;
  return { entry: next ?? known.entry, row, key, lives };
}

function waitOf(story: Story, { entry, row }: Known, sinceMs: number | undefined): Wait {
  if (sinceMs === undefined) return { durationsMs: [] };
  const { expiryMs } = story.crashBackoff;
  const isVoid = entry === undefined || sinceMs - entry.lastUpdateMs > expiryMs;
  return { durationsMs: isVoid ? [] : [...row, entry.durationMs], sinceMs };
}

/** When the kubelet set about the start, before it pulled an image. */
function beganMs(story: Story, start: Of<"container">): number {
  let record: TraceRecord = start;
  for (let cause = story.causeOf(record); cause; cause = story.causeOf(record)) {
    record = cause;
    if (record.type !== "pull") break;
  }
  return toMs(record.t);
}

/** When the newest run ended that had ended as the sync began, before any kill of its own. */
function newestEnd(story: Story, record: ContainerRecord): number | undefined {
  const sync = record.type === "sync" ? record : story.nearestPodSync(record);
  const before = sync?.seq ?? record.seq;
  const ofPod = story.facts.byPod.get(keyOf(record)) ?? [];
  const end = ofPod.findLast(
    (each) =>
      each.seq < before &&
      each.type === "container" &&
      each.to === "Exited" &&
      each.container === record.container,
  );
  return end && toMs(end.t);
}
