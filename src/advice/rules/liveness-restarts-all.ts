/** Liveness probes restart every replica at about the same time. */
import type { RunAccount } from "../account.ts";
import type { AdvisedContainer, AdvisedPod, AdvisedRun } from "../advised-run.ts";
import type { Finding } from "../finding.ts";
import { type AdviceRule, lasting } from "../rule.ts";
import { isKilledBeforeReady } from "./killed-before-ready.ts";

interface Replica {
  readonly pod: AdvisedPod;
  readonly container: AdvisedContainer;
  /** The first time that it was killed after it had been ready. */
  readonly killed: RunAccount;
}

export const livenessRestartsAll: AdviceRule = {
  title: "Liveness probes restart all replicas at once",
  find: (run) => {
    const byTemplate = new Map<unknown, AdvisedPod[]>();
    for (const pod of run.pods) {
      const { owner, source } = pod.manifest;
      if (owner !== undefined) byTemplate.set(source, [...(byTemplate.get(source) ?? []), pod]);
    }
    return [...byTemplate.values()].flatMap((pods): readonly Finding[] =>
      (pods[0]?.containers ?? []).flatMap(({ name }) => findingOf(pods, name, run) ?? []),
    );
  },
};

function findingOf(
  pods: readonly AdvisedPod[],
  name: string,
  run: AdvisedRun,
): Finding | undefined {
  const replicas = pods.flatMap((pod): readonly Replica[] => {
    const container = pod.containers.find((each) => each.name === name);
    const killed = container?.runs.find(isKilledWhenUp);
    return container && killed ? [{ pod, container, killed }] : [];
  });
  const [first] = replicas;
  const probe = first?.container.spec.livenessProbe;
  if (!first || !probe || pods.length < 2 || replicas.length < pods.length) return undefined;
  const moments = replicas.map(({ killed: { stopMs = 0 } }) => stopMs);
  const within = Math.max(...moments) - Math.min(...moments);
  // As far apart as the phases of their probes are, and the kubelet's look at each.
  if (within > probe.periodSeconds * 1000 + 2000) return undefined;
  const says =
    `its liveness probe restarted all ${pods.length} replicas within ${lasting(within)}, ` +
    `at ${lasting(Math.min(...moments))}`;
  const path = [...first.container.path, "livenessProbe"];
  const about = { pod: first.pod.title, container: name, says };
  const lasted = outageMs(first, run);
  if (lasted === undefined) {
    const advice =
      "what they share belongs into the readiness probe: a restart brings back no dependency";
    return { ...about, advice, fixes: [run.fix(first.pod, path)] };
  }
  const threshold = Math.floor(lasted / (probe.periodSeconds * 1000)) + 2;
  const advice =
    `it failed for ${lasting(lasted)}: failureThreshold ${threshold} or more waits for its end, ` +
    "or leave what they share to the readiness probe";
  return {
    ...about,
    advice,
    fixes: [run.fix(first.pod, [...path, "failureThreshold"], threshold)],
  };
}

function isKilledWhenUp(run: RunAccount): boolean {
  return run.killReason === "liveness" && !isKilledBeforeReady(run);
}

/** How long it failed in all, by what the scenario says; absent: it would have failed for ever. */
function outageMs({ pod, container, killed }: Replica, run: AdvisedRun): number | undefined {
  const { startMs = 0, stopMs = 0 } = killed;
  const age = stopMs - startMs;
  const script = (run.behaviour(pod, container.name).probes?.liveness ?? []).find(
    ({ fromMs, toMs }) =>
      typeof fromMs === "number" && typeof toMs === "number" && fromMs <= age && age <= toMs,
  );
  if (script === undefined || typeof script.fromMs !== "number") return undefined;
  if (typeof script.toMs !== "number" || script.toMs === Infinity) return undefined;
  return script.toMs - script.fromMs;
}
