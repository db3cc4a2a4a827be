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
import { exec, stopContainer, stopPodSandbox } from "./cri-calls.ts";
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

export function* killContainer(
  core: KubeletCore,
  pod: KubePod,
  status: Pick<RuntimeContainerStatus, "id" | "name">,
  request: KillRequest = {},
  ordering?: Ordering,
): Procedure<void> {
  const { id, name } = status;
  const container = containerOf(pod, name);
  if (container === undefined) return yield* stopContainer(id, 2000);
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
  yield* stopContainer(id, stopTimeoutSeconds(grace) * 1000);
  ordering?.ended.get(name)?.open();
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
  else failed = (yield* exec(id, { kind: "hook", hook }, 0)).result !== "success";
  tell("end", failed ? "failure" : "success");
  return failed;
}

/** All containers that run, side by side, then every sandbox that is ready. */
export function* killPod(
  core: KubeletCore,
  pod: KubePod,
  podStatus: RuntimePodStatus,
  gracePeriodOverrideSeconds?: number,
): Procedure<void> {
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
  const kills = alive.map(function* (status): Procedure<void> {
    core.causes.current = current;
    yield* killContainer(core, pod, status, request, ordering);
  });
  yield* all(kills);
  for (const { id, state } of podStatus.sandboxes) {
    if (state === "SANDBOX_READY") yield* stopPodSandbox(id);
  }
}
