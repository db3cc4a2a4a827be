/** The latencies of a scenario file as the runtime's callers have them. */
import type { RuntimeCall, RuntimeLatency } from "../node/call-latency.ts";
import type { Duration } from "./duration.ts";

interface DurationRange {
  readonly from: Duration;
  readonly to: Duration;
}

/** What is left out of the file is left out here. */
export function toRuntimeLatency(
  latency: Readonly<Partial<Record<RuntimeCall, DurationRange | undefined>>>,
): RuntimeLatency {
  return Object.fromEntries(
    Object.entries(latency).flatMap(([call, range]) => {
      if (range === undefined) return [];
      const { from, to } = range;
      return [[call, from.ms === to.ms ? from.ms : { minMs: from.ms, maxMs: to.ms }]];
    }),
  );
}
