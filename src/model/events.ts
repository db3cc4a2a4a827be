/** The closed union of everything that is published on a node's event bus. */
import type { ContainerRecord, RuntimeEvent } from "./runtime.ts";
import type { ContainerTrace, RuntimeEventTrace, TraceBody } from "./trace.ts";

/** A kubelet read a full list; the trace tells what changed in it. */
export interface ListRead {
  readonly type: "listRead";
  readonly containers: readonly ContainerRecord[];
}

/** Facts that are traced as they are published. */
export type TracedFact = Exclude<TraceBody, ContainerTrace | RuntimeEventTrace>;

export type NodeEvent = RuntimeEvent | ListRead | TracedFact;
