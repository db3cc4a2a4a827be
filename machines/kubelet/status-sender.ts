/**
 * Brings what the status manager holds to the API server: at once where something changed, and
 * every 10 s where that did not work.
 *
 * Models: kubernetes/pkg/kubelet/status/status_manager.go Start.
 */
import type { KubeletCore } from "./kubelet-core.ts";
import { Latch, type Procedure, first, sleep, waitFor } from "./procedure.ts";

const syncPeriodMs = 10_000;

export interface StatusSenderInput {
  readonly core: KubeletCore;
  readonly changes: StatusChanges;
  /** Until the first periodic round. */
  readonly phaseMs: number;
}

/** One change waits at most, as in upstream's channel of one. */
export class StatusChanges {
  #latch = new Latch();

  get latch(): Latch {
    return this.#latch;
  }

  note(): void {
    this.#latch.open();
  }

  clear(): void {
    this.#latch = new Latch();
  }
}

export function* runStatusSender(input: StatusSenderInput): Procedure<void> {
  const { core, changes, phaseMs } = input;
  let tickMs = core.now() + phaseMs;
  for (;;) {
    yield* first([sleep(tickMs - core.now()), waitFor(changes.latch)]);
    const isPeriodic = core.now() >= tickMs;
    while (tickMs <= core.now()) tickMs += syncPeriodMs;
    changes.clear();
    if (core.input.hasApi) yield* core.statuses.syncBatch(isPeriodic);
  }
}
