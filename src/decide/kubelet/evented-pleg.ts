/**
 * What the kubelet makes of the runtime's stream of events, where it lives by that and lists only
 * now and then.
 *
 * A status in an event counts as of the moment at which the runtime made it. So one that comes late
 * may be older than the end of the last sync: the next then waits until the cache as a whole is
 * said to be newer. What comes after a newer one is dropped.
 *
 * Models: kubernetes/pkg/kubelet/pleg/evented.go processCRIEvents, processCRIEvent,
 * watchEventsChannel; kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.go GeneratePodStatus.
 */
import type { ContainerEventResponse } from "../../model/cri.ts";
import type { RuntimePodStatus } from "../../model/kube-runtime.ts";
import { type PodLifecycleEvent, relistPeriodMs, relistThresholdMs } from "./pleg-events.ts";
import { runtimePodStatus } from "./runtime-pod-status.ts";

/** How a kubelet learns what the runtime has. */
export type PlegKind = "level" | "edge" | "evented";

interface PlegPace {
  /** From the end of one list of all to the next; Infinity: none but the first. */
  readonly relistMs: number;
  /** A list that is older than this makes the node not ready. */
  readonly thresholdMs: number;
}

/** `edge`: as evented, by somebody who never lists again. */
export const plegPaces: Readonly<Record<PlegKind, PlegPace>> = {
  level: { relistMs: relistPeriodMs, thresholdMs: relistThresholdMs },
  evented: { relistMs: 300_000, thresholdMs: 600_000 },
  edge: { relistMs: Infinity, thresholdMs: Infinity },
};

/**
 * So often the cache as a whole is said to be as new as that moment. Upstream waits 5 s from the
 * end of the one before, and so falls behind the tickers that began with it: a millisecond here.
 */
export const globalCacheUpdatePeriodMs = 5_001;
const maxStreamRetries = 5;

/** What a failure of the stream leads to; `failures` with this one, since the kubelet's start. */
export function streamFailure(failures: number): { readonly fallsBack: boolean } {
  return { fallsBack: failures >= maxStreamRetries };
}

/** What an event does to the cache: nothing where the pod's sandbox is not in it. */
export type CacheChange =
  | { readonly change: "set"; readonly status: RuntimePodStatus }
  | { readonly change: "delete" }
  | { readonly change: "keep" };

export function cacheChange({
  event,
  id,
  sandbox,
  containers,
}: ContainerEventResponse): CacheChange | undefined {
  if (sandbox === undefined) return undefined;
  if (event.endsWith("Removed")) return { change: sandbox.id === id ? "delete" : "keep" };
  const { podUid: uid, namespace, pod: name } = sandbox;
  const status = runtimePodStatus({ uid, namespace, name }, [sandbox], containers);
  return { change: "set", status };
}

/** What the sync loop is told of it. A sandbox counts as a container; a creation is no news. */
export function lifecycleEvents({
  event,
  id,
  sandbox,
}: ContainerEventResponse): readonly PodLifecycleEvent[] {
  const uid = sandbox?.podUid ?? "";
  switch (event) {
    case "ContainerStarted":
    case "SandboxStarted":
      return [{ uid, type: "ContainerStarted", id }];
    case "ContainerDied":
    case "SandboxStopped":
      return [{ uid, type: "ContainerDied", id }];
    case "ContainerRemoved":
    case "SandboxRemoved":
      return [
        { uid, type: "ContainerDied", id },
        { uid, type: "ContainerRemoved", id },
      ];
    case "ContainerCreated":
    case "SandboxCreated":
      return [];
  }
}
