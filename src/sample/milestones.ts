/**
 * Turns the trace of a run into its milestones: what happened, under names that are the same in the
 * run of another seed or in a recording of a real node, so that their times can be compared.
 */
import { podKeyOf } from "../check/pod-book.ts";
import type { StatusTrace, TraceRecord } from "../model/trace.ts";
import { eventText } from "./event-text.ts";
import type { Milestone, MilestoneDetail, MilestoneKind } from "./milestone.ts";
import { PodNames } from "./pod-names.ts";
import { statusChanges } from "./status-milestones.ts";

export function milestones(records: readonly TraceRecord[]): readonly Milestone[] {
  const book = new MilestoneBook();
  for (const record of records) book.see(record);
  return book.milestones;
}

type RecordOf<Type extends TraceRecord["type"]> = Extract<TraceRecord, { readonly type: Type }>;

/** Names the milestones of a run while it goes on, and keeps nothing else of its trace. */
export class MilestoneBook {
  readonly #pods = new PodNames();
  readonly #all: Milestone[] = [];
  readonly #times = new Map<string, number>();
  /** Of containers, by id: the name of the run. */
  readonly #runs = new Map<string, string>();
  readonly #pulls = new Map<string, number>();
  readonly #statuses = new Map<string, StatusTrace>();
  readonly #nodes = new Map<string, string>();

  get milestones(): readonly Milestone[] {
    return this.#all;
  }

  see(record: TraceRecord): void {
    switch (record.type) {
      case "container":
        return this.#container(record);
      case "signal":
        return this.#once(record, "signal", `${this.#run(record)}.sig${lower(record.signal)}`);
      case "hook":
        return this.#hook(record);
      case "probe":
        return this.#probe(record);
      case "pull":
        return this.#pull(record);
      case "sandbox":
        return this.#sandbox(record);
      case "status":
        return this.#status(record);
      case "event":
        return this.#event(record);
      case "pod":
        return this.#pod(record);
      case "rejected": {
        const { message } = record;
        return this.#once(record, "pod", `${this.#pods.nameOf(record)}.rejected`, { message });
      }
      case "node":
        return this.#node(record);
      case "link":
        return this.#counted(record, "link", `link=${record.up ? "up" : "down"}`);
      case "kubelet":
        return this.#counted(record, "kubelet", `kubelet.${record.change}`);
      case "stimulus":
        return this.#once(record, "stimulus", record.id, { action: record.action });
      case "fault":
        return this.#once(record, "stimulus", `${record.id}.${record.phase}`);
      // What the kubelet looks at and decides shows in what comes of it.
      case "condition":
      case "eventObject":
      case "runtimeEvent":
      case "plegEvent":
      case "relist":
      case "sync":
      case "source":
      case "warning":
      case "verdict":
        return;
    }
  }

