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
  { durationMs }: Pick<Scenario, "durationMs">,
  records: readonly Fact[],
  nodeName: string,
): Facts {
  const pods = new PodBook(records, nodeName);
  const stimuliMs = new Map<string, number>();
  const byPod = new Map<string, Fact[]>();
  for (const record of records) {
    if (record.type === "stimulus" && !stimuliMs.has(record.id)) {
      stimuliMs.set(record.id, toMs(record.t));
    }
    const key = podKeyOf(record);
    if (key === undefined) continue;
    const known = byPod.get(key);
    if (known) known.push(record);
    else byPod.set(key, [record]);
  }
  return {
    records,
    pods,
    runs: new RunBook(records, pods),
    endMs: durationMs,
    stimuliMs,
    byPod,
  };
}
