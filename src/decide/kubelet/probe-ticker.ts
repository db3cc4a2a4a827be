/**
 * When a probe worker goes round: the ticks of its period, and the pokes that come between.
 *
 * Models: kubernetes/pkg/kubelet/prober/worker.go worker.run.
 */

export interface ProbeTicker {
  readonly periodMs: number;
  /** A tick that fell due while the worker was busy waits for it; those after it are dropped. */
  readonly nextTickMs: number;
  /** One poke waits at most. It also waits while the worker sleeps its start delay. */
  readonly isPoked: boolean;
}

/**
 * How long a new worker sleeps before all else, during which it serves no poke either. Only a
 * kubelet younger than the period lets its workers wait, so that a restart does not make all of
 * them probe at once.
 */
export function probeStartDelayMs(periodMs: number, kubeletAgeMs: number, draw: number): number {
  return periodMs > kubeletAgeMs ? Math.floor(draw * periodMs) : 0;
}

/** A worker probes at once when it begins; ticks are counted from there, not from a container. */
export function beginTicker(periodMs: number, nowMs: number, isPoked = false): ProbeTicker {
  return { periodMs, nextTickMs: nowMs + periodMs, isPoked };
}

export function poke(ticker: ProbeTicker): ProbeTicker {
  return { ...ticker, isPoked: true };
}

export interface NextRound {
  readonly dueMs: number;
  readonly cause: "tick" | "poke";
  /** As it is once that round has begun. */
  readonly ticker: ProbeTicker;
}

/**
 * The next round of a worker that is idle from `nowMs` on. A poke restarts the period. Where a tick
 * and a poke both wait, upstream takes either by chance; here the poke, which answers for both.
 */
export function nextRound(ticker: ProbeTicker, nowMs: number): NextRound {
  const { periodMs, nextTickMs, isPoked } = ticker;
  if (isPoked) return { dueMs: nowMs, cause: "poke", ticker: beginTicker(periodMs, nowMs) };
  const dueMs = Math.max(nextTickMs, nowMs);
  const missed = Math.floor((dueMs - nextTickMs) / periodMs);
  const following = nextTickMs + (missed + 1) * periodMs;
  return { dueMs, cause: "tick", ticker: { periodMs, nextTickMs: following, isPoked: false } };
}
