/** The runs of containers and the pulls of images in a trace, each with its moments. */
import type { HookTrace, SignalTrace, TraceStamp } from "../model/trace.ts";
import type { ContainerReference, PullReference, RunReference } from "../scenario/reference.ts";
import { toMs } from "../trace/times.ts";
import { type PodBook, podKeyOf } from "./pod-book.ts";
import type { ContainerFact, Fact } from "./trace-extras.ts";

/** Moments in ms after `t0`; absent: not reached. */
export interface ContainerRun {
  readonly id: string;
  readonly podKey: string;
  readonly container: string;
  readonly run: number;
  readonly createdMs: number;
  readonly startMs?: number;
  readonly exitMs?: number;
  readonly removedMs?: number;
  readonly exitCode?: number;
  readonly reason?: string;
  readonly image?: string;
  /** The first SIGTERM, and the first start of each hook. */
  readonly sigtermMs?: number;
  readonly preStopMs?: number;
  readonly postStartMs?: number;
}

type PullFact = Extract<Fact, { readonly type: "pull" }>;
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

export interface Pull {
  readonly podKey: string;
  readonly container: string;
  readonly startMs: number;
  endMs?: number;
}

/** Reads a trace piece by piece. */
export class RunBook {
  readonly #pods: PodBook;
  readonly #byId = new Map<string, Writable<ContainerRun>>();
  readonly #pulls: Pull[] = [];

  /** `pods`: reads the same. */
  constructor(pods: PodBook) {
    this.#pods = pods;
  }

  take(record: Fact): void {
    if (record.type === "container") enter(this.#byId, record);
    else if (record.type === "signal" || record.type === "hook") {
      note(this.#byId.get(record.id), record);
    } else if (record.type === "pull") enterPull(this.#pulls, record);
  }

  /** In the order in which the containers came to be. */
  get runs(): readonly ContainerRun[] {
    return [...this.#byId.values()];
  }

  get(id: string): ContainerRun | undefined {
    return this.#byId.get(id);
  }

  /** Every run of a container, in the order of their creation. */
  all(reference: ContainerReference): readonly ContainerRun[] {
    return this.#of(reference, this.runs);
  }

  /**
   * The run of that number. The runtime counts the runs of a pod; those of a static pod without a
   * number of its own are counted on, since its file may come back as another pod.
   */
  numbered(reference: ContainerReference, run: number): ContainerRun | undefined {
    const runs = this.all(reference);
    const { pod } = reference;
    const hasInstance = pod?.kind === "pod" && pod.instance !== undefined;
    const isStatic = runs.every(({ podKey }) => this.#pods.get(podKey)?.source === "file");
    if (isStatic && !hasInstance) return runs[run - 1];
    return runs.find((candidate) => candidate.run === run);
  }

  /** The runs that start at or after a moment, the earliest first. */
  startingFrom(reference: RunReference, ms: number): readonly ContainerRun[] {
    const started = this.all(reference).filter(({ startMs }) => (startMs ?? -Infinity) >= ms);
    return started.toSorted((a, b) => (a.startMs ?? 0) - (b.startMs ?? 0));
  }

  pull(reference: PullReference): Pull | undefined {
    return this.#of(reference, this.#pulls)[reference.pull - 1];
  }

  pulls(reference: ContainerReference): readonly Pull[] {
    return this.#of(reference, this.#pulls);
  }

  #of<T extends Pick<ContainerRun, "podKey" | "container">>(
    { pod, container }: ContainerReference,
    things: readonly T[],
  ): readonly T[] {
    const ofName = things.filter((thing) => thing.container === container);
    const owners = new Set(this.#pods.owners(pod).map(({ key }) => key));
    const owned = ofName.filter(({ podKey }) => owners.has(podKey));
    // The only pod is meant, or a stray that carries no other name.
    return pod === undefined && owned.length === 0 ? ofName : owned;
  }
}

function enter(runs: Map<string, Writable<ContainerRun>>, record: ContainerFact): void {
  const ms = toMs(record.t);
  const { id, container, run: number, to, exitCode, reason, image } = record;
  const podKey = podKeyOf(record) ?? record.pod;
  const known = runs.get(id);
  const run = known ?? { id, podKey, container, run: number, createdMs: ms };
  if (known === undefined) runs.set(id, run);
  if (image !== undefined) run.image = image;
  if (to === "Running") run.startMs ??= ms;
  if (to === "Removed") run.removedMs ??= ms;
  if (to !== "Exited") return;
  run.exitMs ??= ms;
  if (exitCode !== undefined) run.exitCode ??= exitCode;
  if (reason !== undefined) run.reason ??= reason;
}

function note(
  run: Writable<ContainerRun> | undefined,
  record: TraceStamp & (SignalTrace | HookTrace),
): void {
  if (run === undefined) return;
  const ms = toMs(record.t);
  if (record.type === "signal") {
    if (record.signal === "TERM") run.sigtermMs ??= ms;
  } else if (record.phase === "start") {
    if (record.hook === "preStop") run.preStopMs ??= ms;
    else run.postStartMs ??= ms;
  }
}

function enterPull(pulls: Pull[], record: PullFact): void {
  const { container, phase } = record;
  const podKey = podKeyOf(record) ?? record.pod;
  const ms = toMs(record.t);
  if (phase === "start") {
    pulls.push({ podKey, container, startMs: ms });
    return;
  }
  const open = pulls.findLast(
    (pull) => pull.podKey === podKey && pull.container === container && pull.endMs === undefined,
  );
  if (open) open.endMs = ms;
}
