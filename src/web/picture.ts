/** The timeline as it is drawn: a row for each lane, with its signs and with the records behind. */
import { type ContainerKey, containerKey } from "../model/container-key.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { LaneMark, LaneSpan, LaneState, TraceModel } from "../trace/lane.ts";
import { foldLanes } from "../trace/lanes.ts";
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

/** `nowMs`: how far a run is that goes on; what it was at its last record, it still is. */
export function pictureOf(records: readonly TraceRecord[], nowMs = 0): Picture {
  const { model, endMs: lastMs, lanes, link, kubelet } = foldLanes(records);
  const endMs = Math.max(lastMs, nowMs);
  const book = new Map<string, TraceRecord[]>();
  const deeds: Deed[] = [];
  for (const record of records) {
    const key = bookKey(record);
    if (key !== undefined) enter(book, key, record);
    if (record.type === "stimulus") deeds.push(deedOf(record));
  }
  const uptime = (kind: "link" | "kubelet", name: string, spans: typeof link): PictureRow[] =>
    spans.every(({ state }) => state === "up") && coversAll(spans, lastMs)
      ? []
      : [{ name, kind, spans, marks: [], probes: [], restarts: 0, records: book.get(kind) ?? [] }];
  const withOwnLane = new Set(
    lanes
      .map(({ key }) => key)
      .filter(isPodKey)
      .map(podOf),
  );
  const rows = lanes.map(({ key, name, spans, marks, restarts }): PictureRow => {
    const pod = podOf(key);
    const isPod = isPodKey(key);
    const kind = isPod ? "pod" : withOwnLane.has(pod) ? "part" : "only";
    const ofPod = book.get(`${pod}\u0000`) ?? [];
    const own = isPod ? ofPod : (book.get(key) ?? []);
    const all = kind === "only" ? merged(own, ofPod) : own;
    const inOrder = marks.toSorted((a, b) => a.atMs - b.atMs);
    return { name, kind, spans, marks: inOrder, probes: probesOf(own), restarts, records: all };
  });
  const all = [
    ...uptime("link", "API link", link),
    ...uptime("kubelet", "kubelet", kubelet),
    ...rows,
  ];
  return { model, endMs, deeds, rows: all.map((row) => stretched(row, lastMs, endMs)) };
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

function enter(book: Map<string, TraceRecord[]>, key: string, record: TraceRecord): void {
  const known = book.get(key);
  if (known) known.push(record);
  else book.set(key, [record]);
}

function merged(a: readonly TraceRecord[], b: readonly TraceRecord[]): readonly TraceRecord[] {
  return [...a, ...b].toSorted((left, right) => left.seq - right.seq);
}

function stretched(row: PictureRow, lastMs: number, endMs: number): PictureRow {
  const last = row.spans.at(-1);
  if (last?.toMs !== lastMs || lastMs === endMs) return row;
  return { ...row, spans: [...row.spans.slice(0, -1), { ...last, toMs: endMs }] };
}

function coversAll(spans: readonly LaneSpan<string>[], endMs: number): boolean {
  return spans.length === 1 && spans[0]?.fromMs === 0 && spans[0].toMs >= endMs;
}

function probesOf(records: readonly TraceRecord[]): readonly ProbeTick[] {
  return records.flatMap((record) =>
    record.type === "probe"
      ? [{ atMs: toMs(record.t), isSuccess: record.result === "success" }]
      : [],
  );
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
