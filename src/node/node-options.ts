/** What a simulated node is made from. */
import type { EventBus } from "../bus/event-bus.ts";
import type { Fault } from "../bus/deliveries.ts";
import type { BehaviourTable } from "../model/behaviour.ts";
import type { NodeEvent } from "../model/events.ts";
import type { RuntimeEvent } from "../model/runtime.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { SimulationLimits } from "../sim/limits.ts";
import type { GuestKubelet } from "./guest-kubelet.ts";
import type { RuntimeLatency } from "./call-latency.ts";

/**
 * How a kubelet learns what is: from a full list each period, from each event, or from events and
 * a list now and then.
 */
export type Observe = "level" | "edge" | "evented";

export interface NodeOptions {
  readonly name: string;
  readonly seed: number;
  readonly observe: Observe;
  /** One tick: from the end of a round to the next, and the unit of waits. 1 s unless set. */
  readonly periodMs?: number;
  /** From the kubelet's start to its first round. 0 unless set. */
  readonly phaseMs?: number;
  /** In the place of the textbook's own kubelets; it hears events, as `observe: edge` does. */
  readonly kubelet?: GuestKubelet;
  readonly behaviour?: BehaviourTable;
  readonly latency?: RuntimeLatency;
  /** What happens to the runtime's notifications on their way to an observer. */
  readonly faults?: readonly Fault<RuntimeEvent>[];
  readonly limits?: Partial<SimulationLimits>;
  readonly onRecord?: (record: TraceRecord) => void;
  /** False: the trace is not kept, only told to `onRecord`. */
  readonly keepRecords?: boolean;
  /** Another bus than the node's own. */
  readonly bus?: EventBus<NodeEvent>;
}
