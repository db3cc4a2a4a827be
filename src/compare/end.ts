/** How long a comparison lasts. */
import type { Variant } from "./variant.ts";

/** Who lists so seldom gets the time for one list after the scenario's end, and to act on it. */
const eventedRelistMs = 300_000;
const actMs = 60_000;

/** Virtual milliseconds after the scenario's end, in which the world is left alone. */
export function settleMs(variants: readonly Pick<Variant, "observe">[]): number {
  return variants.some(({ observe }) => observe === "evented") ? eventedRelistMs + actMs : 0;
}
