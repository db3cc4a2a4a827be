/** What is compared: one way to observe, under the name by which people call it. */
import type { Observe } from "../node/node-options.ts";

export interface Variant {
  readonly name: string;
  readonly observe: Observe;
}

/** The first of those that are compared is what the others are held against. */
export const observers = ["level", "edge", "evented"] as const satisfies readonly Observe[];

export function variantOf(observe: Observe): Variant {
  return { name: observe, observe };
}
