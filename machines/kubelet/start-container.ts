/**
 * Starts one container: image, create, start, and the postStart hook, which holds up all that comes
 * after it in the pod.
 *
 * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_container.go startContainer;
 * kuberuntime_manager.go doBackOff.
 */
import {
  backoffKey,
  crashLoopBackoffMessage,
  decideBackoff,
  newestExited,
} from "../../src/decide/kubelet/backoff.ts";
import { hashContainer } from "../../src/decide/kubelet/container-hash.ts";
import * as texts from "../../src/decide/kubelet/event-texts.ts";
import { containerKey } from "../../src/model/container-key.ts";
import type { KubeContainer, KubePod } from "../../src/model/kube-pod.ts";
import type { RuntimePodStatus } from "../../src/model/kube-runtime.ts";
import * as cri from "./cri-calls.ts";
import { type StartFailure, ensureImageExists } from "./image-manager.ts";
import { killContainer, runHook } from "./kill-container.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import type { Procedure } from "./procedure.ts";

export interface StartRequest {
  readonly pod: KubePod;
  readonly container: KubeContainer;
  readonly podStatus: RuntimePodStatus;
  readonly sandboxId: string;
}

export interface HeldUp {
  readonly failure: StartFailure;
  readonly expiresAtMs: number;
}

/** Whether the container is held up by its back-off; if not, the start that follows is noted. */
export function doBackoff(core: KubeletCore, request: StartRequest): HeldUp | undefined {
  const { pod, container, podStatus } = request;
  const key = backoffKey(pod, container, core.features);
  const finishedAtMs = newestExited(podStatus, container.name)?.finishedAtMs;
  const entry = core.crashBackoffs.get(key);
  const decision = decideBackoff(entry, finishedAtMs, core.now(), core.input.crashBackoff);
  if (!decision.inBackoff) {
    if (decision.next) core.crashBackoffs.set(key, decision.next);
    return undefined;
  }
  const about = { pod, container: container.name };
  core.record(about, texts.restartBackOff(container.name, pod));
  const message = crashLoopBackoffMessage(decision.durationMs, container.name, pod);
  const failure = { reason: "CrashLoopBackOff", message };
  return { failure, expiresAtMs: decision.expiresAtMs };
}

export function* startContainer(
  core: KubeletCore,
  request: StartRequest,
): Procedure<StartFailure | undefined> {
  const { pod, container, podStatus, sandboxId } = request;
  const { name } = container;
  const about = { pod, container: name };
  const imageFailure = yield* ensureImageExists(core, pod, container);
  if (imageFailure) {
    core.record(about, texts.containerFailed(imageFailure.reason));
    return imageFailure;
  }
  const newest = podStatus.containers.find((record) => record.name === name);
  const restartCount =
    newest === undefined ? core.attemptByLogs(pod.uid, name) : newest.restartCount + 1;
  const id = yield* cri.createContainer({
    key: containerKey(pod.namespace, pod.name, name),
    namespace: pod.namespace,
    pod: pod.name,
    podUid: pod.uid,
    container: name,
    image: container.image,
    gracePeriodMs: pod.spec.terminationGracePeriodSeconds * 1000,
    labels: { restartCount, hash: hashContainer(container), sandboxId },
  });
  if (typeof id !== "string") {
    core.record(about, texts.containerFailed(id.message));
    return { reason: "CreateContainerError", message: id.message };
  }
  core.noteLog(pod.uid, name, restartCount);
  core.record(about, texts.created(name, core.features));
  const error = yield* cri.startContainer(id);
  if (error !== undefined) {
    core.record(about, texts.containerFailed(error));
    return { reason: "RunContainerError", message: error };
  }
  core.record(about, texts.started(name, core.features));
  if (container.lifecycle?.postStart === undefined) return undefined;
  const failed = yield* runHook(core, pod, container, id, "postStart");
  if (!failed) return undefined;
  core.record(about, texts.postStartHookFailed());
  const reason = "postStart" as const;
  yield* killContainer(core, pod, { id, name }, { message: "FailedPostStartHook", reason });
  return { reason: "PostStartHookError", message: "PostStartHook failed" };
}
