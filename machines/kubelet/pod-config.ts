/**
 * What the sources declare, by UID, and what each change of it means for the pod workers.
 *
 * Models: kubernetes/pkg/kubelet/config/config.go podStorage.merge; kubelet.go HandlePodAdditions,
 * HandlePodUpdates, HandlePodRemoves, deletePod.
 */
import { isPastActiveDeadline } from "../../src/decide/kubelet/active-deadline.ts";
import {
  admitPod,
  inAdmissionOrder,
  isActivePod,
  needsAdmission,
  refusedStatus,
} from "../../src/decide/kubelet/admission.ts";
import { needToReconcilePodReadiness } from "../../src/decide/kubelet/conditions.ts";
import { preempted, rejected } from "../../src/decide/kubelet/event-texts.ts";
import { preemptedStatus } from "../../src/decide/kubelet/preemption.ts";
import type { PodWatch } from "../../src/model/api.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import { type PodConfigChanges, podChanges } from "../../src/decide/kubelet/pod-config-changes.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import { mirrorAnnotation } from "./mirror-pods.ts";
import { type Procedure, untilWait } from "./procedure.ts";

export class PodConfig {
  readonly #core: KubeletCore;
  readonly #seen = new Set<KubePod["source"]>();
  /** UIDs of pods that may take room: looking at all that ever came would cost their square. */
  readonly #mayTakeRoom = new Set<string>();
  /** Of a change that waits until pods have made room. */
  #rest: Procedure<void> | undefined = undefined;

  constructor(core: KubeletCore) {
    this.#core = core;
  }

  /** Whether every source has been heard. Models: kubernetes/pkg/kubelet/config/sources.go. */
  get sourcesReady(): boolean {
    return this.#seen.has("file") && (this.#seen.has("api") || !this.#core.input.hasApi);
  }

  get isMakingRoom(): boolean {
    return this.#rest !== undefined;
  }

  /** Goes on with the change that waits, to its end. */
  *finish(): Procedure<void> {
    if (this.#rest) yield* this.#rest;
    this.#rest = undefined;
  }

  /** All that the API has for this node. */
  setApi(pods: readonly KubePod[]): void {
    const mirrors = pods.filter(isMirror);
    this.#core.mirrors.clear();
    this.#core.translations.clear();
    for (const mirror of mirrors) this.#knowMirror(mirror);
    this.#set(
      "api",
      pods.filter((pod) => !isMirror(pod)),
    );
  }

  watchApi({ change, pod }: PodWatch): void {
    if (isMirror(pod)) return this.#watchMirror(change, pod);
    const known = this.#core.pods.get(pod.uid);
    const before = known?.source === "api" ? [known] : [];
    this.#begin("api", podChanges(before, change === "DELETED" ? [] : [pod]));
  }

  setFiles(pods: readonly KubePod[]): void {
    this.#set("file", pods);
  }

  /** Has a pod synced as it is declared. */
  sync(uid: string): void {
    const pod = this.#core.pods.get(uid);
    if (pod) this.#core.workers.updatePod({ updateType: "sync", pod });
  }

  /** Pods whose active deadline has just passed and whose status does not say so yet. */
  pastDeadline(): readonly string[] {
    const { pods, statuses } = this.#core;
    const past: string[] = [];
    for (const pod of pods.values()) {
      const status = statuses.get(pod.uid) ?? pod.status;
      const isOver = status.phase === "Failed" || status.phase === "Succeeded";
      const now = this.#core.now();
      if (!isOver && isPastActiveDeadline(pod, status.startTimeMs, now)) past.push(pod.uid);
    }
    return past;
  }

