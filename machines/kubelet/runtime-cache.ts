/**
 * The kubelet's cache of pod statuses, written by relists, and those who wait for a newer entry.
 *
 * An entry that is not there is as new as the last relist of all: it then says that the runtime has
 * nothing of that pod.
 * Models: kubernetes/pkg/kubelet/container/cache.go.
 */
import { type RuntimePodStatus, emptyRuntimeStatus } from "../../src/model/kube-runtime.ts";

interface Entry {
  readonly status: RuntimePodStatus;
  readonly modifiedMs: number;
}

export interface PodIdentity {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
}

export class RuntimeCache {
  readonly #entries = new Map<string, Entry>();
  #globalMs = -Infinity;
  /** Told whenever something became newer. */
  onMoved: () => void = () => {};

  get(pod: PodIdentity): RuntimePodStatus {
    return this.#entries.get(pod.uid)?.status ?? empty(pod);
  }

  set(uid: string, status: RuntimePodStatus, modifiedMs: number): void {
    this.#entries.set(uid, { status, modifiedMs });
  }

  delete(uid: string): void {
    this.#entries.delete(uid);
  }

  /** All pods were looked at, at that time. */
  updateTime(nowMs: number): void {
    this.#globalMs = nowMs;
    this.onMoved();
  }

  /** Undefined while nothing is newer than that. */
  getNewerThan(pod: PodIdentity, thanMs: number): RuntimePodStatus | undefined {
    const entry = this.#entries.get(pod.uid);
    const isNewer = (entry?.modifiedMs ?? -Infinity) > thanMs || this.#globalMs > thanMs;
    return isNewer ? (entry?.status ?? empty(pod)) : undefined;
  }
}

function empty({ uid, namespace, name }: PodIdentity): RuntimePodStatus {
  return emptyRuntimeStatus(uid, namespace, name);
}
