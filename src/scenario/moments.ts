/** Waits for the moments that a scenario names, and knows which container each run is. */
import type {
  ContainerTrace,
  HookTrace,
  PullTrace,
  StatusTrace,
  TraceRecord,
} from "../model/trace.ts";
import { addTo } from "./lists-by-key.ts";
import type { PodReference, Reference, RunReference } from "./reference.ts";

/** A moment that only the run itself brings about. */
export type WorldMoment = Extract<Reference, { readonly kind: "run" | "pull" | "podStart" }>;

interface Watch {
  readonly moment: WorldMoment;
  readonly reached: (ms: number) => void;
}

type Subject = Pick<ContainerTrace, "pod" | "uid">;

export class Moments {
  /** Every container that came to be, in order, by container and run. */
  readonly #created = new Map<string, ContainerTrace[]>();
  /** Of each container that came to be, by its id. */
  readonly #states = new Map<string, ContainerTrace["to"]>();
  /** Which pod of its name each UID is, the first one being 1. */
  readonly #instances = new Map<string, Map<string, number>>();
  /** How many pulls each container of a pod has begun. */
  readonly #pulls = new Map<string, number>();
  /** By moment, container and run, since each record would else be compared with all of them. */
  readonly #watches = new Map<string, Watch[]>();
  readonly #namesOnNode: (name: string) => readonly string[];

  /** A static pod has another name on the node than in its file. */
  constructor(namesOnNode: (name: string) => readonly string[] = (name) => [name]) {
    this.#namesOnNode = namesOnNode;
  }

  /** Calls back once, with its time after `t0`, when the record of that moment is written. */
  watch(moment: WorldMoment, reached: Watch["reached"]): void {
    addTo(this.#watches, keyOf(moment), { moment, reached });
  }

  /** To be told of every record. */
  see(record: TraceRecord): void {
    switch (record.type) {
      case "container":
        this.#states.set(record.id, record.to);
        if (record.to === "Creating") this.#enter(record);
        if (record.to === "Running") this.#reach(`start ${runKey(record)}`, record);
        if (record.to === "Exited") this.#reach(`exit ${runKey(record)}`, record);
        return;
      case "signal":
        if (record.signal === "TERM") this.#reach(`sigterm ${runKey(record)}`, record);
        return;
      case "hook":
        if (record.phase === "start") this.#seeHook(record);
        return;
      case "pull":
        return this.#seePull(record);
      case "status":
        if (this.#watches.has(podStartKey)) this.#seeStatus(record);
        return;
      default:
    }
  }

  /** The ids of the containers that a reference means; none if there was no such run yet. */
  idsOf(run: RunReference): readonly string[] {
    const created = this.#created.get(runKey(run)) ?? [];
    return created.filter((record) => this.#isPod(run.pod, record)).map(({ id }) => id);
  }

  /** Of a container by its id; `Removed` of one that is gone. */
  stateOf(id: string): ContainerTrace["to"] | undefined {
    return this.#states.get(id);
  }

  #reach(key: string, record: Subject & { readonly t: number }, ms = record.t * 1000): void {
    const watches = this.#watches.get(key);
    if (watches === undefined) return;
    const isMeant = ({ moment }: Watch): boolean => this.#isPod(podOf(moment), record);
    const reached = watches.filter(isMeant);
    this.#watches.set(
      key,
      watches.filter((watch) => !isMeant(watch)),
    );
    for (const watch of reached) watch.reached(ms);
  }

  #seeHook({ run = 0, ...record }: HookTrace & { readonly t: number }): void {
    this.#reach(`${record.hook} ${runKey({ ...record, run })}`, record);
  }

  #seePull(record: PullTrace & { readonly t: number }): void {
    const key = `${record.uid ?? record.pod}/${record.container}`;
    const number = (this.#pulls.get(key) ?? 0) + (record.phase === "start" ? 1 : 0);
    this.#pulls.set(key, number);
    this.#reach(pullKey(record.container, number, record.phase), record);
  }

  /** The kubelet's own status is the first to have it; it is in whole seconds, so before now. */
  #seeStatus(record: StatusTrace & { readonly t: number }): void {
    if (record.startTime !== undefined) this.#reach(podStartKey, record, record.startTime * 1000);
  }

  #enter(record: ContainerTrace): void {
    addTo(this.#created, runKey(record), record);
    this.#instanceOf(record);
  }

  #instanceOf({ pod, uid = "" }: Subject): number {
    const instances = this.#instances.get(pod) ?? new Map<string, number>();
    this.#instances.set(pod, instances);
    const known = instances.get(uid) ?? instances.size + 1;
    instances.set(uid, known);
    return known;
  }

  #isPod(pod: PodReference | undefined, record: Subject): boolean {
    if (pod === undefined) return true;
    if (pod.kind !== "pod" || !this.#namesOnNode(pod.name).includes(record.pod)) return false;
    return pod.instance === undefined || pod.instance === this.#instanceOf(record);
  }
}

const podStartKey = "podStart";

function keyOf(moment: WorldMoment): string {
  switch (moment.kind) {
    case "run":
      return `${moment.moment} ${runKey(moment.run)}`;
    case "pull":
      return pullKey(moment.pull.container, moment.pull.pull, moment.moment);
    case "podStart":
      return podStartKey;
  }
}

function podOf(moment: WorldMoment): PodReference | undefined {
  if (moment.kind === "podStart") return moment.pod;
  return moment.kind === "run" ? moment.run.pod : moment.pull.pod;
}

function pullKey(container: string, number: number, moment: "start" | "end"): string {
  return `pull ${moment} ${container}#${number}`;
}

/** Numbers only: a run that counts from elsewhere is refused before it is waited for. */
function runKey({ container, run }: Pick<RunReference, "container" | "run">): string {
  return `${container}#${typeof run === "number" ? run : `next${run.next}`}`;
}
