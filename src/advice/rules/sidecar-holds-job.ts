/** A container that is no task keeps the pod of a task from ending. */
import type { AdvisedContainer, AdvisedPod } from "../advised-run.ts";
import type { Finding } from "../finding.ts";
import { type AdviceRule, lasting } from "../rule.ts";

/** So long the others have to be done: one may just be a little longer. */
const heldAtLeastMs = 30_000;

export const sidecarHoldsJob: AdviceRule = {
  title: "A sidecar holds the end of a Job",
  find: (run) =>
    run.pods.flatMap((pod): readonly Finding[] => {
      if (pod.spec.restartPolicy === "Always") return [];
      const own = pod.containers.filter(({ list }) => list === "containers");
      const endsMs = own.map((container) => doneMs(container, pod, run.endMs));
      const done = endsMs.filter((ms) => ms !== undefined);
      const holders = own.filter(
        (container, index) =>
          endsMs[index] === undefined &&
          container.state === "running" &&
          run.behaviour(pod, container.name).runs.at(-1)?.exitAfterMs === undefined,
      );
      const lastMs = Math.max(...done);
      const untilMs = Math.min(pod.terminatingMs ?? Infinity, run.endMs);
      const isHeld = done.length > 0 && done.length + holders.length === own.length;
      if (!isHeld || holders.length === 0 || untilMs - lastMs < heldAtLeastMs) return [];
      const what = pod.manifest.owner?.kind ?? "pod";
      return holders.map((container) => ({
        pod: pod.title,
        container: container.name,
        says:
          `the rest of the ${what} was done at ${lasting(lastMs)}, ` +
          `and it ran on for ${lasting(untilMs - lastMs)}`,
        advice: "as an init container with restartPolicy Always it is stopped when they are done",
        fixes: [run.fix(pod, container.path)],
      }));
    }),
};

/** When it ended for good before its pod was told to. */
function doneMs(
  { runs, state }: AdvisedContainer,
  { terminatingMs = Infinity }: AdvisedPod,
  endMs: number,
): number | undefined {
  const exitMs = runs.at(-1)?.exitMs;
  if (exitMs === undefined || exitMs > Math.min(terminatingMs, endMs)) return undefined;
  return state === "running" || state === "CrashLoopBackOff" ? undefined : exitMs;
}
