/** A scenario as the rest of the program reads it: typed, with defaults filled in, times in ms. */
import type { BehaviourTable } from "../model/behaviour.ts";
import type { Position } from "../model/diagnostic.ts";
import type { Path, YamlDocument } from "../yaml/document.ts";
import type { ExpectationInput } from "./schema-expect.ts";
import type { ModelName } from "./model-name.ts";
import type { SpecInput } from "./schema.ts";
import type { StimulusInput } from "./schema-stimuli.ts";

type Scalar = string | number | boolean | bigint | symbol | null | undefined;

export type DeepReadonly<T> = T extends Scalar
  ? T
  : { readonly [Key in keyof T]: DeepReadonly<T[Key]> };

/** Where an entry of a list stands in the file. */
export interface Place {
  readonly path: Path;
  readonly position: Position;
}

/** `label` is the `id`, or where there is none the place in the file (`stimuli[0]`). */
export type Stimulus = DeepReadonly<StimulusInput> & {
  readonly label: string;
  /** Without a position: it was done to a run under way, and stands in no file. */
  readonly place: Pick<Place, "path"> & Partial<Place>;
};

export type Expectation = DeepReadonly<ExpectationInput> & { readonly place: Place };

/** A key of `behaviour` as it is read; `pod` is absent in the short form for a single pod. */
export interface BehaviourKey {
  readonly pod?: string;
  readonly instance?: number;
  readonly container: string;
  readonly place: Place;
}

/** One `--behave`: whom it is about, and what it says as a file would. */
export interface SaidBehaviour {
  readonly pod: string;
  readonly instance?: number;
  readonly container: string;
  readonly written: object;
  readonly position: Position;
}

export interface ScenarioNode {
  readonly name: string;
  readonly allocatable?: Readonly<Record<string, string | number>>;
}

/** An object written in the scenario itself, or the path of a file of objects. */
export type ManifestEntry = { readonly place: Place } & (
  | { readonly kind: "object" }
  | { readonly kind: "file"; readonly path: string }
);

type Spec = DeepReadonly<SpecInput>;

export interface Scenario {
  /** Finds the place of any part of the file. */
  readonly document: YamlDocument;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly title?: string;
  readonly why?: string;
  readonly model: ModelName;
  readonly observe: Spec["observe"];
  readonly kubernetes?: Spec["kubernetes"];
  readonly seed: number;
  readonly durationMs: number;
  /** Never empty. */
  readonly nodes: readonly ScenarioNode[];
  readonly kubelet?: Spec["kubelet"];
  readonly runtime: Spec["runtime"];
  readonly requires: Spec["requires"];
  readonly manifests: readonly ManifestEntry[];
  /** The most specific rule first, so that the first rule that matches holds. */
  readonly behaviour: BehaviourTable;
  readonly behaviourKeys: readonly BehaviourKey[];
  /** What flags say in place of the file; of two about one thing the later. */
  readonly said?: readonly SaidBehaviour[];
  readonly stimuli: readonly Stimulus[];
  readonly expectations: readonly Expectation[];
}

/** Of an action: `StimulusOf<"deletePod">`. */
export type StimulusOf<Action extends Stimulus["action"]> = Extract<
  Stimulus,
  { readonly action: Action }
>;
