/**
 * What each model does with each field of a pod. Of this table the loader makes its warnings, and
 * docs/model.md is the same table to read, so neither can say what the other does not.
 *
 * `ignored` means that a kubelet's timeline is the same without the field: the pod is bound to the
 * node already, and what a container does is told by its behaviour, not by its command.
 */
import { containerSupport } from "./support-container.ts";
import { podSupport } from "./support-pod.ts";
import { probeSupport } from "./support-probe.ts";
import type { Rows } from "./support-rows.ts";

export type { FieldSupport, Model } from "./support-rows.ts";

const tables = { ...podSupport, ...containerSupport, ...probeSupport };

/** A type of the field table (`schema.ts`) that has rows. */
export type SupportedType = keyof typeof tables;

export const fieldSupport: Readonly<Record<SupportedType, Rows>> = tables;

export function isSupportedType(name: string): name is SupportedType {
  return Object.hasOwn(fieldSupport, name);
}
