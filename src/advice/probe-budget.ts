/** How many failures of a probe have to be allowed for it to last until something answers. */
import type { KubeProbe } from "../model/kube-pod.ts";

/**
 * The least failureThreshold. The probe is tried first no sooner than its initial delay, and then
 * each period; so the failure number `f` comes `f - 1` periods later at the earliest.
 */
export function failuresUntil(
  needsMs: number,
  { initialDelaySeconds, periodSeconds }: Pick<KubeProbe, "initialDelaySeconds" | "periodSeconds">,
): number {
  const afterDelay = Math.max(0, needsMs - initialDelaySeconds * 1000);
  return Math.floor(afterDelay / (periodSeconds * 1000)) + 2;
}