  #container(record: RecordOf<"container">): void {
    const { id, container, run: number, to, exitCode, reason } = record;
    const run = `${this.#pods.nameOf(record)}/${container}#${number}`;
    this.#runs.set(id, run);
    switch (to) {
      case "Creating":
        return this.#once(record, "created", `${run}.created`);
      case "Running":
        return this.#once(record, "start", `${run}.start`);
      case "Exited":
        return this.#once(record, "exit", `${run}.exit`, present({ exitCode, reason }));
      case "Removed":
        return this.#once(record, "removed", `${run}.removed`);
    }
  }

  #hook(record: RecordOf<"hook">): void {
    const { hook, phase, result } = record;
    const key = `${this.#run(record)}.${hook}`;
    if (phase === "start") this.#once(record, "hook", key);
    else this.#once(record, "hook", `${key}.end`, present({ result }));
  }

  /** Every one that does not succeed, and apart from it the one that changes what is known. */
  #probe(record: RecordOf<"probe">): void {
    const { probe, result, changed, successes, failures } = record;
    const key = `${this.#run(record)}.${probe}`;
    if (result !== "success") this.#counted(record, "probe", `${key}.${result}`, { failures });
    if (changed) this.#counted(record, "probe", `${key}=${result}`, { successes, failures });
  }

  #pull(record: RecordOf<"pull">): void {
    const { container, phase, image, result } = record;
    const subject = `${this.#pods.nameOf(record)}/${container}`;
    const number = (this.#pulls.get(subject) ?? 0) + (phase === "start" ? 1 : 0);
    this.#pulls.set(subject, number);
    const key = `${subject}.pull#${number}.${phase}`;
    this.#once(record, "pull", key, present({ image, result }));
  }

  /** Numbered from 1, as runs are. */
  #sandbox(record: RecordOf<"sandbox">): void {
    const { attempt, to } = record;
    const what = { Ready: "ready", NotReady: "notReady", Removed: "removed" }[to];
    this.#once(record, "sandbox", `${this.#pods.nameOf(record)}.sandbox#${attempt + 1}.${what}`);
  }

  /** As the API server stores it; of a static pod, which is not there, as the kubelet holds it. */
  #status(record: RecordOf<"status">): void {
    const name = this.#pods.nameOf(record);
    if (record.sent === this.#pods.isStatic(record)) return;
    const key = podKeyOf(record) ?? record.pod;
    for (const { path, kind, detail, isOnce } of statusChanges(this.#statuses.get(key), record)) {
      // Neither phases nor restarts come again, unless something is wrong.
      if (isOnce) this.#once(record, kind, `${name}${path}`, detail);
      else this.#counted(record, kind, `${name}${path}`, detail);
    }
    this.#statuses.set(key, record);
  }

  #event(record: RecordOf<"event">): void {
    const { container, reason, message, eventType } = record;
    const pod = this.#pods.nameOf(record);
    const subject = container === undefined ? pod : `${pod}/${container}`;
    const key = `${subject}.event.${reason}(${eventText(message)})`;
    this.#counted(record, "event", key, { reason, message, eventType });
  }

  /** The kubelet reads its files anew when it starts, and finds there what it had before. */
  #pod(record: RecordOf<"pod">): void {
    this.#once(record, "pod", `${this.#pods.nameOf(record)}.${record.change}`);
  }

  #node(record: RecordOf<"node">): void {
    for (const { type, status, reason, message } of record.conditions) {
      const text = `${status}:${reason}`;
      const key = `node.condition.${type}=${text}`;
      if (this.#nodes.get(type) === text) continue;
      this.#nodes.set(type, text);
      this.#counted(record, "node", key, { message });
    }
  }

  #run(record: RecordOf<"signal" | "hook" | "probe">): string {
    return this.#runs.get(record.id) ?? `${this.#pods.nameOf(record)}/${record.container}#?`;
  }

  /** What is expected to happen once: only a second time is numbered. */
  #once(record: TraceRecord, kind: MilestoneKind, key: string, detail: MilestoneDetail = {}): void {
    const times = this.#count(key);
    this.#add(record, kind, times === 1 ? key : `${key}@${times}`, detail);
  }

  #counted(
    record: TraceRecord,
    kind: MilestoneKind,
    key: string,
    detail: MilestoneDetail = {},
  ): void {
    this.#add(record, kind, `${key}@${this.#count(key)}`, detail);
  }

  #count(key: string): number {
    const times = (this.#times.get(key) ?? 0) + 1;
    this.#times.set(key, times);
    return times;
  }

  #add({ t }: TraceRecord, kind: MilestoneKind, key: string, detail: MilestoneDetail): void {
    const told = Object.keys(detail).length === 0 ? {} : { detail };
    this.#all.push({ key, t, kind, ...told });
  }
}

function lower(signal: "TERM" | "KILL"): string {
  return signal === "TERM" ? "term" : "kill";
}

/** Without what the record leaves out. */
function present(fields: Readonly<Record<string, string | number | undefined>>): MilestoneDetail {
  const told = Object.entries(fields).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  return Object.fromEntries(told);
}
