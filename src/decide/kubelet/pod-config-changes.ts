/**
 * What a reading of a source changed, by UID.
 * Models: kubernetes/pkg/kubelet/config/config.go checkAndUpdatePod, podsDifferSemantically.
 */
import type { KubePod } from "../../model/kube-pod.ts";

export interface PodConfigChanges {
  readonly added: readonly KubePod[];
  /** The spec, the labels, or the wish to delete it. */
  readonly updated: readonly KubePod[];
  /** Only the status: no sync is asked for. */
  readonly reconciled: readonly KubePod[];
  readonly removed: readonly KubePod[];
}

export function podChanges(
  before: readonly KubePod[],
  after: readonly KubePod[],
): PodConfigChanges {
  const known = new Map(before.map((pod) => [pod.uid, pod]));
  const present = new Set(after.map(({ uid }) => uid));
  const added: KubePod[] = [];
  const updated: KubePod[] = [];
  const reconciled: KubePod[] = [];
  for (const pod of after) {
    const old = known.get(pod.uid);
    if (old === pod) continue;
    if (old === undefined) added.push(pod);
    else if (differSemantically(old, pod)) updated.push(pod);
    else if (old.status !== pod.status) reconciled.push(pod);
  }
  // Oldest first, as the kubelet takes additions.
  const age = ({ creationTimestampMs = 0 }: KubePod): number => creationTimestampMs;
  return {
    added: added.toSorted((a, b) => age(a) - age(b)),
    updated,
    reconciled,
    removed: before.filter(({ uid }) => !present.has(uid)),
  };
}

function differSemantically(a: KubePod, b: KubePod): boolean {
  return (
    a.deletionTimestampMs !== b.deletionTimestampMs ||
    a.deletionGracePeriodSeconds !== b.deletionGracePeriodSeconds ||
    (a.spec !== b.spec && JSON.stringify(a.spec) !== JSON.stringify(b.spec)) ||
    JSON.stringify(a.labels) !== JSON.stringify(b.labels) ||
    JSON.stringify(a.annotations) !== JSON.stringify(b.annotations)
  );
}
