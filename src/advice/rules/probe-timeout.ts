/** A probe never gets an answer in time. */
import type { ProbeKind } from "../../model/behaviour.ts";
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
          const takesMs = (run.behaviour(pod, container.name).probes?.[kind] ?? [])
            .filter(({ result }) => result === "success" || result === "warning")
            .map((script) => script.takesMs ?? 0)
            .filter((takes) => takes > probe.timeoutSeconds * 1000);
          const needs =
            takesMs.length === 0 ? undefined : Math.ceil(Math.min(...takesMs) / 1000) + 1;
          const answers =
            needs === undefined
              ? "it gives no good answer in any time"
              : `the answer takes ${lasting(Math.min(...takesMs))}: set timeoutSeconds to ${needs} or more`;
          const path = [...container.path, `${kind}Probe`, "timeoutSeconds"];
          return [
            {
              pod: pod.title,
              container: container.name,
              says:
                `its ${kind} probe ran into its timeout of ${probe.timeoutSeconds}s each of ` +
                `${timeouts} times`,
              advice: answers,
              fixes: [run.fix(pod, path, needs)],
            },
          ];
        }),
      ),
    ),
};
