/** What the manifest layer hands out: the pods to simulate and what to say about them. */
import type { Diagnostic, Position } from "../model/diagnostic.ts";
import type { Pod } from "./pod-types.ts";
import type { Model } from "./support.ts";

/** One pod to simulate. */
export interface Manifest {
  readonly pod: Pod;
  readonly position: Position;
  /** What was declared in its place; absent where the pod itself was. */
  readonly owner?: { readonly kind: string; readonly name: string };
}

export interface Manifests {
  readonly pods: readonly Manifest[];
  /** Notes and warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ManifestOptions {
  readonly model: Model;
  /** A DaemonSet has a pod on each. */
  readonly nodes: number;
  readonly maxPods: number;
  readonly maxErrors: number;
  /** For a scenario that brings its pods in another way. */
  readonly allowNone: boolean;
}

export const defaultManifestOptions: ManifestOptions = {
  model: "textbook",
  nodes: 1,
  maxPods: 100_000,
  maxErrors: 100,
  allowNone: false,
};
