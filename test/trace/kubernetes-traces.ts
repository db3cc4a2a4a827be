/** Records of a kubelet as Kubernetes runs it, made by hand. */
import type { ContainerApiStatus } from "../../src/model/kube-status.ts";
import type {
  EventTrace,
  HookTrace,
  PodTrace,
  ProbeTrace,
  SignalTrace,
  StatusTrace,
} from "../../src/model/trace.ts";

export const pod = { namespace: "default", pod: "web", uid: "u1" } as const;
export const app = { ...pod, container: "app" } as const;

export function podIs(change: PodTrace["change"], more: Partial<PodTrace> = {}): PodTrace {
  return { type: "pod", ...pod, change, source: "api", containers: ["app"], ...more };
}

export function container(more: Partial<ContainerApiStatus> = {}): ContainerApiStatus {
  return {
    name: "app",
    image: "example.com/web:1",
    state: { waiting: { reason: "ContainerCreating" } },
    lastState: {},
    ready: false,
    restartCount: 0,
    ...more,
  };
}

/** Runs as `id`, ready or not. */
export function runs(id: string, ready: boolean, more: Partial<ContainerApiStatus> = {}) {
  const state = { running: { startedAtMs: 0 } };
  return container({ containerID: `containerd://${id}`, state, ready, ...more });
}

/** Ready where all of its containers are. */
export function status(
  containerStatuses: readonly ContainerApiStatus[],
  more: Partial<StatusTrace> = {},
): StatusTrace {
  const isReady = containerStatuses.length > 0 && containerStatuses.every(({ ready }) => ready);
  return {
    type: "status",
    ...pod,
    phase: "Running",
    conditions: [{ type: "Ready", status: isReady ? "True" : "False" }],
    containerStatuses,
    sent: false,
    ...more,
  };
}

export function event(
  reason: string,
  message: string,
  eventType: EventTrace["eventType"] = "Warning",
): EventTrace {
  return { type: "event", ...app, reason, message, eventType };
}

export function podEvent(reason: string, message: string): EventTrace {
  return { type: "event", ...pod, reason, message, eventType: "Warning" };
}

export function signal(name: "TERM" | "KILL", id = "c1"): SignalTrace {
  return { type: "signal", ...app, id, run: 1, signal: name };
}

export function hook(
  name: "postStart" | "preStop",
  phase: "start" | "end",
  result: "success" | "failure" = "success",
): HookTrace {
  const outcome = phase === "end" ? { result } : {};
  return { type: "hook", ...app, hook: name, id: "c1", phase, ...outcome };
}

export function probe(
  name: ProbeTrace["probe"],
  result: ProbeTrace["result"],
  more: Partial<ProbeTrace> = {},
): ProbeTrace {
  const [successes, failures] = result === "success" ? [1, 0] : [0, 1];
  return {
    type: "probe",
    ...app,
    probe: name,
    id: "c1",
    result,
    successes,
    failures,
    changed: false,
    ...more,
  };
}

export const pulls = (phase: "start" | "end") =>
  ({ type: "pull", ...app, image: "example.com/web:1", phase }) as const;
