/**
 * What of a pod's end may be told: the kubelet's own status has it at once, and by mergePodStatus
 * the API server hears of it only when none of its containers runs any more.
 */
import { isTerminalPhase } from "../../decide/kubelet/get-phase.ts";
import { withOutcomeOf } from "../../decide/kubelet/merge-pod-status.ts";
import type { ContainerTrace, StatusTrace } from "../../model/trace.ts";

export class DelayedPhases {
  /** By the pod's UID, the ids of its containers that have not ended. */
  readonly #alive = new Map<string, Set<string>>();
  readonly #told = new Map<string, StatusTrace>();

  container({ uid = "", id, to }: ContainerTrace): void {
    const alive = this.#alive.get(uid) ?? new Set();
    this.#alive.set(uid, alive);
    if (to === "Exited" || to === "Removed") alive.delete(id);
    else alive.add(id);
  }

  /** The status with the phase, reason and message that others may know of. */
  told(status: StatusTrace): StatusTrace {
    const { uid = "" } = status;
    const before = this.#told.get(uid);
    const isHeldBack =
      isOver(status) &&
      before !== undefined &&
      !isOver(before) &&
      (this.#alive.get(uid)?.size ?? 0) > 0;
    const told = isHeldBack ? withOutcomeOf(before, status) : status;
    this.#told.set(uid, told);
    return told;
  }
}

/** It has come to its end, and no container of it is started again. */
export function isOver({ phase }: StatusTrace): boolean {
  return isTerminalPhase(phase);
}
