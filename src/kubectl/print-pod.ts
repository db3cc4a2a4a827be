/**
 * The row of a pod in a table of `kubectl get pods`, which the API server makes.
 *
 * Models: kubernetes/pkg/printers/internalversion/printers.go printPod.
 */
import type { ContainerApiState, ContainerApiStatus } from "../model/kube-status.ts";
import type { PrintFeatures } from "./features.ts";
import { humanDuration } from "./human-duration.ts";
import type { StoredPod, StoredStatus } from "./stored-pods.ts";

export interface PodRow {
  readonly name: string;
  readonly ready: string;
  readonly status: string;
  readonly restarts: string;
  readonly age: string;
}

/** What of a pod its row is made of. */
export type PrintedPod = Pick<StoredPod, "name" | "creationMs" | "deletionMs"> & {
  readonly spec: {
    readonly containers: readonly unknown[];
    readonly initContainers?: readonly { readonly name: string; readonly restartPolicy?: string }[];
  };
  readonly status: Pick<
    StoredStatus,
    "phase" | "reason" | "conditions" | "initContainerStatuses" | "containerStatuses"
  >;
};

type Terminated = NonNullable<ContainerApiState["terminated"]>;

/** `nowMs`: the moment, in virtual milliseconds. */
export function printPod(pod: PrintedPod, nowMs: number, features: PrintFeatures): PodRow {
  const { name, creationMs, spec, status } = pod;
  const sidecars = new Set(
    (spec.initContainers ?? []).flatMap((container) =>
      container.restartPolicy === "Always" ? [container.name] : [],
    ),
  );
  const init = initialized(pod, sidecars);
  const isInitializing = init.reason !== undefined && !isTrue(status, "Initialized");
  const main = isInitializing ? undefined : started(pod, init.reason, features);
  // Of init containers that are over, restarts do not count.
  const counted = isInitializing
    ? status.initContainerStatuses
    : [
        ...status.initContainerStatuses
          .slice(0, init.seen)
          .filter((each) => sidecars.has(each.name)),
        ...status.containerStatuses,
      ];
  const shown = isInitializing ? counted.slice(0, init.seen) : counted;
  return {
    name,
    ready: `${init.ready + (main?.ready ?? 0)}/${spec.containers.length + sidecars.size}`,
    status: deletionReason(pod) ?? main?.reason ?? init.reason ?? firstReason(pod),
    restarts: restartsText(shown, nowMs),
    age: humanDuration(nowMs - creationMs),
  };
}

function firstReason({ status: { conditions, phase, reason } }: PrintedPod): string {
  const isGated = conditions.some(
    (condition) => condition.type === "PodScheduled" && condition.reason === "SchedulingGated",
  );
  return isGated ? "SchedulingGated" : reason || phase;
}

/** `reason`: of the init container that is not over; `seen`: how many were looked at up to it. */
function initialized(
  { spec, status: { initContainerStatuses: statuses } }: PrintedPod,
  sidecars: ReadonlySet<string>,
): { readonly reason: string | undefined; readonly ready: number; readonly seen: number } {
  let ready = 0;
  for (const [index, { name, state, started: isStarted, ready: isReady }] of statuses.entries()) {
    const { waiting, terminated } = state;
    if (terminated?.exitCode === 0) continue;
    if (sidecars.has(name) && isStarted === true) {
      if (isReady) ready += 1;
      continue;
    }
    const seen = index + 1;
    if (terminated) return { reason: `Init:${endText(terminated)}`, ready, seen };
    const isWaiting = waiting?.reason && waiting.reason !== "PodInitializing";
    const progress = `${index}/${spec.initContainers?.length ?? 0}`;
    return { reason: `Init:${isWaiting ? waiting.reason : progress}`, ready, seen };
  }
  return { reason: undefined, ready, seen: statuses.length };
}

/** The first container of the list that has something to say wins. */
function started(
  pod: PrintedPod,
  initReason: string | undefined,
  { failureBeforeCompleted }: PrintFeatures,
): { readonly reason: string; readonly ready: number } {
  let reason = initReason ?? firstReason(pod);
  let ready = 0;
  let failure: string | undefined;
  for (const { state, ready: isReady } of pod.status.containerStatuses.toReversed()) {
    const { waiting, terminated, running } = state;
    if (waiting?.reason) reason = waiting.reason;
    else if (terminated) {
      reason = endText(terminated);
      if (terminated.exitCode !== 0) failure = reason;
    } else if (isReady && running) ready += 1;
  }
  if (reason !== "Completed") return { reason, ready };
  if (ready > 0 && isTrue(pod.status, "Ready")) return { reason: "Running", ready };
  if (failureBeforeCompleted && failure !== undefined) return { reason: failure, ready };
  return { reason: ready > 0 ? "NotReady" : reason, ready };
}

function endText({ reason, signal = 0, exitCode }: Terminated): string {
  if (reason) return reason;
  return signal === 0 ? `ExitCode:${exitCode}` : `Signal:${signal}`;
}

function isTrue({ conditions }: PrintedPod["status"], type: string): boolean {
  return conditions.some((condition) => condition.type === type && condition.status === "True");
}

function deletionReason({ deletionMs, status }: PrintedPod): string | undefined {
  if (deletionMs === undefined) return undefined;
  if (status.reason === "NodeLost") return "Unknown";
  return status.phase === "Succeeded" || status.phase === "Failed" ? undefined : "Terminating";
}

/** `4 (12s ago)`: since the newest end that any of them has behind it. */
function restartsText(statuses: readonly ContainerApiStatus[], nowMs: number): string {
  const count = statuses.reduce((sum, { restartCount }) => sum + restartCount, 0);
  const ends = statuses.flatMap(({ lastState }) => lastState.terminated?.finishedAtMs ?? []);
  if (count === 0 || ends.length === 0) return String(count);
  return `${count} (${humanDuration(nowMs - Math.max(...ends))} ago)`;
}
