/** What is compared: one way to observe, under the name by which people call it. */
import type { Guest } from "../node/guest-error.ts";
import type { Observe } from "../node/node-options.ts";

export interface Variant {
  readonly name: string;
  readonly observe: Observe;
  /** In the place of ours: it is told what a kubelet is told (textbook). */
  readonly kubelet?: Guest;
}

/** The first of those that are compared is what the others are held against. */
export const observers = ["level", "edge", "evented"] as const satisfies readonly Observe[];

export function variantOf(observe: Observe): Variant {
  return { name: observe, observe };
}

/** A kubelet of somebody else's hears events like one that lives by them. */
export function ownVariant(kubelet: Guest): Variant {
  return { name: kubelet.name, observe: "edge", kubelet };
}

/** One that lists has no event to miss. */
export function hearsEvents({ observe }: Pick<Variant, "observe">): boolean {
  return observe !== "level";
}
