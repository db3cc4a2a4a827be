/** What a comparison of two kubelets has to bring along to be shown. */
import type { RuntimeEventTrace, TraceRecord, TraceStamp, VerdictTrace } from "../model/trace.ts";

export const variantNames = ["level", "edge"] as const;
export type VariantName = (typeof variantNames)[number];

export interface ComparedRun {
  readonly records: readonly TraceRecord[];
  readonly verdict: VerdictTrace;
  readonly converged: boolean;
}

export interface ComparedParting {
  readonly name: string;
  /** Seconds of virtual time since which they differ for good. */
  readonly t: number;
  readonly end: Readonly<Record<VariantName, string | undefined>>;
  readonly lost?: TraceStamp & RuntimeEventTrace;
  readonly healedAt?: number;
}

export interface ComparedRuns {
  readonly variants: Readonly<Record<VariantName, ComparedRun>>;
  readonly partings: readonly ComparedParting[];
}
