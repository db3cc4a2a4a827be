/** A container goes out of service and comes back, over and over, while it runs. */
import { type AdviceRule, lasting, often, ofContainers } from "../rule.ts";

/** Fewer may well be meant. */
const outagesAtLeast = 3;

export const readinessFlaps: AdviceRule = {
  title: "A readiness probe takes a container out of service again and again",
  find: ofContainers((pod, container, run) => {
    const probe = container.spec.readinessProbe;
    const { firstReadyMs = Infinity, unready } = pod;
    const longest = Math.max(
      0,
      ...container.runs.map(({ probes }) => probes.readiness?.longestMiss ?? 0),
    );
    if (probe === undefined || longest < probe.failureThreshold) return undefined;
    const outages = unready.filter(
      ({ fromMs, toMs }) =>
        fromMs > firstReadyMs &&
        container.runs.some(
          ({ startMs = Infinity, exitMs = Infinity }) => startMs < fromMs && toMs < exitMs,
        ),
    );
    if (outages.length < outagesAtLeast) return undefined;
    const totalMs = outages.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
    const threshold = longest + 1;
    return {
      says:
        `it ran on and was out of service ${often(outages.length)}, for ${lasting(totalMs)}: ` +
        `its readiness probe failed up to ${longest} times in a row`,
      advice: `where that is not worth it, failureThreshold ${threshold} or more bridges it`,
      fixes: [run.fix(pod, [...container.path, "readinessProbe", "failureThreshold"], threshold)],
    };
  }),
};
