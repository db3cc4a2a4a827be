/** What the status of a pod says, in short. */
import type { ContainerApiStatus } from "../../model/kube-status.ts";
import type { StatusTrace } from "../../model/trace.ts";

export function isReady({ conditions }: StatusTrace): boolean {
  return conditions.some(({ type, status }) => type === "Ready" && status === "True");
}

/** In the order in which they start. */
export function containersOf(status: StatusTrace): readonly ContainerApiStatus[] {
  const { initContainerStatuses = [], containerStatuses } = status;
  return [...initContainerStatuses, ...containerStatuses, ...ephemeralsOf(status)];
}

export function ephemeralsOf({ ephemeralContainerStatuses = [] }: StatusTrace) {
  return ephemeralContainerStatuses;
}

/** `Running and Ready`, `Failed (Evicted)`. */
export function phaseText(status: StatusTrace): string {
  const { phase, reason, message } = status;
  if (phase === "Running") return isReady(status) ? "Running and Ready" : "Running, not Ready";
  if (reason === undefined) return phase;
  return `${phase} (${reason}${message === undefined ? "" : `: ${message}`})`;
}
