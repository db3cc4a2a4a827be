/** A probe never gets an answer in time. */
import type { ContainerBehaviour, ProbeKind } from "../../model/behaviour.ts";
import type { Finding } from "../finding.ts";
import { type AdviceRule, lasting } from "../rule.ts";

const kinds: readonly ProbeKind[] = ["startup", "liveness", "readiness"];
/** Fewer may be bad luck. */
const timeoutsAtLeast = 3;

export const probeTimeout: AdviceRule = {
  title: "A probe's timeout always fires",
  find: (run) =>
    run.pods.flatMap((pod) =>
      pod.containers.flatMap((container) =>
        kinds.flatMap((kind): readonly Finding[] => {
          const probe = container.spec[`${kind}Probe`];
          const all = container.runs.flatMap(({ probes }) => probes[kind] ?? []);
          const timeouts = all.reduce((sum, each) => sum + each.timeouts, 0);
          const hasAnswered = all.some(({ successes }) => successes > 0);
          if (probe === undefined || hasAnswered || timeouts < timeoutsAtLeast) return [];
          const path = [...container.path, `${kind}Probe`, "timeoutSeconds"];
          const says =
            `its ${kind} probe ran into its timeout of ${probe.timeoutSeconds}s each of ` +
            `${timeouts} times`;
          const about = { pod: pod.title, container: container.name, says };
          const takesMs = answerMs(run.behaviour(pod, container.name), kind);
          if (takesMs === undefined) {
            const advice = "it gives no good answer in any time";
            return [{ ...about, advice, fixes: [run.fix(pod, path)] }];
          }
          const seconds = Math.ceil(takesMs / 1000) + 1;
          const takes = `the answer takes ${lasting(takesMs)}`;
          const advice = `${takes}: set timeoutSeconds to ${seconds} or more`;
          return [{ ...about, advice, fixes: [run.fix(pod, path, seconds)] }];
        }),
      ),
    ),
};

/** How long the quickest good answer takes that is not at once. */
function answerMs({ probes }: ContainerBehaviour, kind: ProbeKind): number | undefined {
  const takes = (probes?.[kind] ?? []).flatMap(({ result, takesMs = 0 }) =>
    takesMs > 0 && (result === "success" || result === "warning") ? takesMs : [],
  );
  return takes.length === 0 ? undefined : Math.min(...takes);
}
