/** The cores of this machine, and a pool of workers on them. */
import { availableParallelism } from "node:os";
import type { SeedHost, SeedReply, SeedTask } from "./seeds.ts";

/** The loader of TypeScript reaches processes, and no threads: sources are run in processes. */
const isSource = import.meta.url.endsWith(".ts");

/** Of the host's time; it need never come round. */
const longestIntervalMs = 2 ** 31 - 1;

export const seedHost: SeedHost = {
  cores: availableParallelism(),
  now: () => performance.now(),
  openPool: async (workers) => {
    const { Tinypool } = await import("tinypool");
    const file = isSource ? "./seeds-worker.ts" : "./seeds-worker.js";
    const pool = new Tinypool({
      filename: new URL(file, import.meta.url).href,
      runtime: isSource ? "child_process" : "worker_threads",
      minThreads: 0,
      maxThreads: workers,
    });
    // The pool holds no process up: while a worker takes longer than a second to end, this one
    // would have nothing to wait for and end before its answer, with status 13.
    const held = setInterval(() => undefined, longestIntervalMs);
    return {
      run: async (task: SeedTask) => (await pool.run(task)) as SeedReply,
      close: async () => {
        try {
          await pool.destroy();
        } finally {
          clearInterval(held);
        }
      },
    };
  },
};
