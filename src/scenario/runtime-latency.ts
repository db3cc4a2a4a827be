/** The latencies of a scenario file as the runtime's callers have them. */
import type { RuntimeCall, RuntimeLatency } from "../node/call-latency.ts";
import type { Duration } from "./duration.ts";
import type { Scenario } from "./scenario.ts";

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

/** In place of what the scenario says of these calls, so many milliseconds for each. */
export function withLatency(
  scenario: Scenario,
  latencyMs: Readonly<Partial<Record<RuntimeCall, number>>> = {},
): Scenario {
  const ranges = Object.entries(latencyMs).map(
    ([call, ms]) => [call, { from: { ms }, to: { ms } }] as const,
  );
  const latency = { ...scenario.runtime.latency, ...Object.fromEntries(ranges) };
  return { ...scenario, runtime: { ...scenario.runtime, latency } };
}
