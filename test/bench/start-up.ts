/** How long the program takes on one small pod, from the call to the end of its process. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Spread, progress, spread, times } from "./measure.ts";

export interface StartUpFigure {
  /** Time on the wall, since most of it is reading and compiling. */
  readonly milliseconds: Spread;
  /** The same for a Node.js that does nothing: what no program can go below. */
  readonly emptyNodeMilliseconds: Spread;
}

const program = "dist/cli/main.js";

const manifest = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: app, image: example.com/app:1}]
`;

export function measureStartUp(repetitions: number): StartUpFigure {
  progress("start-up of `relist run`");
  // Only where there is none: tests that run beside this one use the build. What it prints is
  // progress, so it goes where progress goes.
  if (!existsSync(program)) execFileSync("npm", ["run", "build"], { stdio: ["ignore", 2, 2] });
  const folder = mkdtempSync(join(tmpdir(), "relist-bench-"));
  try {
    const pod = join(folder, "pod.yaml");
    const empty = join(folder, "empty.mjs");
    writeFileSync(pod, manifest);
    writeFileSync(empty, "");
    const run = (): number => spawnMs([program, "run", pod]);
    // The first call fills the caches of the file system.
    run();
    return {
      milliseconds: spread(times(repetitions, run)),
      emptyNodeMilliseconds: spread(times(repetitions, () => spawnMs([empty]))),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function spawnMs(args: readonly string[]): number {
  const begin = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  const ns = Number(process.hrtime.bigint() - begin);
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
  return ns / 1e6;
}
