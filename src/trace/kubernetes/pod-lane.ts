/** A pod's own lane: its phase and whether it is ready, over its containers. */
import { type ContainerKey, displayName } from "../../model/container-key.ts";
import type { PodTrace, StatusTrace } from "../../model/trace.ts";
import type { Lane, LaneState } from "../lane.ts";
import { SpanList } from "../span-list.ts";
import { isOver } from "./delayed-phases.ts";
import { isReady } from "./pod-status.ts";

const phaseStates = {
  Pending: "pending",
  Unknown: "pending",
  Succeeded: "completed",
  Failed: "exited",
} as const satisfies Record<Exclude<StatusTrace["phase"], "Running">, LaneState>;

export class PodLane {
  readonly #spans = new SpanList<LaneState>("absent");
  #change: PodTrace["change"] | undefined = undefined;
  #status: StatusTrace | undefined = undefined;
  /** The kubelet is ending it, and its phase does not tell yet. */
  #isEnding = false;
  #isMarked = false;

  take({ change }: PodTrace, atMs: number): void {
    if (change === "added") [this.#status, this.#isEnding] = [undefined, false];
    if (change !== "updated") this.#change = change;
    this.#spans.set(this.#now(), atMs);
  }

  /** `held`: what the kubelet has; `told`: what others may know of it. */
  status(held: StatusTrace, told: StatusTrace, atMs: number): void {
    this.#status = told;
    this.#isEnding = isOver(held) && !isOver(told);
    this.#spans.set(this.#now(), atMs);
  }

  /** The node is not ready, and so the pod is not, whatever its kubelet said last. */
  markNotReady(isMarked: boolean, atMs: number): void {
    this.#isMarked = isMarked;
    this.#spans.set(this.#now(), atMs);
  }

  /** As it is known by then; it may go on. */
  until(namespace: string, pod: string, key: ContainerKey, endMs: number): Lane {
    const spans = this.#spans.until(endMs);
    return { key, name: displayName(namespace, pod), spans, marks: [], restarts: 0 };
  }

  #now(): LaneState {
    if (this.#change === "removed") return "absent";
    if (this.#change === "terminating" || this.#isEnding) return "stopping";
    if (this.#status === undefined) return "pending";
    if (this.#status.phase !== "Running") return phaseStates[this.#status.phase];
    return isReady(this.#status) && !this.#isMarked ? "running" : "unready";
  }
}
