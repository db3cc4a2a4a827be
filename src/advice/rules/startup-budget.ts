/** The startup probe gives up before the start is over. */
import { failuresUntil } from "../probe-budget.ts";
import { type AdviceRule, lasting, often, ofContainers } from "../rule.ts";

export const startupBudget: AdviceRule = {
  title: "The budget of a startup probe is shorter than the startup",
  find: ofContainers((pod, container, run) => {
    const probe = container.spec.startupProbe;
    const killed = container.runs.filter(({ killReason }) => killReason === "startup");
    const [first] = killed;
    if (probe === undefined || first === undefined) return undefined;
    const needsMs = run.answersAfter(pod, container, "startup");
    if (needsMs === 0 || needsMs === Infinity) return undefined;
    const budgetMs = (first.stopMs ?? 0) - (first.startMs ?? 0);
    const threshold = failuresUntil(needsMs, probe);
    return {
      says:
        `its startup takes ${lasting(needsMs)}, and its startup probe gave it ` +
        `${lasting(budgetMs)}: killed ${often(killed.length)}`,
      advice: `set failureThreshold to ${threshold} or more`,
      fixes: [run.fix(pod, [...container.path, "startupProbe", "failureThreshold"], threshold)],
    };
  }),
};
