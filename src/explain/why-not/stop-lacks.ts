/** Why a pod is not gone: what of it is still to be stopped, reported or let go. */
import { formatTime, toMs } from "../../trace/times.ts";
import { sigtermGround } from "../behaviour-grounds.ts";
import { graceOf, isOverdue, timeoutMs } from "../kill-grace.ts";
import { hookGrounds } from "../tell-stop.ts";
import { imageLacks } from "./image-lacks.ts";
import { kubeletLacks, linkLacks, reportLacks } from "./kubelet-lacks.ts";
import type { Lack } from "./lack.ts";
import { hookLacks } from "./probe-lacks.ts";
import type { Scene } from "./scene.ts";

export function removalLacks(scene: Scene): readonly Lack[] {
  const away = kubeletLacks(scene);
  if (!scene.isTerminating) return [notDeleted(scene), ...away];
  const removed = scene.next("pod", ({ change }) => change === "removed");
  // A second deletion may take the object away while its containers run.
  const own = stopLacks(scene).map((lack) => {
    const isFirst = removed !== undefined && removed.seq < (lack.later?.seq ?? Infinity);
    return isFirst ? { ...lack, later: removed } : lack;
  });
  const links = linkLacks(scene);
  if (own.length > 0) return [...away, ...own, ...links];
  const held = finalizers(scene);
  if (held.length > 0) return [...away, ...held, ...links];
  if (away.length + links.length > 0) return [...away, ...links];
  return reportLacks(scene);
}

function notDeleted(scene: Scene): Lack {
  const isFile = scene.pod.source === "file";
  return {
    what: isFile ? `the file of ${scene.name} is there` : `nobody has deleted ${scene.name}`,
    needs: isFile ? "somebody to remove its file" : "somebody to delete it",
    rule: isFile ? "pod/file" : "pod/deleted",
    later: scene.next("pod", ({ change }) => change === "terminating" || change === "removed"),
  };
}

/** Each container that has not ended yet. */
export function stopLacks(scene: Scene): readonly Lack[] {
  const { initContainers = [], containers = [], ephemeralContainers = [] } = scene.spec ?? {};
  const names = [...initContainers, ...containers, ...ephemeralContainers].map(({ name }) => name);
  const busy = names.flatMap((name) => [
    ...imageLacks(scene, name, { onlyOpen: true }),
    ...hookLacks(scene, name),
  ]);
  const running = names.filter((name) => scene.isRunning(name));
  const hasBegun = running.some((name) => isTold(scene, name));
  const stops = running.map((name) => stopOf(scene, name));
  if (busy.length === 0 || hasBegun) return stops;
  const later = scene.next("signal");
  const what = `the worker of ${scene.name} has not come to its deletion yet`;
  return [
    { what, needs: "its sync to be over", rule: "wait/worker", later, lacks: busy },
    ...stops,
  ];
}

function isTold(scene: Scene, container: string): boolean {
  const run = scene.run(container);
  return scene.last("event", (each) => each.reason === "Killing" && each.container === container)
    ? true
    : run?.sigtermMs !== undefined && run.sigtermMs <= scene.atMs;
}

/** Of a container that runs, in a pod that is to end. */
export function stopOf(scene: Scene, container: string): Lack {
  const run = scene.run(container);
  const name = scene.story.name({ ...scene.about, container, run: run?.run ?? 1 });
  const isOwn = ({ id }: { readonly id: string }): boolean => id === run?.id;
  const later = scene.next("container", (each) => isOwn(each) && each.to === "Exited");
  const kill = scene.last("signal", (each) => isOwn(each) && each.signal === "KILL");
  if (kill !== undefined) {
    const what = `${name} has got SIGKILL`;
    return { what, since: kill, needs: "it to end", rule: "signal/KILL", later };
  }
  const term = scene.last("signal", (each) => isOwn(each) && each.signal === "TERM");
  if (term !== undefined) {
    const grace = graceOf(scene.story, term);
    const untilMs = toMs(term.t) + (grace === undefined ? 0 : timeoutMs(grace));
    const details = grace === undefined ? [] : [`SIGKILL comes at ${formatTime(untilMs)}`];
    const grounds = [...(grace?.grounds ?? []), sigtermGround(scene.story, term)];
    const what = `${name} has got SIGTERM, and runs`;
    return {
      what,
      since: term,
      needs: "it to end, or its grace to be over",
      details,
      rule: "signal/TERM",
      grounds,
      later,
    };
  }
  // Another kubelet, or none, knows nothing of what this one had begun.
  const lifeSeq = scene.lastOfNode("kubelet")?.seq ?? 0;
  const hook = scene.last(
    "hook",
    (each) => isOwn(each) && each.hook === "preStop" && each.seq > lifeSeq,
  );
  if (hook?.phase === "start") {
    const ends = scene.next("hook", (each) => isOwn(each) && each.phase === "end");
    const what = `the preStop hook of ${name} runs`;
    const grounds = hookGrounds(scene.story, hook);
    const needs = "the hook to end, or the grace to be over";
    return { what, since: hook, needs, rule: "hook/preStop", grounds, later: ends ?? later };
  }
  const killing = scene.last(
    "event",
    (each) => each.reason === "Killing" && each.container === container,
  );
  const next = scene.next("signal", isOwn) ?? later;
  const isBrokenOff = killing !== undefined && killing.seq < lifeSeq;
  if (killing !== undefined && scene.isTerminating && !isBrokenOff) {
    const what = `${name} runs, and waits for others to end before SIGTERM`;
    const needs = "the containers that it stands by to end, or the grace to be over";
    return { what, since: killing, needs, rule: "signal/order", later: next };
  }
  const rule = isOverdue(scene.story, scene.about) ? "signal/deadline" : "signal/deleted";
  const needs = "the kubelet to stop it";
  if (isBrokenOff) {
    const what = `${name} runs, and its stop ended with the kubelet that had begun it`;
    return { what, since: killing, needs, rule, later: next };
  }
  const what = `${name} runs, and has not been told to stop`;
  return { what, needs, rule, later: next };
}

function finalizers(scene: Scene): readonly Lack[] {
  const held = scene.last("pod")?.metadata?.["finalizers"];
  if (!Array.isArray(held) || held.length === 0) return [];
  const what = `${scene.name} has finalizers: ${held.join(", ")}`;
  const grounds = scene.story.field(scene.about, ["metadata", "finalizers"]);
  const later = scene.next("pod", ({ change }) => change === "removed" || change === "updated");
  const needs = "somebody to take them away: the kubelet does not";
  return [{ what, needs, rule: "pod/removed", grounds, later }];
}
