/** Says of a node that is away for long that nobody watches over it here. */
import { nodeMonitorGracePeriodMs } from "../decide/node-health.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { errorAt } from "./issues.ts";
import type { Scenario } from "./scenario.ts";
import { knownTimeMs } from "./stimulus-times.ts";

/** A note on the first time that a controller would have noticed. */
export function noteUnwatched(scenario: Scenario): readonly Diagnostic[] {
  const { stimuli, requires, durationMs, document } = scenario;
  if (requires.includes("nodeLifecycle")) return [];
  const timed = stimuli.flatMap((stimulus) => {
    const atMs = knownTimeMs(stimulus.at, scenario);
    return atMs === undefined ? [] : [{ stimulus, atMs }];
  });
  const ends = timed.filter(({ stimulus }) => stimulus.action === "nodeUp");
  const isLong = (downMs: number): boolean => {
    const laterMs = ends.map(({ atMs }) => atMs).filter((atMs) => atMs > downMs);
    return Math.min(durationMs, ...laterMs) - downMs > nodeMonitorGracePeriodMs;
  };
  const first = timed.find(({ stimulus, atMs }) => stimulus.action === "nodeDown" && isLong(atMs));
  if (first === undefined) return [];
  const finding = {
    message:
      "nobody watches over the node here: its pods stay as they are, however long it is down",
    fix: "for a controller that evicts them, say requires: [nodeLifecycle]",
  };
  const { path } = first.stimulus.place;
  return [{ ...errorAt(document, [...path, "action"], finding), severity: "note" }];
}
