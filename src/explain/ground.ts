/** What a step rests on: a field, a stimulus, a behaviour, or what is taken for granted. */
import type { Position } from "../model/diagnostic.ts";

export interface Ground {
  /** `default`: written nowhere. */
  readonly kind: "field" | "stimulus" | "behaviour" | "default";
  /** In words, such as `failureThreshold is 3`. */
  readonly text: string;
  /** Of the field in its object, or of the part in the scenario. */
  readonly path?: string;
  readonly value?: unknown;
  /** Of a stimulus. */
  readonly id?: string;
  readonly position?: Position;
}

/** `failureThreshold is 3 (pod.yaml:14)`. */
export function groundText({ text, kind, position }: Ground): string {
  if (position !== undefined) return `${text} (${position.file}:${position.line})`;
  return kind === "default" ? `${text} (the default)` : text;
}

/** One that is taken for granted. */
export function granted(text: string): Ground {
  return { kind: "default", text };
}
