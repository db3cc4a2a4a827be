/** A scenario while it is made smaller: plain values, from which a file can be written. */
import { InputError } from "../../model/diagnostic.ts";
import { isScenario } from "../../scenario/parse.ts";
import { type PreparedInput, prepareInput } from "../../scenario/prepare.ts";
import { apiVersion } from "../../scenario/schema.ts";
import type { YamlDocument } from "../../yaml/document.ts";
import { isFault } from "../meter.ts";
import type { FaultEntry } from "./fault-list.ts";

type Json = Readonly<Record<string, unknown>>;

export interface Draft {
  /** Without stimuli, behaviour and manifests, which stand beside it. */
  readonly settings: Json;
  readonly behaviour: Json;
  /** What the scenario does to the world. */
  readonly stimuli: readonly Json[];
  /** What becomes of events. */
  readonly faults: readonly FaultEntry[];
  readonly objects: readonly unknown[];
}

/** What only documents, and what is not judged here. */
const leftOut = new Set(["title", "why", "expect", "stimuli", "behaviour", "manifests"]);

/** `observe`: of the variant that the file is to show. */
export function draftOf(
  documents: readonly YamlDocument[],
  { scenario }: PreparedInput,
  observe: string,
  faults: readonly FaultEntry[],
): Draft {
  const spec = objectOf(objectOf(documents.find(isScenario)?.value)["spec"]);
  const { model, seed, durationMs, kubernetes } = scenario;
  const kept = Object.entries(spec).filter(([key]) => !leftOut.has(key));
  const version =
    kubernetes === undefined || model === "textbook"
      ? {}
      : { kubernetes: `${kubernetes.major}.${kubernetes.minor}` };
  const inline = listOf(spec["manifests"]).filter((entry) => typeof entry !== "string");
  const others = documents.filter((document) => !isScenario(document));
  return {
    settings: {
      ...Object.fromEntries(kept.filter(([key]) => key !== "kubernetes")),
      model,
      observe,
      ...version,
      seed,
      duration: `${durationMs / 1000}s`,
    },
    behaviour: objectOf(spec["behaviour"]),
    stimuli: listOf(spec["stimuli"]).map(objectOf).filter(isOfWorld),
    faults,
    objects: [...others.map(({ value }) => value), ...inline],
  };
}

/** A fault on the kubelet's own stream stays as it is: the trace does not tell of each event. */
function isOfWorld({ action, stream }: Json): boolean {
  return !isFault(String(action)) || stream === "pleg" || action === "breakEvents";
}

/** The documents of the file. */
export function documentsOf(draft: Draft, head: Json = {}, name = "smallest"): readonly unknown[] {
  const { settings, behaviour, stimuli, faults, objects } = draft;
  const spec = {
    ...head,
    ...settings,
    ...(Object.keys(behaviour).length === 0 ? {} : { behaviour }),
    // Faults are in force from the first moment, before anything else is done.
    stimuli: [...faults, ...stimuli],
  };
  return [{ apiVersion, kind: "Scenario", metadata: { name }, spec }, ...objects];
}

/** The draft that can be run, without what refers to something that is gone; undefined: none. */
export function repaired(
  draft: Draft,
): { readonly draft: Draft; readonly input: PreparedInput } | undefined {
  let next: Draft | undefined = draft;
  while (next !== undefined) {
    const current: Draft = next;
    try {
      return { draft: current, input: prepareInput(documentsOf(current).map(asDocument)) };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const paths = error.diagnostics.map(({ path = "" }) => path);
      next = withoutFaulty(current, paths);
    }
  }
  return undefined;
}

function asDocument(value: unknown): YamlDocument {
  const file = "smallest.yaml";
  return { file, value, locate: () => ({ file, line: 1, column: 1 }) };
}

/** Undefined where nothing that can be left out is at fault. */
function withoutFaulty(draft: Draft, paths: readonly string[]): Draft | undefined {
  const numbers = new Set(
    paths.flatMap((path) => /^spec\.stimuli\[(\d+)\]/.exec(path)?.[1] ?? []).map(Number),
  );
  const keys = Object.keys(draft.behaviour).filter((key) =>
    paths.some((path) => path.startsWith("spec.behaviour") && path.includes(key)),
  );
  if (numbers.size === 0 && keys.length === 0) return undefined;
  const first = draft.faults.length;
  return {
    ...draft,
    behaviour: without(draft.behaviour, keys),
    faults: draft.faults.filter((_, index) => !numbers.has(index)),
    stimuli: draft.stimuli.filter((_, index) => !numbers.has(first + index)),
  };
}

export function without(object: Json, keys: readonly string[]): Json {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

export function objectOf(value: unknown): Json {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Json) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
