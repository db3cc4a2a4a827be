/** Which pod of its name one is: the worlds end each UID they give with that number (`web@2`). */
import type { PodReference } from "./reference.ts";

/** Whether a pod of the right name is the one that is meant; `web` alone means any of them. */
export function isInstance(uid: string, reference: PodReference): boolean {
  if (reference.kind !== "pod" || reference.instance === undefined) return true;
  return Number(/@(\d+)$/.exec(uid)?.[1] ?? 1) === reference.instance;
}
