/**
 * The evented pod lifecycle event generator: writes the cache from the runtime's stream of events,
 * and has all be listed where the stream fails. The fifth failure ends it for good.
 *
 * Models: kubernetes/pkg/kubelet/pleg/evented.go EventedPLEG.
 */
import {
  cacheChange,
  globalCacheUpdatePeriodMs,
  lifecycleEvents,
  streamFailure,
} from "../../src/decide/kubelet/evented-pleg.ts";
import type { PodLifecycleEvent } from "../../src/decide/kubelet/pleg-events.ts";
import type { ContainerEventResponse } from "../../src/model/cri.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import type { RelistRequests } from "./pleg.ts";
import { type Procedure, sleep } from "./procedure.ts";

export class EventedPleg {
  readonly #core: KubeletCore;
  readonly #relists: RelistRequests;
  readonly #onEvent: (event: PodLifecycleEvent) => void;
  #failures = 0;

  constructor(
    core: KubeletCore,
    relists: RelistRequests,
    onEvent: (event: PodLifecycleEvent) => void,
  ) {
    this.#core = core;
    this.#relists = relists;
    this.#onEvent = onEvent;
  }

  /** `moment`: when the runtime made it, by the kubelet's count. */
  take(response: ContainerEventResponse, moment: number): void {
    const { cache, eventedPlegInUse } = this.#core;
    const uid = response.sandbox?.podUid;
    const change = cacheChange(response);
    if (!eventedPlegInUse || uid === undefined || change === undefined) return;
    if (change.change === "delete") cache.delete(uid);
    if (change.change === "set") {
      if (!cache.set(uid, change.status, moment)) return;
      cache.onMoved(uid);
    }
    lifecycleEvents(response).forEach(this.#onEvent);
  }

  streamFailed(): void {
    const { input } = this.#core;
    // Who never lists has nothing to fall back on: it only watches again.
    if (!this.#core.eventedPlegInUse || input.observe === "edge") return;
    this.#relists.requestAll();
    if (!streamFailure(++this.#failures).fallsBack) return;
    this.#core.eventedPlegInUse = false;
    this.#relists.fallBack();
  }
}

export interface CacheClockInput {
  readonly core: KubeletCore;
  readonly phaseMs: number;
}

/** Models: kubernetes/pkg/kubelet/pleg/evented.go updateGlobalCache. */
export function* runCacheClock({ core, phaseMs }: CacheClockInput): Procedure<void> {
  yield* sleep(phaseMs);
  while (core.eventedPlegInUse) {
    core.cache.updateTime(core.nextMoment());
    yield* sleep(globalCacheUpdatePeriodMs);
  }
}
