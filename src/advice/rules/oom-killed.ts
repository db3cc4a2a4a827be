/** The kernel ends a container that wants more memory than it may have. */
import { type AdviceRule, lasting, often, ofContainers } from "../rule.ts";

export const oomKilled: AdviceRule = {
  title: "A container is killed for its memory",
  find: ofContainers((pod, container, run) => {
    const killed = container.runs.filter(({ reason }) => reason === "OOMKilled");
    const [first] = killed;
    if (first === undefined) return undefined;
    const livedMs = (first.exitMs ?? 0) - (first.startMs ?? 0);
    const since = killed.length === 1 ? "" : "the first time ";
    const limit = container.spec.resources?.limits?.["memory"];
    const may = limit === undefined ? "it has no limit of its own" : `its limit is ${limit}`;
    return {
      says:
        `it was OOMKilled ${often(killed.length)}, ${since}${lasting(livedMs)} after its start: ` +
        may,
      advice:
        limit === undefined
          ? "a request and a limit of memory let the scheduler find it the room"
          : "give it more, or let it use less",
      fixes: [run.fix(pod, [...container.path, "resources", "limits", "memory"])],
    };
  }),
};
