/** The sync loop is held up by a pod that has to die for a critical one. */
import { killPodTimeoutMs } from "../../decide/kubelet/grace-period.ts";
import { formatTime, toMs } from "../../trace/times.ts";
import { type Of, keyOf } from "../story.ts";
import type { Lack } from "./lack.ts";
import type { Scene } from "./scene.ts";

/** What every other pod of the node waits for, too. */
export function preemptionLacks(scene: Scene): readonly Lack[] {
  const { story, atMs } = scene;
  const event = scene.lastOfNode("event", ({ reason }) => reason === "Preempting");
  if (event === undefined || keyOf(event) === scene.pod.key) return [];
  const declared = story.declared(event);
  if (declared === undefined) return [];
  const { terminationGracePeriodSeconds } = declared.pod.spec;
  const untilMs = toMs(event.t) + killPodTimeoutMs(terminationGracePeriodSeconds);
  const running = story.facts.runs.runs.filter(
    ({ podKey, startMs = Infinity, exitMs = Infinity }) =>
      podKey === keyOf(event) && startMs <= atMs && exitMs > atMs,
  );
  if (running.length === 0 || untilMs <= atMs) return [];
  const victim = story.podName(event);
  const critical = story.causeOf(event);
  const whose = critical && "pod" in critical ? ` for ${story.podName(critical)}` : "";
  const ids = new Set(running.map(({ id }) => id));
  const ends = ({ id, to }: Of<"container">): boolean => ids.has(id) && to === "Exited";
  return [
    {
      what: `the sync loop of the kubelet waits for the death of ${victim}, to make room${whose}`,
      since: event,
      needs: `${victim} to be dead, or the wait for it to be over`,
      details: [`it is over at ${formatTime(untilMs)} at the latest`],
      rule: "wait/preemption",
      grounds: story.field(event, ["spec", "terminationGracePeriodSeconds"]),
      later: scene.nextOfNode("container", ends),
    },
  ];
}
