/** How long the calls of the runtime take before they have their effect. */
import type { RandomStreams } from "../sim/random-streams.ts";

/** The calls that a scenario gives a latency. */
export type RuntimeCall =
  | "create"
  | "start"
  | "stop"
  | "remove"
  | "list"
  | "podStatus"
  | "exec"
  | "sandbox"
  | "stopSandbox"
  | "pull"
  | "status"
  | "event"
  | "mount"
  | "store";

/** Milliseconds, from `minMs` to `maxMs`, both included; a number stands for both. */
export type Latency = number | { readonly minMs: number; readonly maxMs: number };

export type RuntimeLatency = Readonly<Partial<Record<RuntimeCall, Latency>>>;

/** By the type of a request; what is not here is answered at once. */
const calls: Readonly<Record<string, RuntimeCall>> = {
  "runtime.create": "create",
  "runtime.start": "start",
  "runtime.stop": "stop",
  "runtime.remove": "remove",
  "runtime.list": "list",
  "runtime.exec": "exec",
  "sandbox.run": "sandbox",
  "sandbox.stop": "stopSandbox",
  "sandbox.remove": "remove",
  "sandbox.list": "list",
  "image.pull": "pull",
  "runtime.status": "status",
  "runtime.event": "event",
  "volume.mount": "mount",
  "status.store": "store",
};

interface TimedRequest {
  readonly type: string;
  /** A list of one pod, to know how that is. */
  readonly isForStatus?: unknown;
  /** The stop of a sandbox that is stopped. */
  readonly isStopped?: unknown;
}

/** Milliseconds for the next request; a range has a stream of its own. */
export function callLatency(
  latencyNow: () => RuntimeLatency,
  random: RandomStreams,
): (request: TimedRequest) => number {
  return ({ type, isForStatus, isStopped }) => {
    const latency = latencyNow();
    const asksForStatus = isForStatus === true && latency.podStatus !== undefined;
    // What a second stop takes was recorded to be about that: 9 to 58 ms, the first 74 to 297 ms.
    const isAsRemove = isStopped === true;
    const call = asksForStatus ? "podStatus" : isAsRemove ? "remove" : calls[type];
    const range = call === undefined ? undefined : latency[call];
    if (range === undefined || call === undefined) return 0;
    if (typeof range === "number") return range;
    return random.stream(`latency ${call}`).integer(range.minMs, range.maxMs);
  };
}
