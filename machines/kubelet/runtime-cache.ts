/**
 * The kubelet's cache of pod statuses, written by relists, and those who wait for a newer entry.
 *
 * An entry that is not there is as new as the last relist of all: it then says that the runtime has
 * nothing of that pod. What is newer is told by a count of moments and not by the clock: in virtual
 * time a list may begin at the very millisecond at which a sync ended, and still come after it.
 * Models: kubernetes/pkg/kubelet/container/cache.go.
 */
import { type RuntimePodStatus, emptyRuntimeStatus } from "../../src/model/kube-runtime.ts";

interface Entry {
  readonly status: RuntimePodStatus;
  readonly modified: number;
}

export interface PodIdentity {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
}

export class RuntimeCache {
  readonly #entries = new Map<string, Entry>();
  #global = -Infinity;
  /** Told whenever something became newer: one pod's entry, or all. */
  onMoved: (uid?: string) => void = () => {};

  get(pod: PodIdentity): RuntimePodStatus {
    return this.#entries.get(pod.uid)?.status ?? empty(pod);
  }

  set(uid: string, status: RuntimePodStatus, modified: number): void {
    this.#entries.set(uid, { status, modified });
  }

  delete(uid: string): void {
    this.#entries.delete(uid);
  }

  /** All pods were looked at, at that time. */
  updateTime(moment: number): void {
    this.#global = moment;
    this.onMoved();
  }

  /** Undefined while nothing is newer than that. */
  getNewerThan(pod: PodIdentity, than: number): RuntimePodStatus | undefined {
    const entry = this.#entries.get(pod.uid);
    const isNewer = (entry?.modified ?? -Infinity) > than || this.#global > than;
    return isNewer ? (entry?.status ?? empty(pod)) : undefined;
  }
}

function empty({ uid, namespace, name }: PodIdentity): RuntimePodStatus {
  return emptyRuntimeStatus(uid, namespace, name);
}
