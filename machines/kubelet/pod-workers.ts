/**
 * The pod workers: what each was told, how far its pod has come, and when it is due again.
 *
 * Models: kubernetes/pkg/kubelet/pod_workers.go podWorkers, killPodNow.
 */
import { gracePeriodExceeded } from "../../src/decide/kubelet/event-texts.ts";
import { killPodTimeoutMs } from "../../src/decide/kubelet/grace-period.ts";
import { couldHaveRunningContainers } from "../../src/decide/kubelet/housekeeping.ts";
import { type KnownPod, syncKnownPods } from "../../src/decide/kubelet/known-pods.ts";
import {
  type KillPodOptions,
  type PodSyncStatus,
  type PodUpdate,
  updatePod,
} from "../../src/decide/kubelet/pod-worker.ts";
import {
  type PodWork,
  acknowledgeTerminating,
  beginWork,
  completeSync,
  completeTerminated,
  completeTerminating,
  finishWork,
  needsPermission,
} from "../../src/decide/kubelet/pod-worker-steps.ts";
import {
  type StaticPodStarts,
  awaitStaticPodStart,
  releaseStaticPodStart,
  startPermission,
} from "../../src/decide/kubelet/static-pod-starts.ts";
import {
  type SyncOutcome,
  defaultSyncFrequencyMs,
  dueWork,
  errorRetryDelayMs,
  requeueDelayMs,
} from "../../src/decide/kubelet/work-queue.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import type { Cause, KubeletCore } from "./kubelet-core.ts";
import { Latch, type Procedure, first, sleep, waitFor } from "./procedure.ts";

/** A handle on a worker's actor. */
export interface PodWorkerHandle {
  /** There is work, or there may be. */
  wake(): void;
  /** The cache has moved. */
  cacheMoved(): void;
}

export class PodWorkers {
  readonly #core: KubeletCore;
  readonly #statuses = new Map<string, PodSyncStatus>();
  readonly #handles = new Map<string, PodWorkerHandle>();
  readonly #queue = new Map<string, number>();
  /** What the update that waits follows from. */
  readonly #updateCauses = new Map<string, Cause>();
  /** What the sync that runs, or that ran last, came to follow from. */
  readonly #syncCauses = new Map<string, Cause>();
  /** By UID: opens when no container of the pod runs any more. */
  readonly #waiters = new Map<string, Latch>();
  /** Open: the sync is to start nothing more. */
  readonly #cancellations = new Map<string, Latch>();
  /** Housekeeping has run, so that a pod without a worker has nothing that could run. */
  #podsSynced = false;
  #starts: StaticPodStarts = { started: new Map(), waiting: new Map() };
  /** Brings a worker to life. */
  spawn: (pod: {
    readonly uid: string;
    readonly name: string;
    readonly namespace: string;
  }) => PodWorkerHandle = () => ({ wake: () => {}, cacheMoved: () => {} });

  constructor(core: KubeletCore) {
    this.#core = core;
  }

  status(uid: string): PodSyncStatus | undefined {
    return this.#statuses.get(uid);
  }

