/** A pod as the kubelet is told of it: what is declared, by which source, and nothing that is. */
import type { Position } from "./diagnostic.ts";

export type DeclarationSource = "file" | "api";

/** PodSpec.restartPolicy (core/v1). */
export type RestartPolicy = "Always" | "OnFailure" | "Never";

export interface DeclaredContainer {
  readonly name: string;
  readonly image: string;
}

export interface DeclaredPod {
  readonly namespace: string;
  readonly name: string;
  /** From a counter, so that a second pod of one name is another pod. */
  readonly uid: string;
  readonly source: DeclarationSource;
  readonly restartPolicy: RestartPolicy;
  /** terminationGracePeriodSeconds, in milliseconds. */
  readonly gracePeriodMs: number;
  /** Set once its deletion was asked for: no longer declared, only this grace is left to it. */
  readonly deletionGraceMs?: number;
  readonly containers: readonly DeclaredContainer[];
  /** Where it was declared, for messages. */
  readonly position?: Position;
}
