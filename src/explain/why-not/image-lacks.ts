/** The image of a container is not there yet. */
import {
  type BackoffEntry,
  imagePullBackoffLimits,
  isInBackoffSinceUpdate,
  nextBackoff,
} from "../../decide/kubelet/backoff.ts";
import type { TraceRecord } from "../../model/trace.ts";
import { formatTime, toMs } from "../../trace/times.ts";
import { pullGround } from "../behaviour-grounds.ts";
import type { Of } from "../story.ts";
import { ordinal } from "../told.ts";
import type { Lack } from "./lack.ts";
import type { Scene } from "./scene.ts";

/** `onlyOpen`: only what keeps others waiting. */
export function imageLacks(
  scene: Scene,
  container: string,
  { onlyOpen = false } = {},
): readonly Lack[] {
  const isOwn = (record: { readonly container?: string }): boolean =>
    record.container === container;
  const last = scene.last("pull", isOwn);
  if (last?.phase === "start") return [isPulled(scene, last)];
  const queued = queuedBehind(scene, container, last);
  if (queued !== undefined) return [queued];
  if (onlyOpen) return [];
  const created = scene.last("container", (each) => isOwn(each) && each.to === "Creating");
  const hasRunSince = created !== undefined && (last === undefined || created.seq > last.seq);
  if (hasRunSince) return [];
  const failed = last?.result === "failure" ? [waits(scene, last)] : [];
  return failed.length > 0 ? failed : refused(scene, container);
}

function isPulled(scene: Scene, start: Of<"pull">): Lack {
  const about = { ...scene.about, container: start.container };
  return {
    what: `the image of ${scene.story.name(about)} is being pulled`,
    since: start,
    needs: "the pull to end",
    rule: "pull/needed",
    grounds: [pullGround(scene.story, about)],
    later: scene.next("pull", (each) => each.container === start.container && each.phase === "end"),
  };
}

/** It is told that it is pulled, and the pull of another container is not over. */
function queuedBehind(
  scene: Scene,
  container: string,
  last: TraceRecord | undefined,
): Lack | undefined {
  const told = scene.last(
    "event",
    (each) => each.container === container && each.reason === "Pulling",
  );
  if (told === undefined || (last !== undefined && last.seq > told.seq)) return undefined;
  const other = scene.lastOfNode("pull");
  if (other?.phase !== "start") return undefined;
  return {
    what: `the image of ${scene.name}/${container} waits for that of ${scene.story.name(other)}`,
    since: told,
    needs: "the other pull to end",
    rule: "wait/pulls",
    grounds: [pullGround(scene.story, other)],
    later: scene.next("pull", (each) => each.container === container && each.phase === "start"),
  };
}

/** The last pull failed. */
function waits(scene: Scene, failed: Of<"pull">): Lack {
  const { container } = failed;
  const about = { ...scene.about, container };
  const { row, entry } = backoffOf(scene, failed);
  const isWaiting = isInBackoffSinceUpdate(entry, scene.atMs, imagePullBackoffLimits);
  const wait = entry?.durationMs ?? 0;
  const leftMs = toMs(failed.t) + wait - scene.atMs;
  const left = isWaiting ? `; ${formatTime(leftMs)} are left` : "; it is over";
  return {
    what: `the image of ${scene.story.name(about)} could not be pulled`,
    since: failed,
    needs: "the back-off to be over, and a pull that succeeds",
    details: [`waits ${formatTime(wait)}: the ${ordinal(row)} back-off${left}`],
    rule: "pull/again",
    grounds: [pullGround(scene.story, about)],
    later: scene.next("pull", (each) => each.container === container && each.result === "success"),
  };
}

/** All containers of a pod that have one image share its back-off. */
function backoffOf(
  scene: Scene,
  { image, seq }: Of<"pull">,
): { readonly row: number; readonly entry: BackoffEntry | undefined } {
  let entry: BackoffEntry | undefined;
  let row = 0;
  for (const record of scene.story.ofPod(scene.about)) {
    if (record.seq > seq) break;
    if (record.type !== "pull" || record.result !== "failure" || record.image !== image) continue;
    const ms = toMs(record.t);
    const next = nextBackoff(entry, ms, ms, imagePullBackoffLimits);
    row = entry !== undefined && next.durationMs > entry.durationMs ? row + 1 : entry ? row : 1;
    entry = next;
  }
  return { row, entry };
}

/** `imagePullPolicy: Never`, and the like. */
function refused(scene: Scene, container: string): readonly Lack[] {
  const { waiting } = scene.status(container)?.state ?? {};
  if (waiting?.reason === undefined || !/Image|Pull/.test(waiting.reason)) return [];
  const about = { ...scene.about, container };
  const created = (each: Of<"container">): boolean =>
    each.container === container && each.to === "Creating";
  return [
    {
      what: `the image of ${scene.story.name(about)} is not there: ${waiting.reason}`,
      needs: "the image on the node",
      details: waiting.message === undefined ? [] : [waiting.message],
      rule: "pull/needed",
      grounds: scene.story.containerField(about, "imagePullPolicy"),
      later: scene.next("container", created),
    },
  ];
}
