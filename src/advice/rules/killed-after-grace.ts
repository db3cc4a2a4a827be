/** SIGKILL ends a container, since it had not ended when its grace was over. */
import { type AdviceRule, lasting, often, ofContainers } from "../rule.ts";
import { stopsOf } from "../stop.ts";

export const killedAfterGrace: AdviceRule = {
  title: "SIGKILL ends a container whose grace is over",
  find: ofContainers((pod, container, run) => {
    const killed = stopsOf(pod, container, run).filter(
      ({ run: { killMs }, isUsedUpByHook }) => killMs !== undefined && !isUsedUpByHook,
    );
    const [first] = killed;
    if (first === undefined) return undefined;
    const { untilTermMs, graceSeconds, gracePath, needsSeconds } = first;
    const { termMs = 0, killMs = 0, preStopMs } = first.run;
    const before = preStopMs === undefined ? "the wait for others" : "its preStop hook";
    const spent = untilTermMs === 0 ? "" : `, of which ${before} took ${lasting(untilTermMs)}`;
    const says =
      `it was killed ${often(killed.length)}, ${lasting(killMs - termMs)} after SIGTERM: ` +
      `its grace is ${graceSeconds}s${spent}`;
    if (needsSeconds === undefined) {
      const advice =
        "it ignores SIGTERM, so no grace is enough: let its main process handle the signal";
      return { says, advice, fixes: [run.fix(pod, [...container.path, "command"])] };
    }
    const advice = `it needs ${needsSeconds}s or more to stop by itself`;
    return { says, advice, fixes: [run.fix(pod, gracePath, needsSeconds)] };
  }),
};
