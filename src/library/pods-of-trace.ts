/** The pods of a trace that grows, as the API has them at any of its moments. */
import type { ApiPod } from "../kubectl/api-pod.ts";
import { podObject } from "../kubectl/pod-object.ts";
import { PodLog, podsAt } from "../kubectl/stored-pods.ts";
import { WallClock } from "../kubectl/wall-clock.ts";
import type { TraceRecord } from "../model/trace.ts";

export class PodsOfTrace {
  readonly #log = new PodLog();
  #seen = 0;

  /** Reads what is new of the trace first, which is the same one each time. */
  at(ms: number, trace: readonly TraceRecord[]): readonly ApiPod[] {
    for (const record of trace.slice(this.#seen)) this.#log.see(record);
    this.#seen = trace.length;
    const clock = new WallClock(trace);
    return podsAt(this.#log.changes, ms).map((pod) => podObject(pod, clock));
  }
}
