/**
 * Stops containers: the event, the preStop hook, the wait for others, and the stop itself, all out
 * of one grace.
 *
 * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_container.go killContainer,
 * executePreStopHook, killContainersWithSyncResult; kuberuntime_manager.go killPodWithSyncResult.
 */
import {
  type KillRequest,
  planContainerKill,
  remainingGracePeriodSeconds,
  stopTimeoutSeconds,
  terminationOrder,
} from "../../src/decide/kubelet/kill-grace.ts";
import * as texts from "../../src/decide/kubelet/event-texts.ts";
import type { KubeContainer, KubePod } from "../../src/model/kube-pod.ts";
import type { RuntimeContainerStatus, RuntimePodStatus } from "../../src/model/kube-runtime.ts";
import { errorText, exec, stopContainer, stopPodSandbox } from "./cri-calls.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import { Latch, type Procedure, all, first, sleep, waitFor } from "./procedure.ts";

/** Whom a container waits for before it is told to stop, and how the others learn of its end. */
interface Ordering {
  readonly ended: ReadonlyMap<string, Latch>;
  readonly waitsFor: ReadonlyMap<string, readonly string[]>;
}

export function containerOf({ spec }: KubePod, name: string): KubeContainer | undefined {
  const { containers, initContainers = [], ephemeralContainers = [] } = spec;
  return [...containers, ...initContainers, ...ephemeralContainers].find(
    (container) => container.name === name,
  );
}

/** Why it did not work out; undefined where it did. */
export function* killContainer(
  core: KubeletCore,
  pod: KubePod,
  status: Pick<RuntimeContainerStatus, "id" | "name">,
  request: KillRequest = {},
  ordering?: Ordering,
): Procedure<string | undefined> {
  const { id, name } = status;
  const container = containerOf(pod, name);
  if (container === undefined) {
    const failure = yield* stopContainer(id, 2000);
    return failure && errorText(failure);
  }
  const plan = planContainerKill(pod, container, request);
  core.record({ pod, container: name }, texts.killing(name, plan.eventText));
  let grace = plan.gracePeriodSeconds;
  if (plan.runsPreStop) {
    grace = yield* spend(core, grace, preStop(core, pod, container, id));
  }
  const others = ordering?.waitsFor.get(name) ?? [];
  const latches = others.flatMap((other) => ordering?.ended.get(other) ?? []);
  if (latches.length > 0) {
    grace = yield* spend(core, grace, waitForAll(latches));
  }
  const failure = yield* stopContainer(id, stopTimeoutSeconds(grace) * 1000);
  // Of one that could not be stopped the others do not hear.
  if (failure) return errorText(failure);
  ordering?.ended.get(name)?.open();
  return undefined;
}

/** Carries it out as long as the grace lasts; what is left, by whole seconds. */
function* spend(
  core: KubeletCore,
  graceSeconds: number,
  procedure: Procedure<void>,
): Procedure<number> {
  const sinceMs = core.now();
  yield* first([procedure, sleep(Math.max(0, graceSeconds) * 1000)]);
  return remainingGracePeriodSeconds(graceSeconds, core.now() - sinceMs);
}

function* waitForAll(latches: readonly Latch[]): Procedure<void> {
  for (const latch of latches) yield* waitFor(latch);
}

function* preStop(
  core: KubeletCore,
  pod: KubePod,
  container: KubeContainer,
  id: string,
): Procedure<void> {
  const failed = yield* runHook(core, pod, container, id, "preStop");
  if (failed) {
    const subject = { pod, container: container.name };
    core.record(subject, texts.preStopHookFailed());
  }
}

/** Whether it failed. A `sleep` is the kubelet's own timer, which nothing cuts short. */
export function* runHook(
  core: KubeletCore,
  pod: KubePod,
  container: KubeContainer,
  id: string,
  hook: "postStart" | "preStop",
): Procedure<boolean> {
  const handler = container.lifecycle?.[hook];
  if (handler === undefined) return false;
  const tell = (phase: "start" | "end", result?: "success" | "failure"): void => {
    const { namespace, name: podName, uid } = pod;
    core.input.publish({
      type: "hook",
      namespace,
      pod: podName,
      uid,
      container: container.name,
      id,
      hook,
      phase,
      ...(result === undefined ? {} : { result }),
    });
  };
  tell("start");
  let failed = false;
  if (handler.sleep) yield* sleep(handler.sleep.seconds * 1000);
  else if (handler.tcpSocket) failed = true;
  else {
    const { command } = handler.exec ?? {};
    failed = (yield* exec(id, { kind: "hook", hook, command }, 0)).result !== "success";
  }
  tell("end", failed ? "failure" : "success");
  return failed;
}

/**
 * All containers that run, side by side, then every sandbox that is ready, whatever became of the
 * containers. Undefined where it worked out, else all that did not.
 */
export function* killPod(
  core: KubeletCore,
  pod: KubePod,
  podStatus: RuntimePodStatus,
  gracePeriodOverrideSeconds?: number,
): Procedure<string | undefined> {
  // What is created and does not run ends with the sandbox.
  const alive = podStatus.containers.filter(({ state }) => state === "running");
  const names = alive.map(({ name }) => name);
  const ordering: Ordering = {
    ended: new Map(names.map((name) => [name, new Latch()])),
    waitsFor: terminationOrder(pod, names),
  };
  const request: KillRequest =
    gracePeriodOverrideSeconds === undefined ? {} : { gracePeriodOverrideSeconds };
  const { current } = core.causes;
  const kills = alive.map(function* (status): Procedure<string | undefined> {
    core.causes.current = current;
    const error = yield* killContainer(core, pod, status, request, ordering);
    return error && syncError("KillContainer", status.name, error);
  });
  const errors = yield* all(kills);
  for (const { id, state } of podStatus.sandboxes) {
    if (state !== "SANDBOX_READY") continue;
    const failure = yield* stopPodSandbox(id);
    if (failure) errors.push(syncError("KillPodSandbox", pod.uid, errorText(failure)));
  }
  return aggregate(errors.filter((error) => error !== undefined));
}

/** Models: kubernetes/pkg/kubelet/container/sync_result.go PodSyncResult.Error. */
function syncError(action: string, target: string, error: string): string {
  return `failed to "${action}" for "${target}" with ${action}Error: ${JSON.stringify(error)}`;
}

function aggregate(errors: readonly string[]): string | undefined {
  const told = [...new Set(errors)];
  return told.length > 1 ? `[${told.join(", ")}]` : told[0];
}
