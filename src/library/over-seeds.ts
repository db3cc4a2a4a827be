/** One program over many seeds: what happened in the run of each, so that all can be judged. */
import type { SeedRange } from "../check/seeds-text.ts";
import { CallError } from "../model/call-error.ts";
import type { Milestone } from "../sample/milestone.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import type { SimulatedNode } from "./simulated-node.ts";

/** What is kept of the run of one seed: not its trace. */
export interface SeedRun {
  readonly seed: number;
  /** Seconds of virtual time at which the node stands. */
  readonly now: number;
  readonly input: Pick<PreparedInput, "scenario" | "pods">;
  readonly milestones: readonly Milestone[];
}

export class SeedRuns {
  readonly runs: readonly SeedRun[];
  readonly #run: (seed: number) => SimulatedNode;

  constructor(runs: readonly SeedRun[], run: (seed: number) => SimulatedNode) {
    this.runs = runs;
    this.#run = run;
  }

  /** The run of one seed once more, with its trace. */
  node(seed: number): SimulatedNode {
    return this.#run(seed);
  }
}

/**
 * Runs a program with each seed; `seeds` is a range, or how many, from 1 on. Throws what it throws.
 *
 * @example
 * import { overSeeds, simulate } from "relist";
 *
 * const pod = {
 *   apiVersion: "v1",
 *   kind: "Pod",
 *   metadata: { name: "web" },
 *   spec: { containers: [{ name: "app", image: "example.com/web:1" }] },
 * };
 * const { runs } = overSeeds(20, (seed) =>
 *   simulate(pod, { seed, behave: "app: exit 1 after 5s" }).advance("1m"),
 * );
 * const isStart = ({ key }) => key === "web/app#2.start";
 * const times = runs.map(({ milestones }) => milestones.find(isStart)?.t);
 * console.log(times.every((t) => t > 5 && t < 7)); // true
 */
export function overSeeds(
  seeds: number | SeedRange,
  run: (seed: number) => SimulatedNode,
): SeedRuns {
  const { from, to } = typeof seeds === "number" ? { from: 1, to: seeds } : seeds;
  if (![from, to].every((seed) => Number.isSafeInteger(seed) && seed >= 0) || from > to) {
    const found = JSON.stringify(seeds);
    throw new CallError(`overSeeds takes how many seeds, or {from, to} of them, got ${found}`);
  }
  const runs: SeedRun[] = [];
  for (let seed = from; seed <= to; seed++) {
    const { now, input, milestones } = run(seed);
    runs.push({ seed, now, input, milestones });
  }
  return new SeedRuns(runs, run);
}
