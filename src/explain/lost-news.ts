/** What a kubelet that watches events had not heard of its pod when it decided. */
import type { TraceRecord } from "../model/trace.ts";
import { formatTime, toMs } from "../trace/times.ts";
import { type Of, type PodRecord, type PodSync, type Story, keyOf } from "./story.ts";

/** Of those between a step and its cause: whether it was lost, and what found it out. */
export function lostTexts(
  story: Story,
  record: TraceRecord,
  between: readonly TraceRecord[],
): readonly string[] {
  if (!("pod" in record)) return [];
  const kept = between.filter(
    (each): each is Of<"runtimeEvent"> =>
      each.type === "runtimeEvent" && each.delivered !== true && keyOf(each) === keyOf(record),
  );
  return kept.flatMap((event) => [keptText(story, event), ...foundText(event, between)]);
}

export function keptText(story: Story, event: Of<"runtimeEvent">): string {
  const of = event.container === undefined ? event.pod : story.name(event);
  const what = `the event ${event.event} of ${of}, of ${formatTime(toMs(event.t))}`;
  if (event.due === undefined) return `${what}, was lost to ${event.delivered}`;
  return `${what}, was held by ${event.delivered} until ${formatTime(toMs(event.due))}`;
}

/** The list that showed what no event had told. */
function foundText({ id }: Of<"runtimeEvent">, between: readonly TraceRecord[]): readonly string[] {
  const relist = between.find(
    (each): each is Of<"relist"> => each.type === "relist" && each.changes[id] !== undefined,
  );
  return relist === undefined ? [] : [`the list of ${formatTime(toMs(relist.t))} found it`];
}

/** The runs of a container that go on when it is to be started, and no event had told of. */
export function unheardRuns(
  story: Story,
  sync: PodSync,
  container: string,
): readonly Of<"runtimeEvent">[] {
  const before = story.records.slice(0, sync.seq - 1);
  return before.filter(
    (each): each is Of<"runtimeEvent"> =>
      each.type === "runtimeEvent" &&
      each.event === "ContainerStarted" &&
      each.delivered !== true &&
      each.container === container &&
      keyOf(each) === keyOf(sync) &&
      isRunning(before, each.id) &&
      !before.some((other) => other.type === "runtimeEvent" && isDelivered(other, each)),
  );
}

function isRunning(records: readonly TraceRecord[], id: string): boolean {
  const last = records.findLast((each) => each.type === "container" && each.id === id);
  return last?.type === "container" && last.to === "Running";
}

function isDelivered(other: Of<"runtimeEvent">, { id, event }: Of<"runtimeEvent">): boolean {
  return other.id === id && other.event === event && other.delivered === true;
}

/** What ended a run or began it, where no event or list has told its kubelet by that record. */
export function unheardNews(
  story: Story,
  about: PodRecord,
  { id, event }: Pick<Of<"runtimeEvent">, "id" | "event">,
): Of<"runtimeEvent"> | undefined {
  const before = story.records.filter(({ seq }) => seq < about.seq);
  const news = before.findLast(
    (each): each is Of<"runtimeEvent"> =>
      each.type === "runtimeEvent" && each.id === id && each.event === event,
  );
  if (news === undefined || news.delivered === true) return undefined;
  const isKnown = before.slice(news.seq).some((each) => tellsOf(each, news));
  const hasCome = news.due !== undefined && toMs(news.due) <= toMs(about.t);
  return isKnown || hasCome ? undefined : news;
}

/** An event that brings the pod as it is, a list that shows the change, or another kubelet. */
export function tellsOf(record: TraceRecord, news: Of<"runtimeEvent">): boolean {
  switch (record.type) {
    case "runtimeEvent": {
      const isOfPod = keyOf(record) === keyOf(news) && record.delivered === true;
      // Of what is removed an event brings no status.
      return isOfPod && !record.event.endsWith("Removed");
    }
    case "relist":
      return record.changes[news.id] !== undefined;
    case "kubelet":
      return record.change === "started";
    default:
      return false;
  }
}
