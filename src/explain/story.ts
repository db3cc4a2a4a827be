/** A run as its explanation reads it: the trace, and what it was made from. */
import { FactBook } from "../check/facts.ts";
import type { ContainerRun } from "../check/runs.ts";
import { type BackoffLimits, crashBackoffLimits } from "../decide/kubelet/backoff.ts";
import {
  type KubeletVersion,
  kubeletVersions,
  newestKubeletVersion,
} from "../decide/kubelet/versions.ts";
import { displayName } from "../model/container-key.ts";
import type { TraceRecord } from "../model/trace.ts";
import { PodNames } from "../sample/pod-names.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import type { Stimulus } from "../scenario/scenario.ts";
import { defaultNodeName } from "../scenario/schema.ts";
import type { Path } from "../yaml/document.ts";
import { displayFile, fieldPath } from "../yaml/document.ts";
import { type Declared, Declarations, containerIn, fieldOf } from "./declared.ts";
import type { Ground } from "./ground.ts";
import { missedChange } from "./missed-change.ts";

export type Of<Type extends TraceRecord["type"]> = Extract<TraceRecord, { readonly type: Type }>;
/** Of the kubernetes model: what was decided for one pod. */
export type PodSync = Extract<TraceRecord, { readonly type: "sync"; readonly uid: string }>;
export type PodRecord = Extract<TraceRecord, { readonly pod: string }>;

export class Story {
  #input: PreparedInput;
  readonly facts: FactBook;
  readonly nodeName: string;
  readonly crashBackoff: BackoffLimits;
  readonly #declarations: Declarations;
  /** By the UID, or the name where there is none. */
  readonly #podNames = new Map<string, string>();
  readonly #names = new PodNames();
  readonly #starts: Of<"kubelet">[] = [];
  readonly #lives: number[] = [];
  readonly #stimuli: Of<"stimulus">[] = [];

  /** `records`: the trace, from its start. */
  constructor(input: PreparedInput, records: readonly TraceRecord[] = []) {
    this.#input = input;
    this.nodeName = input.scenario.nodes[0]?.name ?? defaultNodeName;
    const { crashLoopBackOff } = input.scenario.kubelet ?? {};
    this.crashBackoff = crashBackoffLimits(crashLoopBackOff?.maxContainerRestartPeriod?.ms);
    this.facts = new FactBook(input.scenario, this.nodeName);
    this.#declarations = new Declarations(input, this.nodeName);
    for (const record of records) this.take(record);
  }

  get input(): PreparedInput {
    return this.#input;
  }

  /** Of a run that is acted upon: the same with more stimuli, before any record of them. */
  learn(input: PreparedInput): void {
    this.#input = input;
    this.#declarations.learn(input);
  }

  /** Of a run that goes on: what came after. */
  take(record: TraceRecord): void {
    this.facts.take(record);
    this.#declarations.take(record);
    if ("pod" in record) this.#podNames.set(keyOf(record), this.#names.nameOf(record));
    if (record.type === "kubelet") this.#lives.push(record.seq);
    if (record.type === "kubelet" && record.change === "started") this.#starts.push(record);
    if (record.type === "stimulus") this.#stimuli.push(record);
  }

  get records(): readonly TraceRecord[] {
    return this.facts.records as readonly TraceRecord[];
  }

  record(seq: number | undefined): TraceRecord | undefined {
    return seq === undefined ? undefined : this.records[seq - 1];
  }

  /** Of what a kubelet has missed it is the change itself, and not that the kubelet was away. */
  causeOf(record: TraceRecord): TraceRecord | undefined {
    const cause = this.record(record.cause);
    if (cause === undefined || !("pod" in record)) return cause;
    return missedChange(this, record, cause) ?? cause;
  }

  /** The nearest cause that is one of these. */
  nearest<Type extends TraceRecord["type"]>(
    record: TraceRecord,
    ...types: readonly Type[]
  ): Of<Type> | undefined {
    for (let each = this.causeOf(record); each; each = this.causeOf(each)) {
      if ((types as readonly string[]).includes(each.type)) return each as Of<Type>;
    }
    return undefined;
  }

