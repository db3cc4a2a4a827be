/**
 * The volumes of the pods that have any: when they are mounted and unmounted, and the waits of the
 * syncs for both.
 *
 * Models: kubernetes/pkg/kubelet/volumemanager/volume_manager.go volumeManager.
 */
import {
  type VolumeLoops,
  expectsVolumes,
  volumeLoopPeriodMs,
  volumeRetryMs,
  volumeTimeoutMs,
  volumesSettledAtMs,
} from "../../src/decide/kubelet/volume-manager.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import { type Procedure, first, sleep, waitFor } from "./procedure.ts";

export class VolumeManager {
  readonly #core: KubeletCore;
  /** By pod UID; those without volumes are not here. */
  readonly #mountedAtMs = new Map<string, number>();
  #loops: VolumeLoops | undefined = undefined;

  constructor(core: KubeletCore) {
    this.#core = core;
  }

  /** From now on its volumes are wanted. */
  add(pod: KubePod): void {
    if (!expectsVolumes(pod)) return;
    const { now, mountMs } = this.#core.input;
    this.#mountedAtMs.set(pod.uid, volumesSettledAtMs(now(), this.#phases(), mountMs()));
  }

  forget(uid: string): void {
    this.#mountedAtMs.delete(uid);
  }

  /** Whether they are mounted; false where that takes too long, or the sync is given up. */
  *waitForAttachAndMount({ uid }: KubePod): Procedure<boolean> {
    const core = this.#core;
    const { workers } = core;
    const mountedAtMs = this.#mountedAtMs.get(uid) ?? -Infinity;
    const untilMs = core.now() + volumeTimeoutMs;
    while (core.now() < mountedAtMs) {
      if (core.now() >= untilMs) return false;
      yield* first([sleep(volumeRetryMs), waitFor(workers.cancellation(uid))]);
      if (workers.isCancelled(uid)) return false;
    }
    return true;
  }

  /** Of a pod that has ended; one that did so before they were mounted has none. */
  *waitForUnmount({ uid }: KubePod): Procedure<void> {
    const core = this.#core;
    const endedAtMs = core.workers.status(uid)?.terminatedAtMs ?? core.now();
    if ((this.#mountedAtMs.get(uid) ?? Infinity) > endedAtMs) return;
    const unmountedAtMs = volumesSettledAtMs(endedAtMs, this.#phases(), 0);
    while (core.now() < unmountedAtMs) yield* sleep(volumeRetryMs);
  }

  /** Drawn with the first pod that has volumes, so that nothing is drawn without any. */
  #phases(): VolumeLoops {
    const { draw } = this.#core.input;
    const phase = (loop: string): number =>
      Math.floor(draw(`phase volume ${loop}`) * volumeLoopPeriodMs);
    this.#loops ??= { populatorMs: phase("populator"), reconcilerMs: phase("reconciler") };
    return this.#loops;
  }
}
