/** What held up a step that came long after its cause, and is not its cause. */
import type { TraceRecord } from "../model/trace.ts";
import { formatTime, toMs } from "../trace/times.ts";
import { lostTexts } from "./lost-news.ts";
import { type Of, type Story, keyOf } from "./story.ts";

/** Below it is the pace of lists and syncs. */
const shortMs = 1000;

/** Only what a kubelet does can be held up; what the world does goes its way. */
function canWait(record: TraceRecord): boolean {
  switch (record.type) {
    case "sync":
      return record.uid !== undefined;
    case "status":
    case "event":
    case "eventObject":
    case "node":
    case "pod":
      return true;
    case "container":
      return record.to === "Creating";
    case "signal":
      return record.signal === "TERM";
    case "hook":
      return record.phase === "start";
    default:
      return false;
  }
}

export function meanwhile(
  story: Story,
  record: TraceRecord,
  cause: TraceRecord,
): readonly string[] {
  if (toMs(record.t) - toMs(cause.t) < shortMs || !canWait(record)) return [];
  const between = story.records.slice(cause.seq, record.seq - 1);
  const texts = [
    ...awayTexts(story, record, between),
    ...busyTexts(story, record, between),
    ...lostTexts(story, record, between),
  ];
  return texts.length === 0 ? tickTexts(story, record, cause) : texts;
}

/** No event led to it, and so none brought a newer view. */
function tickTexts(story: Story, record: TraceRecord, cause: TraceRecord): readonly string[] {
  const { model, observe } = story.input.scenario;
  const isHeld = model === "kubernetes" && observe !== "level" && cause.type === "probe";
  if (!isHeld || record.type !== "sync") return [];
  return ["its worker waited for the tick of the cache, which comes every 5 s"];
}

/** The kubelet or its link was away. */
function awayTexts(
  story: Story,
  record: TraceRecord,
  between: readonly TraceRecord[],
): readonly string[] {
  const started = between.findLast(
    (each) => each.type === "kubelet" && each.change === "started" && each.cause !== undefined,
  );
  const linked = between.findLast(
    (each) => each.type === "link" && each.up && each.cause !== undefined,
  );
  const isMissed = linked !== undefined && story.record(record.cause)?.type === "link";
  const lateMs = linked && isMissed ? toMs(record.t) - toMs(linked.t) : 0;
  const late =
    lateMs > 0 ? `; the kubelet listed its pods anew ${formatTime(lateMs)} after that` : "";
  const spans = [
    ["the kubelet was down", started, "kubelet"],
    ["the API server could not be reached", linked, "link"],
  ] as const;
  return spans.flatMap(([what, back, type]) => {
    if (back === undefined) return [];
    const gone = story.records.findLast((each) => each.type === type && each.seq < back.seq);
    const since = gone === undefined ? "" : ` from ${formatTime(toMs(gone.t))}`;
    const more = type === "link" ? late : "";
    return [`meanwhile ${what}${since} to ${formatTime(toMs(back.t))}${more}`];
  });
}

/** The worker of the pod was at something else: a pull, or a hook that it waits for. */
function busyTexts(
  story: Story,
  record: TraceRecord,
  between: readonly TraceRecord[],
): readonly string[] {
  if (!("pod" in record)) return [];
  const busy = between.findLast(
    (each): each is Of<"pull"> | Of<"hook"> =>
      (each.type === "pull" || (each.type === "hook" && each.hook === "postStart")) &&
      each.phase === "end" &&
      keyOf(each) === keyOf(record),
  );
  if (busy === undefined) return [];
  const what = busy.type === "pull" ? "the pull for" : "the postStart hook of";
  const until = formatTime(toMs(busy.t));
  return [`the worker of its pod was busy: ${what} ${story.name(busy)} went on to ${until}`];
}
