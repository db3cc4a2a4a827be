/** What a rule found in a run, with what to change. */
import type { Position } from "../model/diagnostic.ts";

/** A field of the manifest; where it is not written, the place where it would be. */
export interface Fix {
  /** In the pod or its template, such as `spec.containers[0].readinessProbe.periodSeconds`. */
  readonly path: string;
  /** What holds now; absent: nothing does. */
  readonly value?: unknown;
  /** What the run would have needed, or more; absent where no value can be told from it. */
  readonly suggested?: unknown;
  readonly position?: Position;
}

export interface Finding {
  /** As references name them. */
  readonly pod: string;
  readonly container?: string;
  /** What the run shows, with its numbers; a sentence without its full stop. */
  readonly says: string;
  /** What to do about it, likewise. */
  readonly advice: string;
  readonly fixes: readonly Fix[];
}
