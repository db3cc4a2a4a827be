/** What the log says of the world around the containers: the link, the kubelet, the scenario. */
import { displayName } from "../model/container-key.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { Glyphs } from "./glyphs.ts";
import { type Span, span } from "./line.ts";
import type { EntryList } from "./log-entry.ts";
import * as words from "./log-words.ts";

/** The stimuli that take a node down, by their `seq`. */
export function nodesDown(records: readonly TraceRecord[]): ReadonlySet<number> {
  const isDown = (record: TraceRecord): boolean =>
    record.type === "stimulus" && record.action === "nodeDown";
  return new Set(records.filter(isDown).map(({ seq }) => seq));
}

export class SurroundingsLog {
  readonly #list: EntryList;
  readonly #glyphs: Glyphs;
  /** Where a node goes down; it takes its kubelet along. */
  readonly #nodesDown: ReadonlySet<number>;
  /** Records that led to others, which tell of them. */
  readonly #causes: ReadonlySet<number | undefined>;
  /** The link is worth a line only if it is not simply up from the first moment on. */
  readonly #linkIsPlain: boolean;

  constructor(list: EntryList, records: readonly TraceRecord[], glyphs: Glyphs) {
    this.#list = list;
    this.#glyphs = glyphs;
    this.#nodesDown = nodesDown(records);
    this.#causes = new Set(records.map(({ cause }) => cause));
    this.#linkIsPlain = records.every(({ type, t }) => type !== "link" || t === 0);
  }

  take(record: TraceRecord, atMs: number): void {
    switch (record.type) {
      case "runtimeEvent":
      case "plegEvent": {
        const text = words.deliveryText(record);
        const { namespace, pod, container } = record;
        const name = container === undefined ? pod : displayName(namespace, pod, container);
        return text === undefined ? undefined : this.#warn(atMs, name, text);
      }
      case "link":
        if (this.#linkIsPlain) return;
        return this.#add(atMs, "API link", this.#upDown(record.up), words.linkText(record));
      case "kubelet": {
        const isUp = record.change === "started";
        if (isUp && atMs === 0) return;
        if (!isUp && record.cause !== undefined && this.#nodesDown.has(record.cause)) return;
        return this.#add(atMs, "kubelet", this.#upDown(isUp), words.kubeletText(record));
      }
      case "source":
        if (record.error === undefined) return;
        return this.#warn(atMs, "file", `not read: ${record.error}`);
      case "warning":
        return this.#warn(atMs, "note", record.message);
      case "fault":
        return this.#add(atMs, "scenario", this.#bullet(), words.faultText(record));
      case "stimulus": {
        const { node } = record;
        if (record.action === "nodeDown") {
          return this.#add(atMs, node, this.#upDown(false), words.nodeDownText);
        }
        if (record.action === "nodeUp") {
          return this.#add(atMs, node, this.#upDown(true), words.nodeUpText);
        }
        if (!record.action.endsWith("Events") && this.#causes.has(record.seq)) return;
        return this.#add(atMs, "scenario", this.#bullet(), words.stimulusText(record));
      }
      default:
        return;
    }
  }

  #warn(atMs: number, name: string, text: string): void {
    this.#add(atMs, name, span(this.#glyphs.marks.lost, "warning"), text);
  }

  #add(atMs: number, name: string, sign: Span, text: string | undefined): void {
    if (text === undefined) return;
    this.#list.add({ atMs, kind: "other", subjects: [name], sign, text });
  }

  #upDown(isUp: boolean): Span {
    return isUp ? span(this.#glyphs.yes, "link") : span(this.#glyphs.no, "missing");
  }

  #bullet(): Span {
    return span(this.#glyphs.bullet, "faint");
  }
}
