/** Reads the trace of a kubelet as Kubernetes runs it into log entries. */
import type { TraceRecord } from "../../model/trace.ts";
import type { Glyphs } from "../glyphs.ts";
import type { LogEntry } from "../log-entry.ts";
import { SurroundingsLog, nodesDown } from "../log-surroundings.ts";
import { toMs } from "../times.ts";
import { condemned } from "./condemned.ts";
import { ContainerLog } from "./container-log.ts";
import { DelayedPhases } from "./delayed-phases.ts";
import { EventLog } from "./event-log.ts";
import { LogPen } from "./log-pen.ts";
import { NodeLog } from "./node-log.ts";
import { PodLog } from "./pod-log.ts";

export function kubernetesLogEntries(
  records: readonly TraceRecord[],
  glyphs: Glyphs,
): readonly LogEntry[] {
  const builder = new KubernetesLogBuilder(records, glyphs);
  for (const record of records) builder.take(record, toMs(record.t));
  return builder.finish();
}

/** A link that is cut before the first moment leaves no record until it comes up. */
function beginsWithLink(records: readonly TraceRecord[]): boolean {
  const first = records.find(({ type }) => type === "link");
  if (first?.type === "link") return first.t === 0 ? first.up : !first.up;
  return records.every((record) => record.type !== "stimulus" || record.action !== "apiDown");
}

class KubernetesLogBuilder {
  readonly #pen: LogPen;
  readonly #containers: ContainerLog;
  readonly #events: EventLog;
  readonly #pods: PodLog;
  readonly #phases = new DelayedPhases();
  readonly #nodes: NodeLog;
  readonly #surroundings: SurroundingsLog;
  readonly #stimuli: ReadonlySet<number>;
  readonly #nodesDown: ReadonlySet<number>;

  constructor(records: readonly TraceRecord[], glyphs: Glyphs) {
    this.#pen = new LogPen(glyphs);
    this.#containers = new ContainerLog(this.#pen, records);
    this.#events = new EventLog(this.#pen);
    this.#pods = new PodLog(this.#pen, beginsWithLink(records));
    this.#nodes = new NodeLog(this.#pen);
    this.#surroundings = new SurroundingsLog(this.#pen.list, records, glyphs);
    this.#nodesDown = nodesDown(records);
    const stimuli = records.filter(({ type }) => type === "stimulus");
    this.#stimuli = new Set(stimuli.map(({ seq }) => seq));
  }

  take(record: TraceRecord, atMs: number): void {
    this.#pods.tell(atMs);
    switch (record.type) {
      case "container":
        this.#phases.container(record);
        return this.#containers.change(record, atMs);
      case "signal":
        return this.#containers.signal(record, atMs);
      case "hook":
        return this.#containers.hook(record, atMs);
      case "probe":
        return this.#containers.probe(record, atMs);
      case "event":
        return this.#events.take(record, atMs);
      case "sync":
        if (record.uid === undefined) return;
        for (const { id } of condemned(record)) this.#containers.condemn(id);
        return;
      case "status":
        return this.#pods.status(record.sent ? record : this.#phases.told(record), atMs);
      case "pod":
        return this.#pods.pod(record, atMs);
      case "sandbox": {
        const { cause } = record;
        const isByScenario = cause !== undefined && this.#stimuli.has(cause);
        // With its node it ends as its containers do, which tell it.
        if (cause !== undefined && this.#nodesDown.has(cause)) return;
        return this.#pods.sandbox(record, isByScenario, atMs);
      }
      case "rejected": {
        const sign = this.#pen.mark("lost");
        const text = `rejected by the API server: ${record.message}`;
        return this.#pen.add(record, atMs, { kind: "other", sign, text });
      }
      case "node":
        return this.#nodes.take(record, atMs);
      case "link":
        this.#pods.link(record.up);
        return this.#surroundings.take(record, atMs);
      default:
        return this.#surroundings.take(record, atMs);
    }
  }

  finish(): readonly LogEntry[] {
    this.#pods.tell(Infinity);
    return this.#pen.finish();
  }
}
