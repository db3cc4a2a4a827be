/** What one run of a variant comes to, in numbers: how far apart it was, and what it cost. */
import type { ContainerEnd } from "./exit-book.ts";

/** Of each the lower is the better. */
export interface Measures {
  /**
   * Seconds from the last thing that the world or the scenario did until it had converged, for
   * good; 0 where it had already, absent where it has not at the end.
   */
  readonly converge?: number;
  /** Seconds in which it had not converged. */
  readonly apart: number;
  /** Starts of a container whose name had run before. */
  readonly restarts: number;
  /** Containers that were started beside another one of their name. */
  readonly duplicates: number;
  /** Containers that nobody declares and that run at the end. */
  readonly orphans: number;
  /** Containers that ended on their own, which the kubelet does not know at the end. */
  readonly missedExits: number;
  /** Full lists of the runtime, and the containers read in them. */
  readonly lists: number;
  readonly entries: number;
  /** Notifications that were heard. */
  readonly events: number;
  /** Rounds, events and syncs that decided something; absent of a kubelet that is not ours. */
  readonly decisions?: number;
}

export type MeasureName = keyof Measures;

/** In the order in which they are shown. */
export const measureNames = [
  "converge",
  "apart",
  "restarts",
  "duplicates",
  "orphans",
  "missedExits",
  "lists",
  "entries",
  "events",
  "decisions",
] as const satisfies readonly MeasureName[];

/** How many containers are not as declared or ended unknown, from a time (in seconds) on. */
export type Divergence = readonly (readonly [t: number, apart: number])[];

export interface Measured {
  /** Declared = actual, and the kubelet knows of each container that ended. */
  readonly converged: boolean;
  readonly measures: Measures;
  readonly divergence: Divergence;
  /** When it last listed, in seconds; absent: never. */
  readonly listedAt?: number;
  /** Of containers, on their own. */
  readonly ends: readonly ContainerEnd[];
}
