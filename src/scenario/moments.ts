/** Waits for the moments that a scenario names, and knows which container each run is. */
import type { ContainerTrace, TraceRecord } from "../model/trace.ts";
import { addTo } from "./lists-by-key.ts";
import type { RunMoment, RunReference } from "./reference.ts";

interface Watch {
  readonly run: RunReference;
  readonly reached: () => void;
}

export class Moments {
  /** Every container that came to be, in order, by container and run. */
  readonly #created = new Map<string, ContainerTrace[]>();
  /** Which pod of its name each UID is, the first one being 1. */
  readonly #instances = new Map<string, Map<string, number>>();
  /** By moment, container and run, since each record would else be compared with all of them. */
  readonly #watches = new Map<string, Watch[]>();
  readonly #namesOnNode: (name: string) => readonly string[];

  /** A static pod has another name on the node than in its file. */
  constructor(namesOnNode: (name: string) => readonly string[] = (name) => [name]) {
    this.#namesOnNode = namesOnNode;
  }

  /** Calls back once, when the record of that moment is written. */
  watch(run: RunReference, moment: RunMoment, reached: () => void): void {
    addTo(this.#watches, `${moment} ${runKey(run)}`, { run, reached });
  }

  /** To be told of every record. */
  see(record: TraceRecord): void {
    if (record.type !== "container" && record.type !== "signal") return;
    if (record.type === "container" && record.to === "Creating") this.#enter(record);
    const moment = momentOf(record);
    if (moment === undefined) return;
    const key = `${moment} ${runKey(record)}`;
    const watches = this.#watches.get(key);
    if (watches === undefined) return;
    const reached = watches.filter(({ run }) => this.#isOf(run, record));
    this.#watches.set(
      key,
      watches.filter(({ run }) => !this.#isOf(run, record)),
    );
    for (const watch of reached) watch.reached();
  }

  /** The ids of the containers that a reference means; none if there was no such run yet. */
  idsOf(run: RunReference): readonly string[] {
    const created = this.#created.get(runKey(run)) ?? [];
    return created.filter((record) => this.#isOf(run, record)).map(({ id }) => id);
  }

  #enter(record: ContainerTrace): void {
    addTo(this.#created, runKey(record), record);
    const instances = this.#instances.get(record.pod) ?? new Map<string, number>();
    this.#instances.set(record.pod, instances);
    const uid = record.uid ?? "";
    if (!instances.has(uid)) instances.set(uid, instances.size + 1);
  }

  #isOf(
    { pod, container, run }: RunReference,
    record: Pick<ContainerTrace, "pod" | "container" | "run" | "uid">,
  ): boolean {
    if (record.container !== container || record.run !== run) return false;
    if (pod === undefined) return true;
    if (pod.kind !== "pod" || !this.#namesOnNode(pod.name).includes(record.pod)) return false;
    const instance = this.#instances.get(record.pod)?.get(record.uid ?? "");
    return pod.instance === undefined || pod.instance === instance;
  }
}

/** Numbers only: a run that counts from elsewhere is refused before it is waited for. */
function runKey({ container, run }: Pick<RunReference, "container" | "run">): string {
  return `${container}#${typeof run === "number" ? run : `next${run.next}`}`;
}

function momentOf(record: TraceRecord): RunMoment | undefined {
  if (record.type === "signal") return record.signal === "TERM" ? "sigterm" : undefined;
  if (record.type !== "container") return undefined;
  if (record.to === "Running") return "start";
  return record.to === "Exited" ? "exit" : undefined;
}
