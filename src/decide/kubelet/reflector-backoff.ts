/**
 * How long the kubelet's API source waits before it lists again, after a list that failed or a
 * watch that has ended: longer each time, and as at first where it has long been well.
 *
 * Models: kubernetes/staging/src/k8s.io/client-go/tools/cache/reflector.go
 * NewReflectorWithOptions; kubernetes/staging/src/k8s.io/apimachinery/pkg/util/wait/backoff.go
 * exponentialBackoffManagerImpl.
 */
export interface ReflectorBackoff {
  /** The next wait, in ms, before its jitter. */
  readonly nextMs: number;
  /** When it was last waited; before that, never. */
  readonly lastMs: number;
}

const initialMs = 800;
const maxMs = 30_000;
const factor = 2;
/** Up to twice as long. */
const jitterFactor = 1;
const resetAfterMs = 120_000;

export const freshReflectorBackoff: ReflectorBackoff = { nextMs: initialMs, lastMs: -Infinity };

/** `draw` is in [0, 1). */
export function reflectorBackoff(
  before: ReflectorBackoff,
  nowMs: number,
  draw: number,
): { readonly delayMs: number; readonly after: ReflectorBackoff } {
  const baseMs = nowMs - before.lastMs > resetAfterMs ? initialMs : before.nextMs;
  const nextMs = Math.min(baseMs * factor, maxMs);
  const delayMs = Math.floor(baseMs * (1 + jitterFactor * draw));
  return { delayMs, after: { nextMs, lastMs: nowMs } };
}
