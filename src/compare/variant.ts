/** What is compared: one way to observe, under the name by which people call it. */
import { CallError } from "../model/call-error.ts";
import type { OwnKubelet } from "../node/guest-error.ts";
import type { Observe } from "../node/node-options.ts";

export interface Variant {
  readonly name: string;
  readonly observe: Observe;
  /** In the place of ours: it is told what a kubelet is told (textbook). */
  readonly kubelet?: OwnKubelet;
}

/** The first of those that are compared is what the others are held against. */
export const observers = ["level", "edge", "evented"] as const satisfies readonly Observe[];

export function variantOf(observe: Observe): Variant {
  return { name: observe, observe };
}

/**
 * A kubelet of somebody else's hears events like one that lives by them. Throws a `CallError` where
 * it has the name of one of ours, for which a reader would take it.
 */
export function ownVariant(kubelet: OwnKubelet): Variant {
  const { name, file } = kubelet;
  if ((observers as readonly string[]).includes(name)) {
    const which = file === undefined ? "yours" : `\`${file}\``;
    throw new CallError(
      `${name} is what one of our kubelets is called; give ${which} another name`,
    );
  }
  return { name, observe: "edge", kubelet };
}

/** One that lists has no event to miss. */
export function hearsEvents({ observe }: Pick<Variant, "observe">): boolean {
  return observe !== "level";
}
