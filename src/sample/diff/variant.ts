/** One side of a comparison, and what a single difference makes of it. */
import type { KubeletFeatures } from "../../decide/kubelet/features.ts";
import type { Milestone } from "../milestone.ts";
import { milestonesOf } from "../sample.ts";
import { type PreparedInput, assumedAnew } from "../../scenario/prepare.ts";

export interface Variant {
  readonly input: PreparedInput;
  /** What the kubelet does otherwise than its version. */
  readonly features?: Partial<KubeletFeatures>;
}

/** What two inputs do not have in common: one field, one switch of a version. */
export interface InputDifference {
  /** `pod web: spec.containers[app].livenessProbe`, `kubernetes: requeue in a crash back-off`. */
  readonly what: string;
  /** Each side's value in a few words. */
  readonly a: string;
  readonly b: string;
  /** File and symbol upstream, of a difference between versions. */
  readonly source?: string;
  /** The first side with the second one's value of this difference alone. */
  readonly applyTo: (variant: Variant) => Variant;
}

export function milestonesOfVariant(
  { input, features }: Variant,
  seed: number,
): readonly Milestone[] {
  return milestonesOf(assumedAnew(input), seed, features ? { features } : {});
}
