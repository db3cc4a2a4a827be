/** What the API server says of a container, in a few words. */
import type { ContainerApiStatus } from "../model/kube-status.ts";
import type { StatusTrace } from "../model/trace.ts";
import { containersOf } from "../trace/kubernetes/pod-status.ts";

export function apiText(status: StatusTrace, container: string): string {
  const own = containersOf(status).find(({ name }) => name === container);
  if (own !== undefined) return containerText(own);
  // Of a pod that was not let in, or was put out, it tells why.
  const { phase, reason } = status;
  return reason === undefined ? phase : `${phase}, ${reason}`;
}

function containerText({ state, ready, restartCount }: ContainerApiStatus): string {
  const restarts = restartCount === 0 ? "" : `, ↻${restartCount}`;
  if (state.running) return `${ready ? "Running, Ready" : "Running, not Ready"}${restarts}`;
  const { terminated, waiting } = state;
  const reason = terminated ? (terminated.reason ?? "Exited") : (waiting?.reason ?? "Waiting");
  return `${reason}${restarts}`;
}
