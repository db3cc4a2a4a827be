/** Waits for the moments that a scenario names, and knows which container each run is. */
import type { ContainerTrace, TraceRecord } from "../model/trace.ts";
import type { RunMoment, RunReference } from "./reference.ts";

interface Watch {
  readonly run: RunReference;
  readonly moment: RunMoment;
  readonly reached: () => void;
}

export class Moments {
  /** Every container that came to be, in order. */
  readonly #created: ContainerTrace[] = [];
  readonly #uids = new Map<string, string[]>();
  #watches: Watch[] = [];
  readonly #namesOnNode: (name: string) => readonly string[];

  /** A static pod has another name on the node than in its file. */
  constructor(namesOnNode: (name: string) => readonly string[] = (name) => [name]) {
    this.#namesOnNode = namesOnNode;
  }

  /** Calls back once, when the record of that moment is written. */
  watch(run: RunReference, moment: RunMoment, reached: () => void): void {
    this.#watches.push({ run, moment, reached });
  }

  /** To be told of every record. */
  see(record: TraceRecord): void {
    if (record.type !== "container" && record.type !== "signal") return;
    if (record.type === "container" && record.to === "Creating") this.#enter(record);
    const moment = momentOf(record);
    if (moment === undefined || this.#watches.length === 0) return;
    const reached = this.#watches.filter(
      (watch) => watch.moment === moment && this.#isOf(watch.run, record),
    );
    this.#watches = this.#watches.filter((watch) => !reached.includes(watch));
    for (const watch of reached) watch.reached();
  }

  /** The ids of the containers that a reference means; none if there was no such run yet. */
  idsOf(run: RunReference): readonly string[] {
    return this.#created.filter((record) => this.#isOf(run, record)).map(({ id }) => id);
  }

  #enter(record: ContainerTrace): void {
    this.#created.push(record);
    const uids = this.#uids.get(record.pod) ?? [];
    const uid = record.uid ?? "";
    if (!uids.includes(uid)) this.#uids.set(record.pod, [...uids, uid]);
  }

  #isOf(
    { pod, container, run }: RunReference,
    record: Pick<ContainerTrace, "pod" | "container" | "run" | "uid">,
  ): boolean {
    if (record.container !== container || record.run !== run) return false;
    if (pod === undefined) return true;
    if (pod.kind !== "pod" || !this.#namesOnNode(pod.name).includes(record.pod)) return false;
    const instance = (this.#uids.get(record.pod)?.indexOf(record.uid ?? "") ?? -1) + 1;
    return pod.instance === undefined || pod.instance === instance;
  }
}

function momentOf(record: TraceRecord): RunMoment | undefined {
  if (record.type === "signal") return record.signal === "TERM" ? "sigterm" : undefined;
  if (record.type !== "container") return undefined;
  if (record.to === "Running") return "start";
  return record.to === "Exited" ? "exit" : undefined;
}
