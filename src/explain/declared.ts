/** Which manifest a pod of a trace was made from, as it was declared at a moment, with places. */
import { staticPodName } from "../decide/kubelet/static-pod.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { KubeContainer } from "../model/kube-pod.ts";
import type { Pod } from "../manifest/pod-types.ts";
import type { TraceRecord } from "../model/trace.ts";
import { valueAt } from "../scenario/issues.ts";
import { withField } from "../scenario/field-change.ts";
import type { FileContent, PreparedInput } from "../scenario/prepare.ts";
import type { StimulusOf } from "../scenario/scenario.ts";
import type { FieldChange } from "../scenario/schema-stimuli.ts";
import { type Path, displayFile, fieldPath } from "../yaml/document.ts";
import type { Ground } from "./ground.ts";

/** Of a record: which pod it is about, and which records were before it. */
type Subject = Pick<Extract<TraceRecord, { readonly pod: string }>, "namespace" | "pod" | "seq">;
type Update = StimulusOf<"updateObject"> | StimulusOf<"addEphemeral">;
type Change = FieldChange & { readonly by: StimulusOf<"updateObject"> };

/** `seq`: of the record that it was written. */
interface FileVersion {
  readonly seq: number;
  readonly manifest: Manifest;
}

/** A pod's declaration at a moment. */
export interface Declared {
  readonly pod: Pod;
  readonly manifest: Manifest;
  /** What stimuli have changed in it by then. */
  readonly changes: readonly Change[];
}

export class Declarations {
  #input: PreparedInput;
  readonly #nodeName: string;
  /** By name, as in the manifests. */
  readonly #ofApi = new Map<string, Manifest>();
  /** What stands in a file of the static pod folder, under its name on the node: each version. */
  readonly #ofFiles = new Map<string, FileVersion[]>();
  /** Stimuli that changed an object, with the `seq` of their record. */
  readonly #updates: { readonly seq: number; readonly by: Update }[] = [];

  constructor(input: PreparedInput, nodeName: string) {
    this.#input = input;
    this.#nodeName = nodeName;
    // Where no record tells when it was written.
    for (const file of input.files.values()) this.#write(file, Infinity);
    for (const manifest of input.pods) {
      const { namespace, name } = manifest.pod.metadata;
      this.#ofApi.set(`${namespace}/${name}`, manifest);
    }
  }

  /** The same with more stimuli, before any record of them. */
  learn(input: PreparedInput): void {
    this.#input = input;
  }

  take(record: TraceRecord): void {
    if (record.type !== "stimulus") return;
    const { id, seq } = record;
    const by = this.#input.scenario.stimuli.find(({ label }) => label === id);
    if (by?.action === "updateObject" || by?.action === "addEphemeral") {
      this.#updates.push({ seq, by });
    }
    const file = by?.action === "writeFile" ? this.#input.files.get(by) : undefined;
    if (file) this.#write(file, seq);
  }

  #write(file: FileContent, seq: number): void {
    if (file.kind !== "pods") return;
    const isTextbook = this.#input.scenario.model === "textbook";
    for (const manifest of file.pods) {
      const { namespace, name } = manifest.pod.metadata;
      const onNode = isTextbook ? name : staticPodName(name, this.#nodeName);
      const key = `${namespace}/${onNode}`;
      const versions = this.#ofFiles.get(key);
      if (versions) versions.push({ seq, manifest });
      else this.#ofFiles.set(key, [{ seq, manifest }]);
    }
  }

  /** The version that was written last before a record. */
  #fileOf(key: string, seq: number): Manifest | undefined {
    const versions = this.#ofFiles.get(key);
    const written = versions?.findLast((version) => version.seq < seq);
    return (written ?? versions?.findLast((version) => version.seq === Infinity))?.manifest;
  }

  /** Absent for a stray, which nobody declares. A file and an object may have one name. */
  of({ namespace, pod, seq }: Subject, isStatic = false): Declared | undefined {
    const key = `${namespace}/${pod}`;
    const ofApi = this.#ofApi.get(key);
    const ofFile = isStatic || ofApi === undefined ? this.#fileOf(key, seq) : undefined;
    const manifest = ofFile ?? ofApi ?? this.#copied(namespace, pod);
    if (manifest === undefined) return undefined;
    const updates = this.#updates
      .filter((update) => update.seq < seq && update.by.pod?.some(({ name }) => name === pod))
      .map(({ by }) => by);
    const changes = updates.flatMap((by) =>
      by.action === "updateObject" ? by.set.map((change) => ({ ...change, by })) : [],
    );
    const changed = updates.reduce<unknown>(withUpdate, manifest.pod);
    return { manifest, changes, pod: changed as Pod };
  }

  /** One of the pods `template-1`, `template-2` … that `createPods` makes. */
  #copied(namespace: string, pod: string): Manifest | undefined {
    const template = /^(.+)-\d+$/.exec(pod)?.[1];
    return template === undefined ? undefined : this.#ofApi.get(`${namespace}/${template}`);
  }
}

function withUpdate(pod: unknown, by: Update): unknown {
  if (by.action === "updateObject") {
    return by.set.reduce((object, { fields, value }) => withField(object, fields, value), pod);
  }
  const path = ["spec", "ephemeralContainers"];
  const before = valueAt(pod, path);
  const known: readonly unknown[] = Array.isArray(before) ? before : [];
  return withField(pod, path, [...known, by.container]);
}

/** A field with its value and its place; where it is not written, the default that holds. */
export function fieldOf({ pod, manifest, changes }: Declared, path: Path): Ground | undefined {
  const value = valueAt(pod, path);
  if (value === undefined) return undefined;
  const name = String(path.filter((step) => typeof step === "string").at(-1));
  const text = `${name} is ${shown(value)}`;
  const common = { path: fieldPath(path), value, text };
  const change = changes.findLast(({ fields }) => isWithin(path, fields));
  if (change) {
    const { position } = change.by.place;
    const place = position && { position };
    return { ...common, kind: "stimulus", id: change.by.label, ...place };
  }
  const { source } = manifest;
  if (valueAt(source.value, path) === undefined) return { ...common, kind: "default" };
  const position = source.locate(path, "key");
  return { ...common, kind: "field", position: { ...position, file: displayFile(position.file) } };
}

function isWithin(path: Path, fields: readonly (string | number)[]): boolean {
  return fields.every((field, index) => path[index] === field);
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

const lists = ["containers", "initContainers", "ephemeralContainers"] as const;

/** Where the spec of a container stands in its pod, and what it is. */
export function containerIn(
  { pod }: Declared,
  name: string,
):
  | {
      readonly path: Path;
      readonly list: (typeof lists)[number];
      readonly container: KubeContainer;
    }
  | undefined {
  for (const list of lists) {
    const all = pod.spec[list] ?? [];
    const index = all.findIndex((container) => container.name === name);
    const container = all[index];
    if (container) return { path: ["spec", list, index], list, container };
  }
  return undefined;
}
