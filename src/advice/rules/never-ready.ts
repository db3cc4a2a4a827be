/** A pod has not been Ready once. */
import type { AdvisedContainer, AdvisedPod, AdvisedRun } from "../advised-run.ts";
import type { Finding } from "../finding.ts";
import { type AdviceRule, type Told, lasting } from "../rule.ts";
import { volumesPath, waitsForVolumes } from "../volumes.ts";

/** Of a pod that came later nothing can be said yet. */
const seenAtLeastMs = 30_000;

export const neverReady: AdviceRule = {
  title: "A pod is never Ready",
  find: (run) =>
    run.pods.flatMap((pod): readonly Finding[] => {
      const { firstReadyMs, terminatingMs, addedMs, phase, reason } = pod;
      const seenMs = run.endMs - addedMs;
      if (firstReadyMs !== undefined || terminatingMs !== undefined) return [];
      const isRefused = phase === "Failed" && reason !== undefined && !ended.has(reason);
      if (isRefused && pod.containers.every(hasNotRun)) {
        return [{ pod: pod.title, ...refused(reason, pod, run) }];
      }
      if (seenMs < seenAtLeastMs || phase === "Succeeded" || phase === "Failed") return [];
      if (waitsForVolumes(pod)) return [withoutVolumes(pod, run)];
      const waits = waitsFor(pod).map((container) => ({
        pod: pod.title,
        container: container.name,
        ...whyNot(container, pod, run),
      }));
      const gates = pod.spec.readinessGates ?? [];
      const [gate] = gates;
      if (waits.length > 0 || gate === undefined) return waits;
      const names = gates.map(({ conditionType }) => conditionType).join(", ");
      const says = `it was not Ready in ${lasting(seenMs)}: nobody set its readiness gate ${names}`;
      const advice = "whoever sets the condition has to be there, or the gate has to go";
      return [{ pod: pod.title, says, advice, fixes: [run.fix(pod, ["spec", "readinessGates"])] }];
    }),
};

/** Reasons of a pod that the kubelet had taken, and that failed before a container of it ran. */
const ended: ReadonlySet<string> = new Set(["DeadlineExceeded", "Preempting"]);

function withoutVolumes(pod: AdvisedPod, run: AdvisedRun): Finding {
  const seen = lasting(run.endMs - pod.addedMs);
  const says = `the pod was not Ready in ${seen}: its volumes were not mounted`;
  const advice = "nothing of a pod is set up before they are: see that they can be had";
  return { pod: pod.title, says, advice, fixes: [run.fix(pod, volumesPath(pod))] };
}

function hasNotRun({ runs }: AdvisedContainer): boolean {
  return runs.length === 0;
}

function refused(reason: string, pod: AdvisedPod, run: AdvisedRun): Told {
  return {
    says: `the kubelet did not take it: ${reason}`,
    advice: "ask for less, or give the node of the scenario more",
    fixes: [run.fix(pod, ["spec", "containers", 0, "resources", "requests"])],
  };
}

/** What comes first: an init container that is not over keeps all after it from starting. */
function waitsFor({ containers }: AdvisedPod): readonly AdvisedContainer[] {
  const first = containers.find(
    ({ list, isSidecar, isReady, state }) =>
      list === "initContainers" && !isReady && !(state === "running" && isSidecar),
  );
  if (first !== undefined) return [first];
  return containers.filter(({ list, isReady }) => list !== "ephemeralContainers" && !isReady);
}

function whyNot(
  { name, path, state, runs, spec, list }: AdvisedContainer,
  pod: AdvisedPod,
  run: AdvisedRun,
): Told {
  const seen = lasting(run.endMs - pod.addedMs);
  const never = `the pod was not Ready in ${seen}:`;
  if (/Image|Pull/.test(state)) {
    const advice = "see that the image has that name, and that it can be pulled";
    return {
      says: `${never} ${name} waits with ${state}`,
      advice,
      fixes: [run.fix(pod, [...path, "image"])],
    };
  }
  if (state !== "running") {
    const advice = "see why it does not run";
    const fixes = [run.fix(pod, path)];
    return { says: `${never} ${name} waits with ${state}`, advice, fixes };
  }
  const last = runs.at(-1);
  const hasStarted = spec.startupProbe === undefined || (last?.probes.startup?.successes ?? 0) > 0;
  const kind = hasStarted ? "readiness" : "startup";
  if (spec[`${kind}Probe`] === undefined) {
    const init = list === "initContainers" ? "init container " : "";
    const advice = "what comes after it does not start before it has ended";
    return { says: `${never} ${init}${name} runs on`, advice, fixes: [run.fix(pod, path)] };
  }
  const failures = last?.probes[kind]?.failures ?? 0;
  const says = `${never} the ${kind} probe of ${name} failed each of ${failures} times`;
  const advice = "see what the probe asks, and what answers";
  return { says, advice, fixes: [run.fix(pod, [...path, `${kind}Probe`])] };
}
