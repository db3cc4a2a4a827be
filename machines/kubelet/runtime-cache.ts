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
  /** Since when it is known to hold: the moment of a list that showed nothing else. */
  readonly observed: number;
}

export interface PodIdentity {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
}

export class RuntimeCache {
  readonly #entries = new Map<string, Entry>();
  /** With evented PLEG there are two who write: what is older than what is there is dropped. */
  readonly #dropsOlder: boolean;
  #global = -Infinity;
  /** Told whenever something became newer: one pod's entry, or all. */
  onMoved: (uid?: string) => void = () => {};

  constructor(dropsOlder: boolean) {
    this.#dropsOlder = dropsOlder;
  }

  get(pod: PodIdentity): RuntimePodStatus {
    return this.#entries.get(pod.uid)?.status ?? empty(pod);
  }

  /** False where it is older than what is there. */
  set(uid: string, status: RuntimePodStatus, modified: number): boolean {
    if (this.#dropsOlder && (this.#entries.get(uid)?.modified ?? -Infinity) > modified) {
      return false;
    }
    this.#entries.set(uid, { status, modified, observed: modified });
    return true;
  }

  /** Looked at and found as it was; what an event tells of that moment still counts. */
  setObservedTime(uid: string, observed: number): void {
    const entry = this.#entries.get(uid);
    if (entry) this.#entries.set(uid, { ...entry, observed });
    this.onMoved(uid);
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
    const isNewer = (entry && latest(entry) > than) || this.#global > than;
    return isNewer ? (entry?.status ?? empty(pod)) : undefined;
  }
}

function latest({ modified, observed }: Entry): number {
  return Math.max(modified, observed);
}

function empty({ uid, namespace, name }: PodIdentity): RuntimePodStatus {
  return emptyRuntimeStatus(uid, namespace, name);
}
