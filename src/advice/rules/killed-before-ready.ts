/** A probe kills a container that has not been up yet in that run. */
import type { RunAccount } from "../account.ts";
import type { AdvisedContainer, AdvisedPod, AdvisedRun } from "../advised-run.ts";
import { failuresUntil } from "../probe-budget.ts";
import { type AdviceRule, type Told, lasting, often, ofContainers } from "../rule.ts";

export const killedBeforeReady: AdviceRule = {
  title: "A probe kills a container before it was ever ready",
  find: ofContainers((pod, container, run) => {
    const killed = container.runs.filter(isKilledBeforeReady);
    const [first] = killed;
    if (first === undefined) return undefined;
    const kind = first.killReason === "startup" ? "startup" : "liveness";
    // What fails because it was told to says nothing of how long the container needs.
    if (run.isProbeSet(pod, container, kind)) return undefined;
    const livedMs = (first.stopMs ?? 0) - (first.startMs ?? 0);
    const since = killed.length === 1 ? "" : "the first time ";
    const says =
      `its ${kind} probe killed it ${often(killed.length)} before it was ready, ` +
      `${since}${lasting(livedMs)} after its start`;
    return { says, ...adviceOn(first, pod, container, run) };
  }),
};

/** By a probe that had not succeeded once, or before the status ever said that it is ready. */
export function isKilledBeforeReady({ killReason, readyMs, probes }: RunAccount): boolean {
  if (killReason !== "liveness" && killReason !== "startup") return false;
  return readyMs === undefined || (probes[killReason]?.successes ?? 0) === 0;
}

function adviceOn(
  { killReason, probes, startMs = 0 }: RunAccount,
  pod: AdvisedPod,
  container: AdvisedContainer,
  run: AdvisedRun,
): Pick<Told, "advice" | "fixes"> {
  const { livenessProbe: probe, startupProbe } = container.spec;
  const kind = killReason === "startup" ? "startup" : "liveness";
  const path = [...container.path, `${kind}Probe`];
  const needsMs = run.answersAfter(pod, container, kind);
  if (kind === "startup" || probe === undefined || needsMs === 0 || needsMs === Infinity) {
    const advice = "no budget is long enough for that: see what the probe asks, and what answers";
    return { advice, fixes: [run.fix(pod, path)] };
  }
  const answers = `it answers ${lasting(needsMs)} after its start`;
  if (startupProbe !== undefined) {
    const probedMs = (probes.startup?.firstSuccessMs ?? startMs) - startMs;
    const failureThreshold = failuresUntil(Math.max(0, needsMs - probedMs), probe);
    const advice =
      `${answers}: set failureThreshold to ${failureThreshold} or more, ` +
      "or let the startup probe ask the same";
    return { advice, fixes: [run.fix(pod, [...path, "failureThreshold"], failureThreshold)] };
  }
  const asked = { ...probe, initialDelaySeconds: 0 };
  const failureThreshold = failuresUntil(needsMs, asked);
  // Of a probe that is not there yet a scenario may say nothing, and what is not said succeeds.
  const isAssumed = run.answersAfter(pod, container, "startup") < needsMs;
  const advice =
    `${answers}: a startupProbe that asks the same, with periodSeconds ${probe.periodSeconds} ` +
    `and failureThreshold ${failureThreshold} or more, gives it the time` +
    (isAssumed
      ? "; to see it here, let the behaviour say of startup what it says of liveness"
      : "");
  const suggested = { ...asked, failureThreshold };
  return { advice, fixes: [run.fix(pod, [...container.path, "startupProbe"], suggested)] };
}
