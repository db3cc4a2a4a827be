/**
 * Facts that expectations ask for and that not every trace carries: each is optional here, and a
 * check that needs an absent one fails and says so.
 */
import type { ContainerApiStatus, PodCondition } from "../model/kube-status.ts";
import type {
  ContainerTrace,
  EventTrace,
  PodTrace,
  StatusTrace,
  TraceRecord,
  TraceStamp,
} from "../model/trace.ts";

/** The object as the API server stores it, in the API's own names; on `pod` records. */
export interface PodObject {
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly spec?: unknown;
}

export type PodRecord = TraceStamp & PodTrace & PodObject;

export type ContainerFact = TraceStamp & ContainerTrace;

export type StatusRecord = TraceStamp &
  StatusTrace & { readonly ephemeralContainerStatuses?: readonly ContainerApiStatus[] };

export type EventRecord = TraceStamp & EventTrace;

/** The node's conditions as the API server has them; the first at `t0`, then at each change. */
export type NodeRecord = TraceStamp & {
  readonly type: "node";
  readonly conditions: readonly Omit<PodCondition, "lastTransitionTimeMs">[];
};

/** The API server refused an object. */
export type RejectedRecord = TraceStamp & {
  readonly type: "rejected";
  readonly namespace: string;
  readonly pod: string;
  readonly message: string;
};

export type Fact = TraceRecord | NodeRecord | RejectedRecord;

/** Records of one type, with what they may carry beyond it. */
export function recordsOf<T extends Fact>(records: readonly Fact[], type: T["type"]): readonly T[] {
  return records.filter((record): record is T => record.type === type);
}
