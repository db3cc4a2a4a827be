/** A trace as the checks read it: looked through once, for all expectations of a scenario. */
import type { Scenario } from "../scenario/scenario.ts";
import { toMs } from "../trace/times.ts";
import { PodBook, podKeyOf } from "./pod-book.ts";
import { RunBook } from "./runs.ts";
import type { Fact } from "./trace-extras.ts";

export interface Facts {
  readonly records: readonly Fact[];
  readonly pods: PodBook;
  readonly runs: RunBook;
  /** When the simulation ends. */
  readonly endMs: number;
  /** When each stimulus happened first, by its id. */
  readonly stimuliMs: ReadonlyMap<string, number>;
  /** The records about one pod, by its key. */
  readonly byPod: ReadonlyMap<string, readonly Fact[]>;
}

export function factsOf(
  scenario: Pick<Scenario, "durationMs">,
  records: readonly Fact[],
  nodeName: string,
): Facts {
  const book = new FactBook(scenario, nodeName);
  for (const record of records) book.take(record);
  return book;
}

/** Reads a trace piece by piece. */
export class FactBook implements Facts {
  readonly records: Fact[] = [];
  readonly pods: PodBook;
  readonly runs: RunBook;
  readonly endMs: number;
  readonly stimuliMs = new Map<string, number>();
  readonly byPod = new Map<string, Fact[]>();

  constructor({ durationMs }: Pick<Scenario, "durationMs">, nodeName: string) {
    this.endMs = durationMs;
    this.pods = new PodBook(nodeName);
    this.runs = new RunBook(this.pods);
  }

  take(record: Fact): void {
    this.records.push(record);
    this.pods.take(record);
    this.runs.take(record);
    if (record.type === "stimulus" && !this.stimuliMs.has(record.id)) {
      this.stimuliMs.set(record.id, toMs(record.t));
    }
    const key = podKeyOf(record);
    if (key === undefined) return;
    const known = this.byPod.get(key);
    if (known) known.push(record);
    else this.byPod.set(key, [record]);
  }
}
