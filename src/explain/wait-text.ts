/** A crash back-off in words, with its numbers. */
import { formatTime, toMs } from "../trace/times.ts";
import { displayFile } from "../yaml/document.ts";
import { waitAt } from "./backoff-history.ts";
import type { Ground } from "./ground.ts";
import type { PodRecord, Story } from "./story.ts";
import { ordinal } from "./told.ts";

type ContainerRecord = PodRecord & { readonly container: string };

/** Of a container that is started again; `record` is its new run, or the sync that starts it. */
export function waitedText(story: Story, record: ContainerRecord): string | undefined {
  const { durationsMs, sinceMs } = waitAt(story, record);
  if (sinceMs === undefined) return undefined;
  const waitedMs = toMs(record.t) - sinceMs;
  const last = durationsMs.at(-1);
  if (last === undefined) {
    return `after ${formatTime(waitedMs)}: the first restart has no back-off to wait for`;
  }
  const lateMs = waitedMs - last;
  const late = lateMs > 0 ? `; its next sync came ${formatTime(lateMs)} after that` : "";
  const since = `since the last run ended at ${formatTime(sinceMs)}`;
  return `waited ${formatTime(waitedMs)}: ${rowText(durationsMs)}, ${since}${late}`;
}

/** Of one that the same sync has killed, whose end that sync did not know when it began. */
export function killedText(story: Story, record: ContainerRecord): string {
  const { durationsMs, sinceMs } = waitAt(story, record);
  if (sinceMs === undefined) return "no back-off: no run of it had exited when the sync began";
  const known = `the sync knew only the end before, at ${formatTime(sinceMs)}`;
  const last = durationsMs.at(-1);
  if (last === undefined) return `no back-off: ${known}, and after the first there is none`;
  return `no wait: ${known}, and the back-off of ${formatTime(last)} after that was over`;
}

/** Of one that is still to wait. */
export function waitsText(story: Story, record: ContainerRecord): string | undefined {
  const { durationsMs, sinceMs } = waitAt(story, record);
  const last = durationsMs.at(-1);
  if (sinceMs === undefined || last === undefined) return undefined;
  const leftMs = sinceMs + last - toMs(record.t);
  const since = `since the last run ended at ${formatTime(sinceMs)}`;
  const left = leftMs > 0 ? `; ${formatTime(leftMs)} are left` : "";
  return `waits ${formatTime(last)}: ${rowText(durationsMs)}, ${since}${left}`;
}

const shownMax = 5;

/** `the third back-off of 10s, 20s, 40s`. */
function rowText(durationsMs: readonly number[]): string {
  const shown = durationsMs.slice(-shownMax).map(formatTime).join(", ");
  const before = durationsMs.length > shownMax ? "… " : "";
  return `the ${ordinal(durationsMs.length)} back-off of ${before}${shown}`;
}

/** The longest wait, where the configuration of the kubelet names it. */
export function longestWait({ input }: Story): readonly Ground[] {
  const { document, kubelet } = input.scenario;
  const value = kubelet?.crashLoopBackOff?.maxContainerRestartPeriod;
  if (value === undefined) return [];
  const path = ["spec", "kubelet", "crashLoopBackOff", "maxContainerRestartPeriod"];
  const position = document.locate(path, "key");
  const place = { ...position, file: displayFile(position.file) };
  const text = `maxContainerRestartPeriod is ${formatTime(value.ms)}`;
  return [
    { kind: "behaviour", text, path: path.join("."), value: value.ms / 1000, position: place },
  ];
}
