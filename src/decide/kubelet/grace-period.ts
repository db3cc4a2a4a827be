/**
 * How long a pod that ends may take.
 *
 * Models: kubernetes/pkg/kubelet/pod_workers.go calculateEffectiveGracePeriod, killPodNow.
 */

export interface GracePeriodPod {
  readonly deletionGracePeriodSeconds?: number;
  /** Absent for a pod that only the runtime knows. */
  readonly spec?: { readonly terminationGracePeriodSeconds?: number };
}

export interface EffectiveGracePeriod {
  readonly gracePeriodSeconds: number;
  /** It was set before and is another one now. */
  readonly isShortened: boolean;
}

/**
 * `before` is 0 if none is in force yet. The API server's word counts first, then the kubelet's own
 * wish, as far as they are shorter; the spec's only where neither was given. A forced deletion says
 * 0, which reads as 1.
 */
export function calculateEffectiveGracePeriod(
  before: number,
  pod: GracePeriodPod,
  overrideSeconds?: number,
): EffectiveGracePeriod {
  let seconds = before;
  let isGiven = false;
  for (const wish of [pod.deletionGracePeriodSeconds, overrideSeconds]) {
    // A grace of 0 counts as none, so a kubelet's wish is taken beside a forced deletion.
    if (wish !== undefined && (seconds === 0 || wish < seconds)) {
      seconds = wish;
      isGiven = true;
    }
  }
  if (!isGiven && seconds === 0) seconds = pod.spec?.terminationGracePeriodSeconds ?? 0;
  const gracePeriodSeconds = Math.max(seconds, 1);
  return { gracePeriodSeconds, isShortened: before !== 0 && before !== gracePeriodSeconds };
}

/** How long one who kills a pod waits for it before the event ExceededGracePeriod. */
export function killPodTimeoutMs(gracePeriodSeconds: number): number {
  const seconds = gracePeriodSeconds + Math.trunc(gracePeriodSeconds / 2);
  return Math.max(seconds, 10) * 1000;
}
