/**
 * Holds what the kubelet reports of its pods and brings it to the API server: at once where
 * something changed, and every 10 s where that did not work.
 *
 * Models: kubernetes/pkg/kubelet/status/status_manager.go manager.
 */
import { onPodSandboxReady } from "../../src/decide/kubelet/generate-api-pod-status.ts";
import { parseContainerId } from "../../src/decide/kubelet/probe-worker.ts";
import { mergePodStatus } from "../../src/decide/kubelet/merge-pod-status.ts";
import {
  type StatusUpdate,
  type StatusView,
  type VersionedPodStatus,
  canBeDeleted,
  setContainerReadiness,
  setContainerStartup,
  setPodStatus,
  terminatePod,
  whatToSend,
} from "../../src/decide/kubelet/status-manager.ts";
import { conditionTraces, statusTrace } from "../../src/decide/kubelet/status-traces.ts";
import type { ApiReply, PodName } from "../../src/model/api.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import type { PodApiStatus } from "../../src/model/kube-status.ts";
import type { Cause, KubeletCore } from "./kubelet-core.ts";
import { type Procedure, callService } from "./procedure.ts";

export class StatusManager {
  readonly #core: KubeletCore;
  readonly #cached = new Map<string, VersionedPodStatus>();
  readonly #pods = new Map<string, KubePod>();
  /** Which version the API server has, and in which object: a new mirror has none yet. */
  readonly #sent = new Map<string, { readonly target: string; readonly version: number }>();
  /** The record of the status that is held. */
  readonly #causes = new Map<string, Cause>();
  /** Told that there is something to send. */
  onChange: () => void = () => {};

  constructor(core: KubeletCore) {
    this.#core = core;
  }

  get(uid: string): PodApiStatus | undefined {
    return this.#cached.get(uid)?.status;
  }

  isFinished(uid: string): boolean {
    return this.#cached.get(uid)?.podIsFinished ?? false;
  }

  setPodStatus(pod: KubePod, status: PodApiStatus): void {
    this.#store(pod, setPodStatus(this.#view(pod), status));
  }

  setReadiness(pod: KubePod, containerId: string, ready: boolean): void {
    this.#store(pod, setContainerReadiness(this.#view(pod), containerId, ready));
  }

  setStarted(pod: KubePod, containerId: string, started: boolean): void {
    this.#store(pod, setContainerStartup(this.#view(pod), containerId, started));
  }

  terminatePod(pod: KubePod): void {
    this.#store(pod, terminatePod(this.#view(pod)));
  }

  /** The sandbox is up: said at once, before images are pulled. */
  sandboxReady(pod: KubePod): void {
    const status = this.get(pod.uid) ?? pod.status;
    this.setPodStatus(pod, onPodSandboxReady(pod, status, this.#core.features));
  }

  /** Forgets the pods that are no longer known. */
  removeOrphans(uids: ReadonlySet<string>): void {
    for (const uid of this.#cached.keys()) {
      if (uids.has(uid)) continue;
      this.#cached.delete(uid);
      this.#sent.delete(uid);
      this.#pods.delete(uid);
      this.#causes.delete(uid);
    }
  }

  /** Sends what is new; on the periodic tick also what the API server has lost. */
  *syncBatch(isPeriodic: boolean): Procedure<void> {
    for (const [uid, cached] of this.#cached) {
      // Most of them, each time that a status changes.
      const mirror = this.#core.mirrorOf(uid);
      const sent = this.#sent.get(uid);
      const sentVersion = sent?.target === (mirror?.uid ?? uid) ? sent.version : undefined;
      if (!isPeriodic && sentVersion === cached.version) continue;
      const view = {
        cached,
        sentVersion,
        pod: this.#core.pods.get(uid),
        mirror,
        features: this.#core.features,
      };
      const sending = whatToSend(view, isPeriodic);
      if (sending !== "nothing") yield* this.#syncPod(uid, cached);
    }
  }

  *#syncPod(uid: string, cached: VersionedPodStatus): Procedure<void> {
    const pod = this.#core.pods.get(uid) ?? this.#pods.get(uid);
    if (pod === undefined) return;
    this.#core.causes.current = this.#causes.get(uid);
    const target = this.#core.mirrorOf(uid) ?? pod;
    const sent = { target: target.uid, version: cached.version };
    const status = mergePodStatus(target.status, cached.status, {
      pod: target,
      couldHaveRunningContainers: this.#core.workers.couldHaveRunningContainers(uid),
      nowMs: this.#core.input.toApiTime(this.#core.now()),
      features: this.#core.features,
    });
    const reply = yield* this.#call({ type: "api.patchStatus", pod: nameOf(target), status });
    if (reply.type === "api.failed") {
      // Gone: the next change finds it so again; unreachable: the next change or tick tries again.
      if (reply.code === "NOT_FOUND") this.#sent.set(uid, sent);
      return;
    }
    this.#sent.set(uid, sent);
    this.#tell(target, status, { resourceVersion: reply.pod?.resourceVersion });
    const merged = { ...target, status };
    if (canBeDeleted(merged, cached.podIsFinished)) {
      yield* this.#call({ type: "api.deletePod", pod: nameOf(target), graceSeconds: 0 });
    }
  }

  *#call(request: { readonly type: string } & Record<string, unknown>): Procedure<ApiReply> {
    return (yield* callService("api", request)) as ApiReply;
  }

  #view(pod: KubePod): StatusView {
    const nowMs = this.#core.input.toApiTime(this.#core.now());
    const cached = this.#cached.get(pod.uid);
    const mirror = this.#core.mirrorOf(pod.uid);
    return { pod, cached, mirror, nowMs, features: this.#core.features };
  }

  #store(pod: KubePod, { cached, changed }: StatusUpdate): void {
    if (!changed || cached === undefined) return;
    const before = this.#cached.get(pod.uid)?.status;
    this.#cached.set(pod.uid, cached);
    this.#pods.set(pod.uid, pod);
    const { causes } = this.#core;
    const { current } = causes;
    if (before === undefined || JSON.stringify(before) !== JSON.stringify(cached.status)) {
      causes.current = this.#causeOfNews(before, cached.status);
      this.#tell(pod, cached.status);
      this.#causes.set(pod.uid, causes.current);
      conditionTraces(pod, before, cached.status).forEach(this.#core.input.publish);
    }
    this.onChange();
    // A status is sent; what the kubelet goes on to do does not follow from it.
    causes.current = current;
  }

  /** A sync sees more than what woke it: what became of a container is why its state is new. */
  #causeOfNews(before: PodApiStatus | undefined, status: PodApiStatus): Cause {
    const { causes } = this.#core;
    const known = before && [...before.initContainerStatuses, ...before.containerStatuses];
    const now = [...status.initContainerStatuses, ...status.containerStatuses];
    let cause = causes.current;
    for (const { name, state, containerID } of now) {
      const old = known?.find((each) => each.name === name)?.state;
      const isNew = state.running ? !old?.running : state.terminated && !old?.terminated;
      const own = isNew && containerID ? causes.of(parseContainerId(containerID)) : undefined;
      // That one runs does not follow from a deletion that had to wait for it.
      if (own !== undefined && (state.running || own > (cause ?? 0))) cause = own;
    }
    return cause;
  }

  /** `stored`: by the API server; absent: the kubelet only holds it. */
  #tell(
    pod: KubePod,
    status: PodApiStatus,
    stored?: { readonly resourceVersion: string | undefined },
  ): void {
    this.#core.input.publish(statusTrace(pod, status, stored));
  }
}

function nameOf({ namespace, name, uid }: KubePod): PodName {
  return { namespace, name, uid };
}
