/** The timeline as it is drawn: a row for each lane, with its signs and with the records behind. */
import { type ContainerKey, containerKey } from "../model/container-key.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { Lane, LaneMark, LaneSpan, LaneState, TraceModel, Uptime } from "../trace/lane.ts";
import { LaneReader } from "../trace/lanes.ts";
import { toMs } from "../trace/times.ts";
import { countUpTo } from "./search.ts";

export type RowState = LaneState | "up" | "down";

export interface PictureMark {
  readonly atMs: number;
  readonly mark: LaneMark;
}

export interface ProbeTick {
  readonly atMs: number;
  readonly isSuccess: boolean;
}

export interface PictureRow {
  readonly name: string;
  /** Of the lane of a container, or of a pod. */
  readonly key?: ContainerKey;
  /** Where several runs are paired, which of them this is; absent: both are the same. */
  readonly side?: number;
  /** `part`: a container under the lane of its pod; `only` is the one of its pod. */
  readonly kind: "link" | "kubelet" | "pod" | "part" | "only";
  readonly spans: readonly LaneSpan<RowState>[];
  readonly marks: readonly PictureMark[];
  readonly probes: readonly ProbeTick[];
  readonly restarts: number;
  /** What the trace tells of it, in order. */
  readonly records: readonly TraceRecord[];
}

/** Something that was done to the node. */
export interface Deed {
  readonly atMs: number;
  readonly seq: number;
  readonly text: string;
}

export interface Picture {
  readonly model: TraceModel;
  readonly endMs: number;
  readonly rows: readonly PictureRow[];
  readonly deeds: readonly Deed[];
}

/** Reads a trace piece by piece; a picture of it costs as much as it has rows and bars. */
export class PictureReader {
  readonly #lanes = new LaneReader();
  readonly #book = new Map<string, Chapter>();
  readonly #deeds: Deed[] = [];
  #lastMs = 0;

  take(records: readonly TraceRecord[]): void {
    this.#lanes.take(records);
    for (const record of records) {
      const key = bookKey(record);
      if (key !== undefined) this.#chapter(key).take(record);
      if (record.type === "stimulus") this.#deeds.push(deedOf(record));
    }
    this.#lastMs = toMs(records.at(-1)?.t ?? this.#lastMs / 1000);
  }

  /** `nowMs`: how far a run is that goes on; what it was at its last record, it still is. */
  picture(nowMs = 0): Picture {
    const endMs = Math.max(this.#lastMs, nowMs);
    const { model, lanes, link, kubelet } = this.#lanes.until(endMs);
    const podKeys = lanes.map(({ key }) => key).filter(isPodKey);
    const withOwnLane = new Set(podKeys.map(podOf));
    const rows = [
      ...this.#uptime("link", "API link", link, endMs),
      ...this.#uptime("kubelet", "kubelet", kubelet, endMs),
      ...lanes.map((lane) => this.#row(lane, withOwnLane.has(podOf(lane.key)))),
    ];
    return { model, endMs, deeds: this.#deeds, rows };
  }

  #uptime(
    kind: "link" | "kubelet",
    name: string,
    spans: Uptime,
    endMs: number,
  ): readonly PictureRow[] {
    if (spans.every(({ state }) => state === "up") && coversAll(spans, endMs)) return [];
    const { records } = this.#chapter(kind);
    return [{ name, kind, spans, marks: [], probes: [], restarts: 0, records }];
  }

  #row({ key, name, spans, marks, restarts }: Lane, hasPodLane: boolean): PictureRow {
    const own = this.#chapter(key);
    const common = { key, name, spans, marks, restarts, probes: own.probes };
    if (isPodKey(key)) return { ...common, kind: "pod", records: own.records };
    if (hasPodLane) return { ...common, kind: "part", records: own.records };
    const ofPod = this.#chapter(`${podOf(key)}\u0000`);
    return { ...common, kind: "only", records: own.with(ofPod) };
  }

  #chapter(key: string): Chapter {
    const known = this.#book.get(key);
    if (known) return known;
    const chapter = new Chapter();
    this.#book.set(key, chapter);
    return chapter;
  }
}

/** What the trace tells of one thing. The lists grow as it is read. */
class Chapter {
  readonly records: TraceRecord[] = [];
  readonly probes: ProbeTick[] = [];
  readonly #both: TraceRecord[] = [];
  #ofOwn = 0;
  #ofOther = 0;

  take(record: TraceRecord): void {
    this.records.push(record);
    if (record.type !== "probe") return;
    this.probes.push({ atMs: toMs(record.t), isSuccess: record.result === "success" });
  }

  /** Together with those of another one, in the order of the trace. */
  with({ records }: Chapter): readonly TraceRecord[] {
    const own = this.records.slice(this.#ofOwn);
    const others = records.slice(this.#ofOther);
    [this.#ofOwn, this.#ofOther] = [this.records.length, records.length];
    const news = [...own, ...others].toSorted((left, right) => left.seq - right.seq);
    for (const record of news) this.#both.push(record);
    return this.#both;
  }
}

/** Under which row a record stands. */
function bookKey(record: TraceRecord): string | undefined {
  if (record.type === "link" || record.type === "kubelet") return record.type;
  if (!("pod" in record)) return undefined;
  const container = "container" in record ? record.container : undefined;
  return containerKey(record.namespace, record.pod, container ?? "");
}

function isPodKey(key: ContainerKey): boolean {
  return key.endsWith("\u0000");
}

function podOf(key: ContainerKey): string {
  return key.slice(0, key.lastIndexOf("\u0000"));
}

function coversAll(spans: readonly LaneSpan<string>[], endMs: number): boolean {
  return spans.length === 1 && spans[0]?.fromMs === 0 && spans[0].toMs >= endMs;
}

function deedOf(record: TraceRecord & { readonly type: "stimulus" }): Deed {
  const { action, target, seq } = record;
  return { atMs: toMs(record.t), seq, text: target === undefined ? action : `${action} ${target}` };
}

/** The first span that ends after `atMs`, as the first to be drawn. */
export function firstSpan(spans: readonly LaneSpan<RowState>[], atMs: number): number {
  return countUpTo(spans.length, (index) => spans[index]?.toMs ?? 0, atMs);
}

/** The state of a row at a moment; nothing where the row is empty. */
export function stateAt({ spans }: PictureRow, atMs: number): LaneSpan<RowState> | undefined {
  const span = spans[firstSpan(spans, atMs)];
  return span !== undefined && span.fromMs <= atMs ? span : undefined;
}
