/**
 * When a pod is synced again without anything having happened.
 *
 * Models: kubernetes/pkg/kubelet/pod_workers.go completeWork;
 * kubernetes/pkg/kubelet/util/queue/work_queue.go GetWork;
 * kubernetes/pkg/kubelet/container/sync_result.go MinBackoffExpiration.
 */
import type { KubeletFeatures } from "./features.ts";

export type SyncOutcome =
  /** To terminating, or to terminated. */
  | { readonly kind: "phaseTransition" }
  | { readonly kind: "success" }
  | { readonly kind: "networkNotReady" }
  | {
      readonly kind: "error";
      /** The ends of the crash back-offs among the errors; other errors have none. */
      readonly backoffExpiriesMs?: readonly number[];
    };

export interface RequeueMoment {
  readonly nowMs: number;
  readonly syncFrequencyMs: number;
  /** In [0, 1). */
  readonly draw: number;
}

export const defaultSyncFrequencyMs = 60_000;

const errorBackoffMs = 10_000;
const transientErrorBackoffMs = 1_000;
const jitterFactor = 0.5;

/** An update that came during the sync does not wait for this. */
export function requeueDelayMs(
  outcome: SyncOutcome,
  { nowMs, syncFrequencyMs, draw }: RequeueMoment,
  features: Pick<KubeletFeatures, "requeueAtBackoffExpiry">,
): number {
  switch (outcome.kind) {
    case "phaseTransition":
      return 0;
    case "success":
      return jitter(syncFrequencyMs, draw);
    case "networkNotReady":
      return jitter(transientErrorBackoffMs, draw);
    case "error": {
      if (!features.requeueAtBackoffExpiry) return jitter(errorBackoffMs, draw);
      // The earliest end counts for the whole pod, whatever else failed in it.
      const expiries = outcome.backoffExpiriesMs ?? [];
      const waitMs = expiries.length === 0 ? errorBackoffMs : Math.min(...expiries) - nowMs;
      return jitter(Math.min(Math.max(waitMs, 0), syncFrequencyMs), draw);
    }
  }
}

/** Models: kubernetes/staging/src/k8s.io/apimachinery/pkg/util/wait/backoff.go Jitter. */
function jitter(durationMs: number, draw: number): number {
  return Math.floor(durationMs * (1 + draw * jitterFactor));
}

/** A retry of one that may not start yet, and of others that go by the error back-off alone. */
export function errorRetryDelayMs(draw: number): number {
  return jitter(errorBackoffMs, draw);
}

/**
 * The UIDs whose time has passed: what is due at this very moment waits for the next tick. Upstream
 * takes them in any order; here in the order in which they fell due.
 */
export function dueWork(queue: ReadonlyMap<string, number>, nowMs: number): readonly string[] {
  return [...queue]
    .filter(([, dueMs]) => dueMs < nowMs)
    .toSorted(([, a], [, b]) => a - b)
    .map(([uid]) => uid);
}

/** The first of the ticks `phaseMs + n * tickMs` that takes what is due at `dueMs`. */
export function takenAtMs(dueMs: number, phaseMs: number, tickMs = 1_000): number {
  return phaseMs + (Math.floor((dueMs - phaseMs) / tickMs) + 1) * tickMs;
}
