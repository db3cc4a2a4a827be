/** A container has ended, and does not run again, or not yet. */
import { containerShouldRestart } from "../../decide/kubelet/container-restart.ts";
import { toMs } from "../../trace/times.ts";
import { waitAt } from "../backoff-history.ts";
import { containerIn } from "../declared.ts";
import { longestWait, waitsText } from "../wait-text.ts";
import type { RuleName } from "../rules.ts";
import type { Lack } from "./lack.ts";
import type { Scene } from "./scene.ts";
import { unheardOf } from "./unheard-lacks.ts";

export function restartLacks(scene: Scene, container: string): readonly Lack[] {
  const run = scene.run(container);
  const exit = scene.last("container", ({ id, to }) => id === run?.id && to === "Exited");
  const declared = scene.story.declared(scene.about);
  const own = declared && containerIn(declared, container);
  // In another sandbox it is as if it had never run.
  const isOfNow = exit !== undefined && exit.t >= (scene.sandbox?.t ?? -Infinity);
  if (run === undefined || exit === undefined || own === undefined || !isOfNow) return [];
  const { exitCode = 0 } = run;
  const about = { ...scene.about, container };
  const what = `${scene.story.name({ ...about, run: run.run })} has ended with ${exitCode}`;
  const policy = scene.spec?.restartPolicy ?? "Always";
  const isPlainInit = own.list === "initContainers" && own.container.restartPolicy !== "Always";
  const isToRun =
    own.list !== "ephemeralContainers" &&
    (isPlainInit
      ? exitCode !== 0 && policy !== "Never"
      : containerShouldRestart(own.container, policy, exitCode, scene.features) ||
        own.container.restartPolicy === "Always");
  const later = scene.nextStart(container);
  const hasOwn = own.container.restartPolicy !== undefined;
  const grounds = hasOwn
    ? scene.story.containerField(about, "restartPolicy")
    : scene.story.field(about, ["spec", "restartPolicy"]);
  if (!isToRun) {
    const needs = "another pod, or a restartPolicy that starts it again";
    const rule = own.list === "ephemeralContainers" ? "sync/ephemeral" : "wait/noRestart";
    return [{ what, since: exit, needs, rule, grounds, later }];
  }
  const unheard = unheardOf(scene, container);
  if (unheard.length > 0) return unheard.map((lack) => ({ ...lack, later: lack.later ?? later }));
  const { durationsMs, sinceMs = 0 } = waitAt(scene.story, about);
  const waitMs = durationsMs.at(-1) ?? 0;
  if (sinceMs + waitMs > scene.atMs) {
    const wait = waitsText(scene.story, about);
    const details = wait === undefined ? [] : [wait];
    const needs = "the back-off to be over, and the next sync of its pod";
    const bounds = [...grounds, ...longestWait(scene.story)];
    return [{ what, since: exit, needs, details, rule: "sync/backOff", grounds: bounds, later }];
  }
  const hasSeen = scene.lastOfNode("relist", ({ seq }) => seq > exit.seq) !== undefined;
  const needs = hasSeen ? "the next sync of its pod" : "the kubelet to see it";
  const wait = waitMs > 0 && scene.atMs > toMs(exit.t) ? ["its back-off is over"] : [];
  const byPolicy = policy === "OnFailure" ? "sync/onFailure" : "sync/always";
  const again: RuleName = isPlainInit ? "sync/initAgain" : byPolicy;
  const rule = hasSeen ? again : "wait/seen";
  return [{ what, since: exit, needs, details: wait, rule, grounds, later }];
}