  uids(): readonly string[] {
    return [...this.#statuses.keys()];
  }

  couldHaveRunningContainers(uid: string): boolean {
    return couldHaveRunningContainers(this.#statuses.get(uid), this.#podsSynced);
  }

  isCancelled(uid: string): boolean {
    return this.#cancellations.get(uid)?.isOpen ?? false;
  }

  /** Opens when the sync that runs is given up. */
  cancellation(uid: string): Latch {
    const latch = this.#cancellations.get(uid) ?? new Latch();
    this.#cancellations.set(uid, latch);
    return latch;
  }

  updatePod(update: PodUpdate): void {
    const subject = update.pod ?? update.runningPod;
    if (subject === undefined) return;
    const { uid } = subject;
    const known = this.#statuses.get(uid);
    const { cache } = this.#core;
    const { containers, sandboxes } = cache.get(subject);
    const runsNothing =
      containers.every(({ state }) => state !== "running") &&
      sandboxes.every(({ state }) => state !== "SANDBOX_READY");
    const outcome = updatePod(known, update, { nowMs: this.#core.now(), runsNothing });
    if (outcome === undefined) return;
    this.#statuses.set(uid, outcome.status);
    this.#release(outcome.released);
    if (outcome.ignored !== undefined) return;
    this.#noteCause(uid, known?.terminatingAtMs !== undefined);
    if (!this.#handles.has(uid)) {
      if (update.pod?.source === "file") {
        this.#starts = awaitStaticPodStart(this.#starts, update.pod);
      }
      if (update.pod) this.#core.volumes.add(update.pod);
      this.#handles.set(uid, this.spawn(subject));
    }
    if (outcome.cancelsSync) this.cancellation(uid).open();
    this.#handles.get(uid)?.wake();
  }

  /** Kills a pod and waits until it is dead, for as long as that may reasonably take. */
  *killPodNow(pod: KubePod, options: KillPodOptions): Procedure<void> {
    const dead = new Latch();
    this.#waiters.set(pod.uid, dead);
    const killPodOptions = { ...options, waiter: pod.uid };
    this.updatePod({ updateType: "kill", pod, killPodOptions });
    yield* first([waitFor(dead), sleep(killPodTimeoutMs(pod.spec.terminationGracePeriodSeconds))]);
    this.#waiters.delete(pod.uid);
    if (!dead.isOpen) this.#core.record({ pod }, gracePeriodExceeded());
  }

  #release(waiters: readonly string[]): void {
    for (const waiter of waiters) this.#waiters.get(waiter)?.open();
  }

  /**
   * Of updates that wait together the newest news counts; but who is to end is ended for the first
   * thing that asked for it, whatever else comes before the worker gets to it.
   */
  #noteCause(uid: string, isEnding: boolean): void {
    const waiting = this.#updateCauses.get(uid);
    const { current } = this.#core.causes;
    if (isEnding && waiting !== undefined) return;
    this.#updateCauses.set(uid, Math.max(waiting ?? 0, current ?? 0) || undefined);
  }

  /** What the worker is to do now; undefined: nothing, or not yet. */
  begin(uid: string): PodWork | undefined {
    const status = this.#statuses.get(uid);
    if (status === undefined) return undefined;
    const permission = needsPermission(status) ? this.#permission(status) : "start";
    const begun = beginWork(status, permission, this.#core.now());
    this.#statuses.set(uid, begun.status);
    if (begun.startsLater) {
      this.#queue.set(uid, this.#core.now() + errorRetryDelayMs(this.#draw()));
    }
    this.#cancellations.delete(uid);
    if (begun.work) {
      // A stage that follows on its own follows from the one before it.
      const { current } = this.#core.causes;
      const cause = this.#updateCauses.has(uid) ? this.#updateCauses.get(uid) : current;
      this.#updateCauses.delete(uid);
      this.#syncCauses.set(uid, cause);
    }
    return begun.work;
  }

  /** What the sync that begins follows from; after it, what its end did. */
  causeOf(uid: string): Cause {
    return this.#syncCauses.get(uid);
  }

  /** A termination has come to the worker: from here on nothing is started any more. */
  acknowledgeTerminating(uid: string) {
    const { status, override } = acknowledgeTerminating(this.#known(uid));
    this.#statuses.set(uid, status);
    return override;
  }

  /** A sync is over. `ended`: the pod came to the end of its stage. */
  complete(uid: string, work: PodWork, outcome: SyncOutcome): void {
    const ended = outcome.kind === "phaseTransition";
    this.#syncCauses.set(uid, this.#core.causes.current);
    const nowMs = this.#core.now();
    let status = this.#known(uid);
    if (ended && work.workType === "SyncPod") status = completeSync(status, nowMs);
    if (ended && work.workType === "TerminatingPod") {
      const terminated = completeTerminating(status, nowMs);
      status = terminated.status;
      this.#release(terminated.released);
    }
    if (ended && work.workType === "TerminatedPod") {
      this.#finish(uid, status);
      return;
    }
    this.#statuses.set(uid, finishWork(status));
    const moment = { nowMs, syncFrequencyMs: defaultSyncFrequencyMs, draw: this.#draw() };
    this.#queue.set(uid, nowMs + requeueDelayMs(outcome, moment, this.#core.features));
  }

  /** Whose time has passed at a sync tick. */
  takeDue(): readonly string[] {
    const due = dueWork(this.#queue, this.#core.now());
    for (const uid of due) this.#queue.delete(uid);
    return due;
  }

  /** Housekeeping: forgets what is over and not asked for, and ends what nobody else will end. */
  syncKnownPods(desired: ReadonlySet<string>): ReadonlyMap<string, KnownPod> {
    this.#podsSynced = true;
    const result = syncKnownPods(this.#statuses, desired, this.#core.now());
    for (const uid of result.forgotten) this.#forget(uid);
    for (const [uid, status] of result.workers) this.#statuses.set(uid, status);
    for (const uid of result.notified) this.#handles.get(uid)?.wake();
    return result.known;
  }

  #forget(uid: string): void {
    const status = this.#statuses.get(uid);
    if (status) this.#starts = releaseStaticPodStart(this.#starts, status.fullName, uid);
    this.#statuses.delete(uid);
    this.#handles.delete(uid);
    this.#queue.delete(uid);
    this.#updateCauses.delete(uid);
    this.#syncCauses.delete(uid);
    this.#core.reasons.delete(uid);
    this.#core.volumes.forget(uid);
  }

  /** Of all pods, or of the one that was looked at by itself. */
  cacheMoved(uid?: string): void {
    if (uid !== undefined) return this.#handles.get(uid)?.cacheMoved();
    for (const handle of this.#handles.values()) handle.cacheMoved();
  }

  #finish(uid: string, status: PodSyncStatus): void {
    this.#starts = releaseStaticPodStart(this.#starts, status.fullName, uid);
    this.#statuses.set(uid, completeTerminated(status));
    this.#queue.delete(uid);
  }

  #permission(status: PodSyncStatus) {
    const pod: KubePod | undefined = status.pendingUpdate?.pod;
    if (pod === undefined) return "start";
    const decision = startPermission(this.#starts, pod, (uid) => this.#statuses.get(uid));
    this.#starts = decision.starts;
    return decision.permission;
  }

  #known(uid: string): PodSyncStatus {
    const status = this.#statuses.get(uid);
    if (status === undefined) throw new Error(`there is no worker for pod ${uid}`);
    return status;
  }

  #draw(): number {
    return this.#core.input.draw("worker-jitter");
  }
}
