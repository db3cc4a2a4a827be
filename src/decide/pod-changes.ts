/** What changed between two readings of a source, pod by pod, for the trace. */
import type { DeclaredPod } from "../model/pod.ts";
import type { PodTrace } from "../model/trace.ts";

/** Additions and updates in the order of `after`, then removals in the order of `before`. */
export function podChanges(
  before: readonly DeclaredPod[],
  after: readonly DeclaredPod[],
): readonly PodTrace[] {
  const known = new Map(before.map((pod) => [pod.uid, pod]));
  const present = new Set(after.map((pod) => pod.uid));
  const changes: PodTrace[] = [];
  for (const pod of after) {
    const old = known.get(pod.uid);
    if (old === undefined) changes.push(podTrace(pod, "added"));
    else if (old === pod) continue;
    else if (pod.deletionGraceMs !== undefined && old.deletionGraceMs === undefined) {
      changes.push(podTrace(pod, "terminating"));
    } else if (JSON.stringify(old) !== JSON.stringify(pod)) changes.push(podTrace(pod, "updated"));
  }
  for (const pod of before) if (!present.has(pod.uid)) changes.push(podTrace(pod, "removed"));
  return changes;
}

function podTrace(pod: DeclaredPod, change: PodTrace["change"]): PodTrace {
  const { namespace, name, uid, source } = pod;
  const containers = pod.containers.map((container) => container.name);
  return { type: "pod", namespace, pod: name, uid, change, source, containers };
}
