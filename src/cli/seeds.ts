/**
 * Runs many seeds on all cores. What is folded does not depend on who ran which seed, nor on the
 * order in which they were done.
 */
import type { SeedRange } from "../check/seeds-text.ts";
import { sizeOf } from "../check/seeds-text.ts";
import type { Compared } from "./compared.ts";
import type { JudgedTexts } from "./read-input.ts";
import { type FailedSeed, failureOf, toError } from "./seed-failure.ts";

/** What is done with each seed, and how its outcomes are put together. */
export interface SeedFold<Folded> {
  take(seed: number): void;
  merge(folded: Folded): void;
}

/**
 * What is run with each seed: `sample` looks at the milestones, `check` at the expectations,
 * `advise` at each of the standard disturbances, and `compare` at several kubelets.
 */
export type SeedWork = "sample" | "check" | "advise" | "compare";

export interface SeedTask {
  readonly work: SeedWork;
  readonly input: JudgedTexts;
  readonly seeds: SeedRange;
  /** Of `compare`: which kubelets. */
  readonly compared?: Compared;
}

/** `failure`: the first of these seeds that could not be run; those after it were not tried. */
export interface SeedReply {
  readonly folded: unknown;
  readonly failure?: FailedSeed;
}

export interface SeedPool {
  run(task: SeedTask): Promise<SeedReply>;
  close(): Promise<void>;
}

/** The host as far as seeds are concerned; a test has one of its own. */
export interface SeedHost {
  readonly cores: number;
  /** Milliseconds of a clock that only goes on. */
  now(): number;
  openPool(workers: number): Promise<SeedPool>;
}

export interface SeedRun<Folded> extends SeedTask {
  readonly fold: SeedFold<Folded>;
  readonly onProgress?: (done: number) => void;
}

/** Of the host's time: what a worker needs to begin. Less work than that is done here. */
const workerStartMs = 500;
/** A task is so long, for progress to be seen and all cores to be done at about the same time. */
const taskMs = 200;
const tasksPerWorker = 2;

/** Of seeds that fail the lowest is thrown. */
export async function runSeeds<Folded>(run: SeedRun<Folded>, host: SeedHost): Promise<void> {
  const { from, to } = run.seeds;
  const startMs = host.now();
  for (let seed = from; seed <= to; seed++) {
    takeOne(run.fold, seed);
    run.onProgress?.(seed - from + 1);
    const tookMs = host.now() - startMs;
    const seedMs = tookMs / (seed - from + 1);
    const isLong = tookMs > workerStartMs / 2 && (to - seed) * seedMs > 2 * workerStartMs;
    if (host.cores > 1 && isLong) return inPool(run, { from: seed + 1, to }, seedMs, host);
  }
}

function takeOne<Folded>(fold: SeedFold<Folded>, seed: number): void {
  try {
    fold.take(seed);
  } catch (error) {
    throw toError(failureOf(seed, error));
  }
}

async function inPool<Folded>(
  { fold, seeds, onProgress, ...task }: SeedRun<Folded>,
  rest: SeedRange,
  seedMs: number,
  host: SeedHost,
): Promise<void> {
  const workers = Math.min(host.cores, sizeOf(rest));
  const most = Math.ceil(sizeOf(rest) / (workers * tasksPerWorker));
  const size = Math.max(1, Math.min(most, Math.round(taskMs / seedMs)));
  const failures: FailedSeed[] = [];
  let next = rest.from;
  let done = rest.from - seeds.from;
  const pool = await host.openPool(workers);
  // Seeds are given out in their order, so that those below one that fails are all tried.
  const lane = async (): Promise<void> => {
    while (next <= rest.to && failures.length === 0) {
      const part = { from: next, to: Math.min(rest.to, next + size - 1) };
      next = part.to + 1;
      const { folded, failure } = await pool.run({ ...task, seeds: part });
      if (failure) failures.push(failure);
      fold.merge(folded as Folded);
      done += sizeOf(part);
      onProgress?.(done);
    }
  };
  try {
    await Promise.all(Array.from({ length: workers * tasksPerWorker }, lane));
  } finally {
    await pool.close();
  }
  const [first] = failures.toSorted((a, b) => a.seed - b.seed);
  if (first) throw toError(first);
}
