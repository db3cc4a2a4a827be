/**
 * Whether the runtime is well enough for the kubelet to take anything, and what it says if not.
 *
 * It asks for the runtime's status each five seconds. Without an outage the answers are all good
 * and nobody needs to ask; so the moments are counted here instead of being lived through.
 *
 * Models: kubernetes/pkg/kubelet/runtime.go runtimeState; kubelet.go updateRuntimeUp.
 */
import { plegHealth } from "./pleg-events.ts";

/** The runtime answers no call; ms, and `toMs` is Infinity while it lasts. */
export interface RuntimeOutage {
  readonly fromMs: number;
  toMs: number;
}

export interface RuntimeView {
  readonly nowMs: number;
  /** When this kubelet first asked, or would have. */
  readonly firstStatusMs: number;
  readonly lastRelistMs: number | undefined;
  /** In order. */
  readonly outages: readonly RuntimeOutage[];
  /** How old the last list of all may be. Default: that of a kubelet that lists each second. */
  readonly plegThresholdMs?: number;
}

export const runtimeStatusPeriodMs = 5_000;
const baseRuntimeSyncThresholdMs = 30_000;

/** Undefined: it is well. Several errors stand in brackets, as upstream's aggregates do. */
export function runtimeErrors(view: RuntimeView): string | undefined {
  const errors = [baseRuntimeError(view), plegError(view)].filter((text) => text !== undefined);
  return errors.length > 1 ? `[${errors.join(", ")}]` : errors[0];
}

function baseRuntimeError(view: RuntimeView): string | undefined {
  const syncedMs = lastGoodStatusMs(view);
  if (syncedMs === undefined) return "container runtime status check may not have completed yet";
  if (view.nowMs - syncedMs < baseRuntimeSyncThresholdMs) return undefined;
  return "container runtime is down";
}

function plegError(view: RuntimeView): string | undefined {
  const trouble = plegHealth(view.lastRelistMs, view.nowMs, view.plegThresholdMs);
  return trouble === undefined ? undefined : `PLEG is not healthy: ${trouble}`;
}

function lastGoodStatusMs({ nowMs, firstStatusMs, outages }: RuntimeView): number | undefined {
  let atMs = lastStatusUntil(nowMs, firstStatusMs);
  for (const { fromMs, toMs } of outages.toReversed()) {
    if (atMs >= fromMs && atMs < toMs) atMs = lastStatusUntil(fromMs - 1, firstStatusMs);
  }
  return atMs < firstStatusMs ? undefined : atMs;
}

function lastStatusUntil(ms: number, firstMs: number): number {
  return firstMs + Math.floor((ms - firstMs) / runtimeStatusPeriodMs) * runtimeStatusPeriodMs;
}
