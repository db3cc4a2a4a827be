/**
 * What stopping a container means: how long it is given, what is told, and for whom it waits.
 *
 * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_container.go killContainer,
 * setTerminationGracePeriod; kuberuntime_termination_order.go newTerminationOrdering.
 */
import type { KubeContainer, KubePod, KubeProbe } from "../../model/kube-pod.ts";
import { isRestartableInitContainer } from "./container-restart.ts";

export type ContainerKillReason =
  | "unknown"
  | "definitionChanged"
  | "liveness"
  | "startup"
  | "postStart"
  | "restartAllContainers";

/** The least that the runtime is told, whatever is left of the grace. */
const minimumGracePeriodSeconds = 2;

export interface KillRequest {
  /** Absent where the whole pod is stopped. */
  readonly message?: string;
  readonly reason?: ContainerKillReason;
  /** The pod worker's: of a deletion, an eviction, an orphan. It wins over everything. */
  readonly gracePeriodOverrideSeconds?: number;
}

export interface ContainerKill {
  /** The Normal event `Killing`, recorded before the hook runs. */
  readonly eventText: string;
  /** For the hook, the wait for others and the stop together. */
  readonly gracePeriodSeconds: number;
  readonly runsPreStop: boolean;
}

export function planContainerKill(
  pod: KubePod,
  container: KubeContainer,
  { message, reason = "unknown", gracePeriodOverrideSeconds }: KillRequest = {},
): ContainerKill {
  const gracePeriodSeconds =
    gracePeriodOverrideSeconds ?? terminationGracePeriodSeconds(pod, container, reason);
  return {
    eventText: message ?? `Stopping container ${container.name}`,
    gracePeriodSeconds,
    runsPreStop: container.lifecycle?.preStop !== undefined && gracePeriodSeconds > 0,
  };
}

/** A pod that is being deleted has the grace of its deletion, also where a probe has its own. */
export function terminationGracePeriodSeconds(
  pod: KubePod,
  container: KubeContainer,
  reason: ContainerKillReason,
): number {
  const ofProbe = failedProbe(container, reason)?.terminationGracePeriodSeconds;
  return pod.deletionGracePeriodSeconds ?? ofProbe ?? pod.spec.terminationGracePeriodSeconds;
}

function failedProbe(container: KubeContainer, reason: ContainerKillReason): KubeProbe | undefined {
  if (reason === "liveness") return container.livenessProbe;
  return reason === "startup" ? container.startupProbe : undefined;
}

/** What is left after a hook or a wait: it is charged by whole seconds, cut. */
export function remainingGracePeriodSeconds(gracePeriodSeconds: number, spentMs: number): number {
  return gracePeriodSeconds - Math.floor(spentMs / 1_000);
}

/** The timeout of the runtime's stop: from the stop signal to the kill. */
export function stopTimeoutSeconds(gracePeriodSeconds: number): number {
  return Math.max(gracePeriodSeconds, minimumGracePeriodSeconds);
}

/**
 * For each sidecar the containers that must have ended before it is told to stop. All are asked at
 * once: events and hooks come first, only the stop waits, and only as long as the grace lasts.
 */
export function terminationOrder(
  { spec }: KubePod,
  runningNames: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const running = new Set(runningNames);
  const main = spec.containers.map(({ name }) => name);
  const sidecars = (spec.initContainers ?? []).filter(isRestartableInitContainer);
  return new Map(
    sidecars.map(({ name }, index) => {
      // One that does not run counts as ended, and nobody looks past it to the one behind.
      const later = sidecars[index + 1]?.name ?? [];
      return [name, [...main, later].flat().filter((other) => running.has(other))];
    }),
  );
}
