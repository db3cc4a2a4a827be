/** How long the textbook kubelet waits before it creates a crashed container again. */
import type { ContainerKey } from "../model/container-key.ts";
import type { RestartPolicy } from "../model/pod.ts";

/** What is remembered of a key that crashed. */
export interface Backoff {
  /** Crashes seen so far. */
  readonly restarts: number;
  /** Virtual milliseconds before which it is not created again. */
  readonly waitUntilMs: number;
}

export type Backoffs = ReadonlyMap<ContainerKey, Backoff>;

const maxWaitTicks = 8;

/** 1, 2, 4, 8, 8 … ticks after the first, second, third … crash. */
export function waitTicks(restarts: number): number {
  // Past a few doublings the cap holds anyhow, and 2 ** 2000 is no number of ticks.
  return Math.min(2 ** Math.min(restarts - 1, 30), maxWaitTicks);
}

/** After one more crash, seen at `nowMs`: the wait is counted from the round that sees the exit. */
export function afterCrash(known: Backoff | undefined, nowMs: number, periodMs: number): Backoff {
  const restarts = (known?.restarts ?? 0) + 1;
  return { restarts, waitUntilMs: nowMs + waitTicks(restarts) * periodMs };
}

/**
 * Whether a container that exited is to run again.
 * Models: kubernetes/pkg/kubelet/container/helpers.go ShouldContainerBeRestarted.
 */
export function wantsRestart(policy: RestartPolicy, exitCode: number): boolean {
  return policy === "Always" || (policy === "OnFailure" && exitCode !== 0);
}
