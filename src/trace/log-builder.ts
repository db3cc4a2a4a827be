/** Reads a trace into log entries, one for what a reader takes for one thing that happened. */
import { displayName } from "../model/container-key.ts";
import type { SyncAction, TraceRecord } from "../model/trace.ts";
import type { Glyphs } from "./glyphs.ts";
import { markRoles, stateRoles } from "./glyphs.ts";
import { type Span, span } from "./line.ts";
import { ContainerLog } from "./log-containers.ts";
import { EntryList, type LogEntry } from "./log-entry.ts";
import { SurroundingsLog } from "./log-surroundings.ts";
import * as words from "./log-words.ts";
import { PodNews } from "./pod-news.ts";
import { toMs } from "./times.ts";

export function logEntries(records: readonly TraceRecord[], glyphs: Glyphs): readonly LogEntry[] {
  const builder = new LogBuilder(records, glyphs);
  for (const record of records) builder.take(record, toMs(record.t));
  return builder.entries;
}

class LogBuilder {
  readonly #list = new EntryList();
  readonly #glyphs: Glyphs;
  readonly #containers: ContainerLog;
  readonly #news = new PodNews();
  readonly #surroundings: SurroundingsLog;

  constructor(records: readonly TraceRecord[], glyphs: Glyphs) {
    this.#glyphs = glyphs;
    this.#containers = new ContainerLog(this.#list, records, glyphs);
    this.#surroundings = new SurroundingsLog(this.#list, records, glyphs);
  }

  get entries(): readonly LogEntry[] {
    return this.#list.entries;
  }

  take(record: TraceRecord, atMs: number): void {
    switch (record.type) {
      case "container":
        return this.#containers.change(record, atMs);
      case "signal":
        return this.#containers.signal(record, atMs);
      case "sync":
        if (record.uid !== undefined) return;
        for (const action of record.actions) this.#decision(action, atMs);
        return;
      case "pod": {
        const text = this.#news.textOf(record);
        const name = displayName(record.namespace, record.pod);
        return this.#add(atMs, name, this.#bullet(), text);
      }
      default:
        return this.#surroundings.take(record, atMs);
    }
  }

  #decision(action: SyncAction, atMs: number): void {
    const { states, marks } = this.#glyphs;
    const name = nameOf(action);
    switch (action.action) {
      case "crashed":
        return this.#containers.crashed(action, atMs);
      case "leave": {
        const sign = span(states.completed, stateRoles.completed);
        return this.#add(atMs, name, sign, words.leaveText(action));
      }
      case "remove": {
        const text = words.removalText(action, this.#containers.isOver(action.id));
        const sign = span(marks.stop, markRoles.stop);
        this.#list.add({ atMs, kind: "removing", subjects: [name], sign, text });
        return;
      }
      case "start":
        return this.#add(atMs, name, this.#bullet(), "told to start once more");
      case "create":
      case "recreate":
        // The container itself tells when it is there.
        return;
    }
  }

  #add(atMs: number, name: string, sign: Span, text: string | undefined): void {
    if (text === undefined) return;
    this.#list.add({ atMs, kind: "other", subjects: [name], sign, text });
  }

  #bullet(): Span {
    return span(this.#glyphs.bullet, "faint");
  }
}

function nameOf(subject: {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}): string {
  return displayName(subject.namespace, subject.pod, subject.container);
}
