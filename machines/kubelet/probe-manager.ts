/**
 * The probe workers of all pods, and the results that they stored.
 *
 * Models: kubernetes/pkg/kubelet/prober/prober_manager.go manager; results/results_manager.go.
 */
import type { ProbeKnowledge } from "../../src/decide/kubelet/probe-status.ts";
import { handleProbeNews, isProbeNews } from "../../src/decide/kubelet/probe-results.ts";
import type { ProbeType } from "../../src/decide/kubelet/probe-worker.ts";
import {
  type ProbeWorkerName,
  probeWorkerKey,
  workersToAdd,
  workersToStopFirst,
} from "../../src/decide/kubelet/probe-workers.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import type { ProbeResult } from "../../src/model/kube-runtime.ts";
import type { Cause, KubeletCore } from "./kubelet-core.ts";

/** A stored result that is another than before. */
export interface ProbeNews {
  readonly uid: string;
  readonly probeType: ProbeType;
  readonly containerId: string;
  readonly result: ProbeResult;
}

/** A handle on a worker's actor. */
export interface ProbeWorkerHandle {
  poke(): void;
  stop(): void;
}

const idleHandle: ProbeWorkerHandle = { poke: () => {}, stop: () => {} };

export class ProbeManager {
  readonly results = {
    liveness: new Map<string, ProbeResult>(),
    readiness: new Map<string, ProbeResult>(),
    startup: new Map<string, ProbeResult>(),
  };
  /** Brings a worker to life. */
  spawn: (pod: KubePod, name: ProbeWorkerName) => ProbeWorkerHandle = () => idleHandle;
  /** Tells the sync loop. */
  onNews: (news: ProbeNews) => void = () => {};
  readonly #core: KubeletCore;
  readonly #workers = new Map<string, Map<string, ProbeWorkerHandle>>();
  /** What the stored results follow from. */
  readonly #causes = {
    liveness: new Map<string, Cause>(),
    readiness: new Map<string, Cause>(),
    startup: new Map<string, Cause>(),
  };
  /** The containers of each pod of which a result is stored. */
  readonly #probed = new Map<string, Set<string>>();

  constructor(core: KubeletCore) {
    this.#core = core;
  }

  addPod(pod: KubePod): void {
    const workers = this.#workers.get(pod.uid) ?? new Map<string, ProbeWorkerHandle>();
    this.#workers.set(pod.uid, workers);
    for (const name of workersToAdd(pod, new Set(workers.keys()))) {
      const key = probeWorkerKey(name);
      // It may find that all is over and end in this very turn: then it is not there any more.
      workers.set(key, idleHandle);
      const handle = this.spawn(pod, name);
      if (workers.has(key)) workers.set(key, handle);
    }
  }

  stopLivenessAndStartup(pod: KubePod): void {
    for (const name of workersToStopFirst(pod)) this.#stop(pod.uid, probeWorkerKey(name));
  }

  removePod(uid: string): void {
    for (const key of this.#workers.get(uid)?.keys() ?? []) this.#stop(uid, key);
    this.#workers.delete(uid);
    for (const id of this.#probed.get(uid) ?? []) {
      for (const results of Object.values(this.results)) results.delete(id);
      for (const causes of Object.values(this.#causes)) causes.delete(id);
    }
    this.#probed.delete(uid);
  }

  /** Removes the workers of all other pods. */
  keepOnly(uids: ReadonlySet<string>): void {
    for (const uid of this.#workers.keys()) if (!uids.has(uid)) this.removePod(uid);
  }

  /** A worker came to its end by itself. */
  workerEnded(uid: string, name: ProbeWorkerName): void {
    this.#workers.get(uid)?.delete(probeWorkerKey(name));
  }

  /** What a status of this pod is made with. */
  knowledge(uid: string): Omit<ProbeKnowledge, "features"> {
    return {
      results: this.results,
      workers: new Set(this.#workers.get(uid)?.keys()),
      kubeletStartedAtMs: this.#core.startedAtMs,
    };
  }

  /** Has readiness workers probe at once. */
  poke(uid: string, containers: readonly string[]): void {
    for (const container of containers) {
      const key = probeWorkerKey({ container, probeType: "readiness" });
      this.#workers.get(uid)?.get(key)?.poke();
    }
  }

  isNews(probeType: ProbeType, containerId: string, result: ProbeResult): boolean {
    return isProbeNews(this.results[probeType].get(containerId), result);
  }

  /** What a stored result follows from: the probe that brought it. */
  causeOf(probeType: ProbeType, containerId: string): Cause {
    return this.#causes[probeType].get(containerId);
  }

  store(uid: string, probeType: ProbeType, containerId: string, result: ProbeResult): void {
    const news = this.isNews(probeType, containerId, result);
    this.results[probeType].set(containerId, result);
    if (news) this.#causes[probeType].set(containerId, this.#core.causes.current);
    const probed = this.#probed.get(uid);
    if (probed) probed.add(containerId);
    else this.#probed.set(uid, new Set([containerId]));
    if (news) this.onNews({ uid, probeType, containerId, result });
  }

  /**
   * Puts it into the status; whether the pod is to be synced for it.
   * Models: kubernetes/pkg/kubelet/kubelet.go handleProbeSync.
   */
  handleNews({ uid, probeType, containerId, result }: ProbeNews): boolean {
    const { syncsPod, sets } = handleProbeNews(probeType, result);
    const pod = this.#core.pods.get(uid);
    if (pod && sets) {
      if ("ready" in sets) this.#core.statuses.setReadiness(pod, containerId, sets.ready);
      else this.#core.statuses.setStarted(pod, containerId, sets.started);
    }
    return syncsPod;
  }

  forget(uid: string, probeType: ProbeType, containerId: string): void {
    this.results[probeType].delete(containerId);
    this.#causes[probeType].delete(containerId);
    const isHeld = Object.values(this.results).some((results) => results.has(containerId));
    if (!isHeld) this.#probed.get(uid)?.delete(containerId);
  }

  #stop(uid: string, key: string): void {
    const workers = this.#workers.get(uid);
    workers?.get(key)?.stop();
    workers?.delete(key);
  }
}
