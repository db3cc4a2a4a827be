/** What the manifest layer hands out: the pods to simulate and what to say about them. */
import type { Diagnostic, Position } from "../model/diagnostic.ts";
import type { YamlDocument } from "../yaml/document.ts";
import type { Pod } from "./pod-types.ts";
import { type Release, newestRelease } from "./releases.ts";
import type { Model } from "./support.ts";

/** One pod to simulate. */
export interface Manifest {
  readonly pod: Pod;
  readonly position: Position;
  /** The text that it was made from, as a document of its own: the pod, or its template. */
  readonly source: YamlDocument;
  /** What was declared in its place; absent where the pod itself was. */
  readonly owner?: { readonly kind: string; readonly name: string };
}

/** A pod that the API server does not take. */
export interface Rejection {
  readonly name: string;
  readonly namespace: string;
  /** Of the API server, in its words as far as they are known. */
  readonly message: string;
  readonly position: Position;
}

export interface Manifests {
  readonly pods: readonly Manifest[];
  /** Those of `rejectable` that the API server refuses. */
  readonly rejected: readonly Rejection[];
  /** Notes and warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ManifestOptions extends Release {
  readonly model: Model;
  /** A DaemonSet has a pod on each. */
  readonly nodes: number;
  readonly maxPods: number;
  readonly maxErrors: number;
  /** For a scenario that brings its pods in another way. */
  readonly allowNone: boolean;
  /** Names of pods whose errors are no errors of the input: they are there to be refused. */
  readonly rejectable: ReadonlySet<string>;
}

export const defaultManifestOptions: ManifestOptions = {
  ...newestRelease,
  model: "kubernetes",
  nodes: 1,
  maxPods: 100_000,
  maxErrors: 100,
  allowNone: false,
  rejectable: new Set(),
};
