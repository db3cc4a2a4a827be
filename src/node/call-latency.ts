/** How long the calls of the runtime take before they have their effect. */
import type { RandomStreams } from "../sim/random-streams.ts";

/** The calls that a scenario gives a latency. */
export type RuntimeCall =
  | "create"
  | "start"
  | "stop"
  | "remove"
  | "list"
  | "exec"
  | "sandbox"
  | "stopSandbox"
  | "pull"
  | "status";

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
};

/** Milliseconds for the next request of that type; a range has a stream of its own. */
export function callLatency(
  latencyNow: () => RuntimeLatency,
  random: RandomStreams,
): (requestType: string) => number {
  return (requestType) => {
    const call = calls[requestType];
    const range = call === undefined ? undefined : latencyNow()[call];
    if (range === undefined || call === undefined) return 0;
    if (typeof range === "number") return range;
    return random.stream(`latency ${call}`).integer(range.minMs, range.maxMs);
  };
}
