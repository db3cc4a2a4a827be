/** A preStop hook leaves nothing of the grace for what SIGTERM begins. */
import { type AdviceRule, lasting, often, ofContainers } from "../rule.ts";
import { stopsOf } from "../stop.ts";

export const preStopUsesUpGrace: AdviceRule = {
  title: "A preStop hook uses up the grace",
  find: ofContainers((pod, container, run) => {
    const stops = stopsOf(pod, container, run).filter(({ isUsedUpByHook }) => isUsedUpByHook);
    const [first] = stops;
    if (first === undefined) return undefined;
    const { untilTermMs, graceSeconds, gracePath, needsSeconds, hookNeedsSeconds } = first;
    const { isIgnored } = first;
    const killed = stops.filter(({ run: { killMs } }) => killMs !== undefined).length;
    const end = killed === 0 ? "" : `, and SIGKILL ended it ${often(killed)}`;
    const says =
      `its preStop hook took ${lasting(untilTermMs)} of a grace of ${graceSeconds}s: ` +
      `2s were left after SIGTERM${end}`;
    if (hookNeedsSeconds === undefined) {
      const process = isIgnored ? ", and the process heed SIGTERM" : "";
      const advice = `no grace is enough: let the hook come to an end${process}`;
      return { says, advice, fixes: [run.fix(pod, [...container.path, "lifecycle", "preStop"])] };
    }
    if (needsSeconds === undefined) {
      const advice =
        `the hook needs ${hookNeedsSeconds}s or more; the process ignores SIGTERM, ` +
        "so no grace is enough for it: let it handle the signal";
      return { says, advice, fixes: [run.fix(pod, gracePath, hookNeedsSeconds)] };
    }
    const advice = `hook and process need ${needsSeconds}s or more, or a shorter hook`;
    return { says, advice, fixes: [run.fix(pod, gracePath, needsSeconds)] };
  }),
};
