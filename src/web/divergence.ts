/** How far declared and actual were apart, over the time of a run. */
import { toMs } from "../trace/times.ts";
import type { Run } from "./run.ts";
import { countUpTo } from "./search.ts";

/** From `atMs` on, so many containers are not as they are declared. */
export interface ApartStep {
  readonly atMs: number;
  readonly apart: number;
}

/** One step for each moment at which the number changes; before the first it is 0. */
export function divergenceOf({ records, history }: Run): readonly ApartStep[] {
  const steps: ApartStep[] = [];
  const changes = records.filter(
    ({ type }) => type === "container" || type === "pod" || type === "kubelet",
  );
  for (const [index, { seq, t }] of changes.entries()) {
    // What an instant comes to counts, and not the way there.
    if (changes[index + 1]?.t === t) continue;
    const apart = history.apartAt(seq);
    if (apart !== (steps.at(-1)?.apart ?? 0)) steps.push({ atMs: toMs(t), apart });
  }
  return steps;
}

export function apartAt(steps: readonly ApartStep[], atMs: number): number {
  return steps[countUpTo(steps.length, (index) => steps[index]?.atMs ?? 0, atMs) - 1]?.apart ?? 0;
}