  /** Whether there is room for it. One that is refused is over, and is not asked about again. */
  *#admit(pod: KubePod): Procedure<boolean> {
    const { workers, statuses, input } = this.#core;
    this.#know(pod);
    if (!needsAdmission(pod, workers.status(pod.uid))) return true;
    const admission = admitPod(pod, this.#activePods(), {
      name: input.nodeName,
      allocatable: input.allocatable,
    });
    if (admission.kind === "admitted") {
      for (const victim of admission.preempts) yield* this.#preempt(victim);
      return true;
    }
    this.#core.record({ pod }, rejected(admission.reason, admission.message));
    statuses.setPodStatus(pod, refusedStatus(pod, admission));
    return false;
  }

  #activePods(): readonly KubePod[] {
    const { pods, workers, statuses } = this.#core;
    return [...this.#mayTakeRoom].flatMap((uid) => {
      const pod = pods.get(uid);
      const worker = workers.status(uid);
      if (pod && isActivePod(pod, statuses.get(uid)?.phase, worker)) return pod;
      // One that has ended takes room again while its worker ends it, if it has one.
      if (worker === undefined || worker.terminatedAtMs !== undefined)
        this.#mayTakeRoom.delete(uid);
      return [];
    });
  }

  /**
   * One after the other, each until it is dead or the wait for it is over.
   * Models: kubernetes/pkg/kubelet/preemption/preemption.go evictPodsToFreeRequests.
   */
  *#preempt(pod: KubePod): Procedure<void> {
    const { statuses, features, causes, workers } = this.#core;
    const { current } = causes;
    this.#core.record({ pod }, preempted());
    const oldStatus = statuses.get(pod.uid) ?? pod.status;
    const statusOverride = preemptedStatus({ pod, oldStatus, features });
    yield* workers.killPodNow(pod, { evict: true, statusOverride });
    // Who is let in now was declared; that another had to die for it only held it up.
    causes.current = current;
  }

  #of(source: KubePod["source"]): KubePod[] {
    return [...this.#core.pods.values()].filter((pod) => pod.source === source);
  }

  /** The whole of what a source has. */
  #set(source: KubePod["source"], pods: readonly KubePod[]): void {
    this.#begin(source, podChanges(this.#of(source), pods));
  }

  #begin(source: KubePod["source"], changes: PodConfigChanges): void {
    this.#rest = untilWait(this.#apply(source, changes));
  }

  *#apply(source: KubePod["source"], changes: PodConfigChanges): Procedure<void> {
    const { workers } = this.#core;
    // Removals come first, so that a name is free before it is taken again.
    this.#each(changes.removed, (pod) => {
      this.#forget(pod);
      if (this.sourcesReady) workers.updatePod({ updateType: "kill", pod });
    });
    const { causes, declaredBy } = this.#core;
    const { current } = causes;
    for (const pod of inAdmissionOrder(changes.added)) {
      this.#tell(pod, "added");
      declaredBy.set(pod.uid, causes.current);
      if (yield* this.#admit(pod)) workers.updatePod({ updateType: "create", pod });
      causes.current = current;
    }
    this.#each(changes.updated, (pod) => {
      this.#know(pod);
      declaredBy.set(pod.uid, causes.current);
      workers.updatePod({ updateType: "update", pod });
    });
    this.#each(changes.reconciled, (pod) => {
      this.#know(pod);
      if (needToReconcilePodReadiness(pod, this.#core.features)) this.sync(pod.uid);
    });
    this.#seen.add(source);
  }

  /** What is done about one of them does not follow from what was done about another. */
  #each(pods: readonly KubePod[], act: (pod: KubePod) => void): void {
    const { causes } = this.#core;
    const { current } = causes;
    for (const pod of pods) {
      act(pod);
      causes.current = current;
    }
  }

  #forget(pod: KubePod): void {
    const { pods, podsByName, declaredBy, mirrors, removedBy, causes } = this.#core;
    pods.delete(pod.uid);
    this.#mayTakeRoom.delete(pod.uid);
    podsByName.delete(keyOf(pod));
    declaredBy.delete(pod.uid);
    this.#tell(pod, "removed");
    if (mirrors.has(keyOf(pod))) removedBy.set(keyOf(pod), causes.current);
  }

  /** The mirror's changes wake the worker of its static pod, with the mirror as it was told of. */
  #watchMirror(change: PodWatch["change"], mirror: KubePod): void {
    const { mirrors, translations, pods, podsByName, workers } = this.#core;
    const before = mirrors.get(keyOf(mirror));
    if (change === "DELETED") {
      mirrors.delete(keyOf(mirror));
      translations.delete(mirror.uid);
    } else this.#knowMirror(mirror);
    const isStatusOnly =
      change === "MODIFIED" && before?.deletionTimestampMs === mirror.deletionTimestampMs;
    if (isStatusOnly) return;
    const pod = pods.get(podsByName.get(keyOf(mirror)) ?? "");
    if (pod?.source === "file") {
      workers.updatePod({ updateType: "sync", pod, mirrorPod: mirror });
    }
  }

  #know(pod: KubePod): void {
    this.#core.pods.set(pod.uid, pod);
    this.#mayTakeRoom.add(pod.uid);
    this.#core.podsByName.set(keyOf(pod), pod.uid);
    const mirror = this.#core.mirrors.get(keyOf(pod));
    if (mirror) this.#core.translations.set(mirror.uid, pod.uid);
  }

  #knowMirror(mirror: KubePod): void {
    const { mirrors, translations, podsByName } = this.#core;
    mirrors.set(keyOf(mirror), mirror);
    const shown = podsByName.get(keyOf(mirror));
    if (shown !== undefined) translations.set(mirror.uid, shown);
  }

  #tell({ namespace, name, uid, source, spec }: KubePod, change: "added" | "removed"): void {
    // Of pods in the API the API server tells; a static pod is news only here.
    if (source !== "file") return;
    const containers = spec.containers.map((container) => container.name);
    this.#core.input.publish({
      type: "pod",
      namespace,
      pod: name,
      uid,
      change,
      source,
      containers,
    });
  }
}

function isMirror({ annotations }: KubePod): boolean {
  return annotations?.[mirrorAnnotation] !== undefined;
}

function keyOf({ namespace, name }: KubePod): string {
  return `${namespace}/${name}`;
}
