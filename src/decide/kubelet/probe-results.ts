/**
 * Which stored probe results are news, and what the kubelet does about the news.
 *
 * Models: kubernetes/pkg/kubelet/prober/results/results_manager.go Manager.Set;
 * kubernetes/pkg/kubelet/kubelet.go syncLoopIteration.
 */
import type { ProbeResult } from "../../model/kube-runtime.ts";
import type { ProbeType } from "./probe-worker.ts";

/** The first result of a container is news whatever it is. */
export function isProbeNews(before: ProbeResult | undefined, stored: ProbeResult): boolean {
  return before !== stored;
}

export interface ProbeNewsHandling {
  /** Whether a sync of the pod is asked for. */
  readonly syncsPod: boolean;
  /** What is first written into the pod's status, without waiting for that sync. */
  readonly sets?: { readonly ready: boolean } | { readonly started: boolean };
}

/** So a container that a readiness or startup worker sees for the first time has its pod synced. */
export function handleProbeNews(probeType: ProbeType, result: ProbeResult): ProbeNewsHandling {
  switch (probeType) {
    case "liveness":
      return { syncsPod: result === "failure" };
    case "readiness":
      return { syncsPod: true, sets: { ready: result === "success" } };
    case "startup":
      return { syncsPod: true, sets: { started: result === "success" } };
  }
}
