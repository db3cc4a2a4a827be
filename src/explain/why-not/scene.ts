/** One pod at one moment: what has happened to it by then, and what happens later. */
import type { PodIdentity } from "../../check/pod-book.ts";
import { type PodView, containerStatus } from "../../check/pod-views.ts";
import type { ContainerRun } from "../../check/runs.ts";
import { seriesOfPod } from "../../check/state-series.ts";
import { featuresOf, newestKubeletVersion } from "../../decide/kubelet/versions.ts";
import type { KubeContainer, KubePodSpec } from "../../model/kube-pod.ts";
import type { ContainerApiStatus } from "../../model/kube-status.ts";
import type { TraceRecord } from "../../model/trace.ts";
import { toMs } from "../../trace/times.ts";
import type { Of, PodRecord, Story } from "../story.ts";

type Type = TraceRecord["type"];

export class Scene {
  readonly story: Story;
  readonly pod: PodIdentity;
  readonly atMs: number;
  /** As messages name it. */
  readonly name: string;
  /** Stands for the pod at this moment where a record is asked for. */
  readonly about: PodRecord;
  /** The API object; of a static pod what its kubelet holds. Absent: it is not there. */
  readonly view: PodView | undefined;
  readonly #ofPod: readonly TraceRecord[];
  readonly #cut: number;

  constructor(story: Story, pod: PodIdentity, atMs: number) {
    this.story = story;
    this.pod = pod;
    this.atMs = atMs;
    const { namespace, name, key: uid } = pod;
    this.#ofPod = story.ofPod({ namespace, pod: name, uid });
    this.#cut = story.records.findLast(({ t }) => toMs(t) <= atMs)?.seq ?? 0;
    const known = this.#ofPod[0] as PodRecord;
    this.about = { ...known, seq: this.#cut + 1, t: atMs / 1000 };
    this.name = story.podName(known);
    this.view = seriesOfPod(pod, story.facts).findLast((step) => step.atMs <= atMs)?.value;
  }

  get spec(): KubePodSpec | undefined {
    return this.story.declared(this.about)?.pod.spec;
  }

  get features() {
    return featuresOf(this.story.version(this.about) ?? newestKubeletVersion);
  }

  /** Its newest record of a type by now. */
  last<T extends Type>(type: T, isMeant: (record: Of<T>) => boolean = all): Of<T> | undefined {
    return this.#ofPod.findLast(
      (record): record is Of<T> =>
        record.seq <= this.#cut && record.type === type && isMeant(record as Of<T>),
    );
  }

  /** The first of all by now. */
  firstOf<T extends Type>(type: T, isMeant: (record: Of<T>) => boolean): Of<T> | undefined {
    return this.#ofPod.find(
      (record): record is Of<T> =>
        record.seq <= this.#cut && record.type === type && isMeant(record as Of<T>),
    );
  }

  /** The first one after now. */
  next<T extends Type>(type: T, isMeant: (record: Of<T>) => boolean = all): Of<T> | undefined {
    return this.#ofPod.find(
      (record): record is Of<T> =>
        record.seq > this.#cut && record.type === type && isMeant(record as Of<T>),
    );
  }

  nextStart(container: string): Of<"container"> | undefined {
    return this.next("container", (each) => each.container === container && each.to === "Running");
  }

  /** The same of all records of the node. */
  lastOfNode<T extends Type>(
    type: T,
    isMeant: (record: Of<T>) => boolean = all,
  ): Of<T> | undefined {
    return this.story.records.findLast(
      (record): record is Of<T> =>
        record.seq <= this.#cut && record.type === type && isMeant(record as Of<T>),
    );
  }

  nextOfNode<T extends Type>(
    type: T,
    isMeant: (record: Of<T>) => boolean = all,
  ): Of<T> | undefined {
    return this.story.records.find(
      (record): record is Of<T> =>
        record.seq > this.#cut && record.type === type && isMeant(record as Of<T>),
    );
  }

  /** The first one after now, of any type and of all of the node. */
  nextOfAny(isMeant: (record: TraceRecord) => boolean): TraceRecord | undefined {
    return this.story.records.find((record) => record.seq > this.#cut && isMeant(record));
  }

  /** The status of a container as the API has it. */
  status(container: string): ContainerApiStatus | undefined {
    return this.view && containerStatus(this.view, container);
  }

  /** The newest run of a container that had been created by now. */
  run(container: string): ContainerRun | undefined {
    return this.story.facts.runs.runs.findLast(
      (run) =>
        run.podKey === this.pod.key && run.container === container && run.createdMs <= this.atMs,
    );
  }

  stateOf({
    startMs = Infinity,
    exitMs = Infinity,
  }: ContainerRun): "Creating" | "Running" | "Exited" {
    if (exitMs <= this.atMs) return "Exited";
    return startMs <= this.atMs ? "Running" : "Creating";
  }

  hasStarted(container: string): boolean {
    return this.story.facts.runs.runs.some(
      ({ podKey, container: name, startMs = Infinity }) =>
        podKey === this.pod.key && name === container && startMs <= this.atMs,
    );
  }

  isRunning(container: string): boolean {
    const run = this.run(container);
    return run !== undefined && this.stateOf(run) === "Running";
  }

  /** Containers that run at the same time: sidecars first, as they start. */
  get standing(): readonly KubeContainer[] {
    const { initContainers = [], containers = [] } = this.spec ?? {};
    return [...initContainers.filter(isSidecar), ...containers];
  }

  /** When the sandbox came up that is up now; absent: there is none. */
  get sandbox(): Of<"sandbox"> | undefined {
    const newest = this.last("sandbox", ({ to }) => to !== "Removed");
    return newest?.to === "Ready" ? newest : undefined;
  }

  get isTerminating(): boolean {
    const change = this.last("pod")?.change;
    return change === "terminating" || change === "removed" || this.view?.isTerminating === true;
  }

  /** Of a static pod: its file is gone, and nothing of it runs any more. */
  get isStopped(): boolean {
    return this.last("pod")?.change === "removed" && this.#runsAfter(this.#cut).size === 0;
  }

  /** The record after now that makes it so. */
  get stops(): TraceRecord | undefined {
    let change = this.last("pod")?.change;
    return this.#ofPod.find((record) => {
      if (record.seq <= this.#cut) return false;
      if (record.type === "pod") ({ change } = record);
      return change === "removed" && this.#runsAfter(record.seq).size === 0;
    });
  }

  /** The containers that run when a record has happened. */
  #runsAfter(seq: number): ReadonlySet<string> {
    const running = new Set<string>();
    for (const record of this.#ofPod) {
      if (record.seq > seq) break;
      if (record.type !== "container") continue;
      if (record.to === "Running") running.add(record.id);
      else running.delete(record.id);
    }
    return running;
  }

  /** When its kubelet found that its deadline had passed, which ends it. */
  get overdue(): Of<"status"> | undefined {
    return this.firstOf("status", ({ reason }) => reason === "DeadlineExceeded");
  }

  /** Its containers have ended for good. */
  get isTerminal(): boolean {
    const phase = this.view?.status?.phase;
    return phase === "Succeeded" || phase === "Failed";
  }
}

export function isSidecar({ restartPolicy }: KubeContainer): boolean {
  return restartPolicy === "Always";
}

function all(): boolean {
  return true;
}
