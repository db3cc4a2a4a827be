/** A pod is ended by its deadline while it was at work. */
import type { Finding } from "../finding.ts";
import type { AdvisedPod } from "../advised-run.ts";
import { type AdviceRule, type Told, lasting } from "../rule.ts";
import { waitsForVolumes } from "../volumes.ts";

/** The deadline counts until the end is reported, from a start that is cut to whole seconds. */
const untilReportedSeconds = 5;

export const deadlineExceeded: AdviceRule = {
  title: "A pod's deadline ends it before its work is done",
  find: (run) =>
    run.pods.flatMap((pod): readonly Finding[] => {
      const { activeDeadlineSeconds: deadline } = pod.spec;
      if (pod.reason !== "DeadlineExceeded" || deadline === undefined) return [];
      const path = ["spec", "activeDeadlineSeconds"];
      const starts = pod.containers.flatMap(({ runs }) => runs.map(({ startMs }) => startMs));
      const overMs = pod.addedMs + deadline * 1000;
      if (starts.every((startMs = Infinity) => startMs >= overMs)) {
        return [{ pod: pod.title, ...beforeAnyRun(pod, deadline), fixes: [run.fix(pod, path)] }];
      }
      const ends = pod.containers
        .filter(({ isSidecar }) => !isSidecar)
        .flatMap(({ runs }) => runs.at(-1) ?? [])
        .filter(({ termMs, killMs }) => termMs !== undefined || killMs !== undefined)
        .map((last) => {
          const { startMs = 0 } = last;
          return startMs - pod.addedMs + (run.script(pod, last).exitAfterMs ?? Infinity);
        });
      const needsMs = Math.max(...ends);
      const says = `its deadline of ${lasting(deadline * 1000)} ended it while it was at work`;
      if (ends.length === 0 || needsMs === Infinity) {
        const advice = "nothing says when it would have ended by itself";
        return [{ pod: pod.title, says, advice, fixes: [run.fix(pod, path)] }];
      }
      const seconds = Math.ceil(needsMs / 1000) + untilReportedSeconds;
      const needs = `it needs ${lasting(needsMs)}`;
      const advice = `${needs}: set activeDeadlineSeconds to ${seconds} or more`;
      return [{ pod: pod.title, says, advice, fixes: [run.fix(pod, path, seconds)] }];
    }),
};

function beforeAnyRun(pod: AdvisedPod, deadline: number): Pick<Told, "says" | "advice"> {
  const says = `its deadline of ${lasting(deadline * 1000)} was over before a container of it ran`;
  const more = "give it more time";
  if (waitsForVolumes(pod)) {
    return { says, advice: `it waited for its volumes: see that they can be had, or ${more}` };
  }
  return { says, advice: `pulls count, too: see what kept it from its start, or ${more}` };
}
