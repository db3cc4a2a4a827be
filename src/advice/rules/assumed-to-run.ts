/** An init container or a task never ends, since nobody said that it does. */
import type { AdvisedContainer, AdvisedPod, AdvisedRun } from "../advised-run.ts";
import { type AdviceRule, ofContainers } from "../rule.ts";

export const assumedToRun: AdviceRule = {
  title: "A container that should end is taken to run for ever",
  find: ofContainers((pod, container, run) => {
    if (!isToEnd(pod, container, run)) return undefined;
    const isInit = container.list === "initContainers";
    const held = isInit ? "so no container after it starts" : "so its pod never ends";
    const key = run.pods.length > 1 ? `*/${container.name}` : container.name;
    return {
      says: `nothing says when it ends, and it is taken to run for ever, ${held}`,
      advice: `say it: --behave '${key}: exit 0 after 5s'`,
      fixes: [run.fix(pod, container.path)],
    };
  }),
};

function isToEnd(pod: AdvisedPod, container: AdvisedContainer, run: AdvisedRun): boolean {
  const { name, list, isSidecar, state } = container;
  if (isSidecar || run.isDescribed(pod, name)) return false;
  if (list === "initContainers") return state === "running" || wasStopped(container);
  if (state !== "running") return false;
  const isTask = pod.manifest.owner?.kind === "Job" || pod.manifest.owner?.kind === "CronJob";
  const others = pod.containers.filter((each) => each.list === "containers");
  // Beside one that has ended it may well be a sidecar.
  return isTask && others.every((each) => each.runs.at(-1)?.exitMs === undefined);
}

/** It went with its pod, and not by itself. */
function wasStopped({ runs }: AdvisedContainer): boolean {
  return runs.some(({ termMs }) => termMs !== undefined);
}
