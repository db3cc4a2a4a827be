/** Which rule made a step come more than a second after its cause, where nothing else says so. */
import type { TraceRecord } from "../model/trace.ts";
import { toMs } from "../trace/times.ts";
import type { RuleName } from "./rules.ts";
import { type Story, keyOf } from "./story.ts";
import { volumeWait } from "./volume-wait.ts";

export interface Wait {
  readonly ms: number;
  readonly rule: RuleName;
}

const longMs = 1000;

/** They say themselves how long it takes; what the world does goes its way, and has its grounds. */
const timed: ReadonlySet<string> = new Set([
  "node/heartbeat",
  "node/silent",
  "node/pleg",
  "status/deadline",
  "signal/deadline",
  "signal/KILL",
  "status/controlPlane",
  "pod/evicted",
  "event/TaintManagerEviction",
] satisfies readonly RuleName[]);

export function waitBefore(
  story: Story,
  record: TraceRecord,
  cause: TraceRecord,
  rule: RuleName | undefined,
): Wait | undefined {
  const ms = toMs(record.t) - toMs(cause.t);
  if (ms <= longMs) return undefined;
  if (isAfterVolumes(story, record, cause)) return { ms, rule: "wait/volumes" };
  if (rule !== undefined && timed.has(rule)) return undefined;
  const name = ruleOf(story, record, cause);
  return name && { ms, rule: name };
}

/** Of news that the kubelet missed while the API server was out of reach. */
export function waitForList(
  story: Story,
  record: TraceRecord,
  cause: TraceRecord,
): Wait | undefined {
  const machinery = story.record(record.cause);
  const isMissed = machinery?.type === "link" && machinery !== cause;
  if (!isMissed || story.input.scenario.model === "textbook") return undefined;
  return { ms: toMs(record.t) - toMs(cause.t), rule: "wait/reflector" };
}

function ruleOf(story: Story, record: TraceRecord, cause: TraceRecord): RuleName | undefined {
  switch (record.type) {
    case "container":
      if (record.to === "Removed") return "wait/collector";
      return record.to === "Creating" ? syncRule(story, record, cause) : undefined;
    case "sandbox":
      return record.to === "Removed" ? "wait/collector" : syncRule(story, record, cause);
    case "status":
      return record.sent ? "wait/sending" : syncRule(story, record, cause);
    case "pull":
      return record.phase === "start" ? "wait/pulls" : undefined;
    case "signal":
      // A hook before it has taken the time, which is told of the hook.
      if (record.signal !== "TERM" || cause.type === "hook") return undefined;
      return syncRule(story, record, cause);
    case "hook":
      return record.phase === "start" ? syncRule(story, record, cause) : undefined;
    case "sync":
    case "event":
    case "eventObject":
    case "pod":
      return syncRule(story, record, cause);
    default:
      return undefined;
  }
}

/** What the worker of the pod waited for. */
function syncRule(story: Story, record: TraceRecord, cause: TraceRecord): RuleName | undefined {
  if (story.input.scenario.model === "textbook") return undefined;
  if (isByDeadline(story, record)) return "wait/deadline";
  if (cause.type === "stimulus") return "wait/files";
  if (cause.type === "pod" && cause.source === "file" && cause.change === "added") {
    return "wait/staticName";
  }
  const isSeen = cause.type === "container" || cause.type === "kubelet";
  if (isSeen && record.type !== "pod" && !hasList(story, record, cause)) return "wait/seen";
  return "wait/sync";
}

/**
 * The sync that has come to its decision had begun with news of its pod, and waited since; or the
 * deadline had to wait until it gave up.
 */
function isAfterVolumes(story: Story, record: TraceRecord, cause: TraceRecord): boolean {
  const isSync = record.type === "sync" && record.uid !== undefined;
  const isEnd = record.type === "status" || record.type === "event";
  if (!isSync && !(isEnd && record.reason === "DeadlineExceeded")) return false;
  if (cause.type !== "kubelet" && cause.type !== "pod") return false;
  const began = volumeWait(story, record);
  return began !== undefined && toMs(record.t) - toMs(began.t) > longMs;
}

/** The pod's end for its deadline, and what comes of it. */
function isByDeadline(story: Story, record: TraceRecord): boolean {
  if (!("pod" in record)) return false;
  return story
    .ofPod(record)
    .some(
      (each) =>
        each.type === "status" &&
        each.reason === "DeadlineExceeded" &&
        Math.abs(toMs(each.t) - toMs(record.t)) <= longMs &&
        keyOf(each) === keyOf(record),
    );
}

/** The kubelet has listed in between, and there was more to wait for than that. */
function hasList({ records }: Story, record: TraceRecord, cause: TraceRecord): boolean {
  const until = toMs(record.t) - longMs;
  return records
    .slice(cause.seq, record.seq - 1)
    .some(({ type, t }) => type === "relist" && toMs(t) <= until);
}
