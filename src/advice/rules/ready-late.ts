/** A container could serve long before anybody asks it whether it can. */
import { type AdviceRule, lasting, ofContainers } from "../rule.ts";

const lateAtLeastMs = 15_000;
const shortPeriodSeconds = 5;

export const readyLate: AdviceRule = {
  title: "A container is ready long before its probe asks",
  find: ofContainers((pod, container, run) => {
    const { readinessProbe: probe, startupProbe } = container.spec;
    const { probes } = run.behaviour(pod, container.name);
    const [first] = container.runs;
    const { startMs, readyMs } = first ?? {};
    // What nobody has said of a start is no reason to change it.
    const isSaid = probes?.readiness !== undefined || probes?.startup !== undefined;
    if (probe === undefined || startMs === undefined || readyMs === undefined || !isSaid) {
      return undefined;
    }
    const startedMs = startupProbe ? run.answersAfter(pod, container, "startup") : 0;
    const answersMs = Math.max(startedMs, run.answersAfter(pod, container, "readiness"));
    if (readyMs - startMs - answersMs < lateAtLeastMs) return undefined;
    const says =
      `it could have been ready ${lasting(answersMs)} after its start, ` +
      `and was ${lasting(readyMs - startMs)} after it`;
    const delay = probe.initialDelaySeconds;
    if (delay * 1000 > answersMs) {
      const least = Math.floor(answersMs / 1000);
      return {
        says,
        advice: `set initialDelaySeconds to ${least}, or leave it out: a failure costs nothing`,
        fixes: [run.fix(pod, [...container.path, "readinessProbe", "initialDelaySeconds"], least)],
      };
    }
    const slow =
      startupProbe && startupProbe.periodSeconds > probe.periodSeconds ? "startup" : "readiness";
    return {
      says,
      advice: `a shorter period of the ${slow} probe finds it out sooner`,
      fixes: [
        run.fix(pod, [...container.path, `${slow}Probe`, "periodSeconds"], shortPeriodSeconds),
      ],
    };
  }),
};
