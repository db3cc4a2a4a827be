/**
 * How long a kubelet that was just started does nothing about its pods.
 *
 * Its sync loop begins a moment after the process, and takes nothing until the runtime has answered
 * and what depends on it is up; it looks again after 100 ms, 200 ms, 400 ms … So the first sync
 * comes about 0.8 s after the process, and on a busy machine 1.6 s or 3.3 s after it: 0.82, 0.86,
 * 1.59, 1.61, 1.64 and 3.31 s in recorded restarts of kubelets 1.32 to 1.36.
 *
 * Models: kubernetes/pkg/kubelet/kubelet.go Run, syncLoop, updateRuntimeUp.
 */

export interface KubeletStart {
  /** Until the sync loop and all tickers begin; ms after the process was started. */
  readonly loopMs: number;
  /** Until the runtime counts as up; ms after the process was started. */
  readonly runtimeUpMs: number;
}

/** Of one that is long since up. */
export const longSinceUp: KubeletStart = { loopMs: 0, runtimeUpMs: 0 };

/** In the recordings, the loop begins 0.09 to 0.21 s after the process. */
const loopMs = { from: 100, to: 200 };
/** What depends on the runtime, such as cAdvisor, is up between the second and the third look. */
const modulesMs = 500;

/** `drawn` is from [0, 1); `statusMs` is what the runtime's Status call takes. */
export function kubeletStart(drawn: number, statusMs: number): KubeletStart {
  const begin = loopMs.from + Math.floor(drawn * (loopMs.to - loopMs.from));
  return { loopMs: begin, runtimeUpMs: begin + statusMs + modulesMs };
}

/** The first sleep of the sync loop while the runtime is in trouble; each is twice the last. */
export const firstSkipMs = 100;
const mostSkipMs = 5_000;

export function nextSkipMs(lastMs: number): number {
  return Math.min(2 * lastMs, mostSkipMs);
}
