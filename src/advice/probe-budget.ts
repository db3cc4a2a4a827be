/** How many failures of a probe have to be allowed for it to last until something answers. */
import type { KubeProbe } from "../model/kube-pod.ts";

/**
 * The least failureThreshold. The probe is tried first no sooner than its initial delay, and then
 * each period; so the failure number `f` comes `f - 1` periods later at the earliest, and what
 * answers from that very moment on is in time. The delay may seem over up to a second too soon, as
 * the start time that it counts from has whole seconds.
 */
export function failuresUntil(
  needsMs: number,
  { initialDelaySeconds, periodSeconds }: Pick<KubeProbe, "initialDelaySeconds" | "periodSeconds">,
): number {
  const afterDelay = Math.max(0, needsMs - Math.max(0, initialDelaySeconds * 1000 - 999));
  return Math.ceil(afterDelay / (periodSeconds * 1000)) + 1;
}
