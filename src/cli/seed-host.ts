/** The cores of this machine, and a pool of workers on them. */
import { availableParallelism } from "node:os";
import type { SeedHost, SeedReply, SeedTask } from "./seeds.ts";

/** The loader of TypeScript reaches processes, and no threads: sources are run in processes. */
const isSource = import.meta.url.endsWith(".ts");

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
    return {
      run: async (task: SeedTask) => (await pool.run(task)) as SeedReply,
      close: () => pool.destroy(),
    };
  },
};
