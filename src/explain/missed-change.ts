/**
 * What became of a pod's object while its kubelet could not hear of it. By the trace, what the
 * kubelet does about it later follows from the cut, since that is when its next try was set.
 */
import type { TraceRecord } from "../model/trace.ts";
import type { Of, PodRecord, Story } from "./story.ts";

/** Absent: the record follows from no such time, or nothing became of the pod in it. */
export function missedChange(
  story: Story,
  record: PodRecord,
  cause: TraceRecord,
): Of<"pod"> | undefined {
  if (record.type === "pod" || cause.cause === undefined) return undefined;
  const away = awayAround(story, cause);
  if (away === undefined) return undefined;
  const [from, to] = away;
  // A kubelet that starts looks at all pods, whether they have changed or not.
  const counts = ({ change }: Of<"pod">) => change !== "updated" || cause.type === "link";
  return story
    .ofPod(record)
    .findLast(
      (each): each is Of<"pod"> =>
        each.type === "pod" &&
        each.source === "api" &&
        counts(each) &&
        each.seq > from.seq &&
        each.seq < Math.min(to.seq, record.seq),
    );
}

/** The API server was out of reach, or there was no kubelet: from that record to that one. */
function awayAround(
  { records }: Story,
  cause: TraceRecord,
): readonly [TraceRecord, TraceRecord] | undefined {
  if (cause.type !== "link" && cause.type !== "kubelet") return undefined;
  const before = records.slice(0, cause.seq - 1);
  if (cause.type === "kubelet" && cause.change === "started") {
    const stop = before.findLast(({ type }) => type === "kubelet");
    return stop && [stop, cause];
  }
  if (cause.type !== "link") return undefined;
  if (cause.up) {
    const cut = before.findLast(({ type }) => type === "link");
    return cut && [cut, cause];
  }
  const back = records.slice(cause.seq).find(({ type }) => type === "link");
  return back && [cause, back];
}
