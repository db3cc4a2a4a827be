/**
 * How the API server deletes a pod: at once, or by a mark that the kubelet has to act on.
 * Models: kubernetes/staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go BeforeDelete,
 * kubernetes/pkg/registry/core/pod/strategy.go CheckGracefulDelete.
 */
import type { KubePod } from "../model/kube-pod.ts";

export type Deletion =
  | { readonly kind: "removed"; readonly marked?: KubePod }
  | { readonly kind: "marked"; readonly pod: KubePod }
  | { readonly kind: "unchanged" };

export interface DeleteOptions {
  /** Absent: the pod's own. */
  readonly graceSeconds?: number;
  readonly nowMs: number;
  /** Cuts a time to whole seconds of the wall clock: a deletion is stored no finer. */
  readonly toApiTime: (ms: number) => number;
  /** A second, shorter period that is over already counts as 1 s. */
  readonly expiredGraceIsOne: boolean;
}

export function deletePod(pod: KubePod, options: DeleteOptions): Deletion {
  const grace = effectiveGrace(pod, options.graceSeconds);
  const { nowMs, toApiTime } = options;
  if (pod.deletionTimestampMs === undefined) {
    const marked = {
      ...pod,
      deletionTimestampMs: toApiTime(nowMs + grace * 1000),
      deletionGracePeriodSeconds: grace,
    };
    // The mark is stored and seen before the object goes, so the kubelet learns of the grace of 0.
    return grace === 0 ? { kind: "removed", marked } : { kind: "marked", pod: marked };
  }
  const shortened = shorten(pod, grace, options);
  if (grace > 0) return shortened;
  return shortened.kind === "marked"
    ? { kind: "removed", marked: shortened.pod }
    : { kind: "removed" };
}

function effectiveGrace({ spec, status }: KubePod, asked: number | undefined): number {
  const isOver = status.phase === "Succeeded" || status.phase === "Failed";
  if (isOver) return 0;
  const grace = asked ?? spec.terminationGracePeriodSeconds;
  return grace < 0 ? 1 : grace;
}

/**
 * A second request can only bring the end nearer; it counts from the first. One of 0, as the
 * kubelet sends it at the end, is stored before the object goes, too.
 */
function shorten(pod: KubePod, grace: number, options: DeleteOptions): Deletion {
  const known = pod.deletionGracePeriodSeconds ?? 0;
  if (grace >= known) return { kind: "unchanged" };
  const firstMs = (pod.deletionTimestampMs ?? 0) - known * 1000;
  const endMs = firstMs + grace * 1000;
  const { nowMs, toApiTime, expiredGraceIsOne } = options;
  if (grace === 0 || endMs >= nowMs || !expiredGraceIsOne) {
    const marked = { ...pod, deletionTimestampMs: endMs, deletionGracePeriodSeconds: grace };
    return { kind: "marked", pod: marked };
  }
  const marked = { ...pod, deletionTimestampMs: toApiTime(nowMs), deletionGracePeriodSeconds: 1 };
  return { kind: "marked", pod: marked };
}