  /** The nearest decision for a pod that led to it. */
  nearestPodSync(record: TraceRecord): PodSync | undefined {
    const sync = this.nearest(record, "sync");
    return sync?.uid === undefined ? undefined : sync;
  }

  /** `web`, `web@2` for the second pod of that name. */
  podName(record: PodRecord): string {
    return this.#podNames.get(keyOf(record)) ?? displayName(record.namespace, record.pod);
  }

  /** `web/app`, and with its run `web/app#2`. */
  name(record: PodRecord & { readonly container?: string; readonly run?: number }): string {
    const { container, run } = record;
    if (container === undefined) return this.podName(record);
    return `${this.podName(record)}/${container}${run === undefined ? "" : `#${run}`}`;
  }

  run(id: string): ContainerRun | undefined {
    return this.facts.runs.get(id);
  }

  /** All records about the same pod. */
  ofPod(record: Pick<PodRecord, "uid" | "namespace" | "pod">): readonly TraceRecord[] {
    return this.facts.byPod.get(keyOf(record)) as readonly TraceRecord[];
  }

  /** How many times a kubelet had started or stopped before a record. */
  lives(before: number): number {
    return this.#lives.filter((seq) => seq < before).length;
  }

  declared(record: PodRecord): Declared | undefined {
    return this.#declarations.of(record, this.facts.pods.get(keyOf(record))?.source === "file");
  }

  /** A field of the record's pod; nothing where the pod or the field is not there. */
  field(record: PodRecord, path: Path): readonly Ground[] {
    const declared = this.declared(record);
    const ground = declared && fieldOf(declared, path);
    return ground ? [ground] : [];
  }

  /** The same of its container. */
  containerField(
    record: PodRecord & { readonly container?: string },
    ...path: Path
  ): readonly Ground[] {
    const declared = this.declared(record);
    const found = declared && containerIn(declared, record.container ?? "");
    return found ? this.field(record, [...found.path, ...path]) : [];
  }

  stimulus(id: string): Stimulus | undefined {
    return this.input.scenario.stimuli.find(({ label }) => label === id);
  }

  /** `hand`: it stands in no file, a person did it to a run that is under way. */
  rootOf({ id }: { readonly id: string }): "hand" | "stimulus" {
    const stimulus = this.stimulus(id);
    return stimulus && stimulus.place.position === undefined ? "hand" : "stimulus";
  }

  /** The stimulus of a record, with its place. */
  stimulusGround({ id, action }: Of<"stimulus">): Ground {
    const stimulus = this.stimulus(id);
    const named = id.startsWith("--") ? id : `stimulus ${id}: ${action}`;
    const text = id.startsWith("stimuli[") ? `stimulus ${action}` : named;
    if (stimulus === undefined) return { kind: "stimulus", text, id };
    const { path, position } = stimulus.place;
    if (position === undefined) return { kind: "stimulus", text: `what was done: ${action}`, id };
    const place = { ...position, file: displayFile(position.file) };
    return { kind: "stimulus", text, id, path: fieldPath(path), position: place };
  }

  /** The newest record of a stimulus of that action before a record. */
  lastStimulus(before: number, ...actions: readonly string[]): Of<"stimulus"> | undefined {
    return this.#stimuli.findLast(({ seq, action }) => seq < before && actions.includes(action));
  }

  /** The kubelet's at that record; absent in the textbook model. */
  version({ seq }: TraceRecord): KubeletVersion | undefined {
    if (this.input.scenario.model === "textbook") return undefined;
    const start = this.#starts.findLast((each) => each.seq <= seq);
    const version = start?.version;
    return kubeletVersions.find((known) => known === version) ?? newestKubeletVersion;
  }
}

export function keyOf({
  uid,
  namespace,
  pod,
}: Pick<PodRecord, "uid" | "namespace" | "pod">): string {
  return uid ?? `${namespace}/${pod}`;
}
