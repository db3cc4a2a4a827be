/** On what the figures were taken. */
import { readFileSync } from "node:fs";
import { arch, cpus, loadavg, platform, totalmem } from "node:os";
import { rounded } from "./measure.ts";

export interface Facts {
  readonly versions: Readonly<Record<"relist" | "node" | "v8" | "xstate" | "rxjs", string>>;
  readonly machine: {
    readonly cpu: string;
    readonly cpus: number;
    readonly memoryGiB: number;
    readonly platform: string;
    /** Of the minute before: more than there are CPUs, and the figures are too high. */
    readonly load: number;
  };
}

export function facts(): Facts {
  const [cpu] = cpus();
  return {
    versions: {
      relist: versionIn("package.json"),
      node: process.versions.node,
      v8: process.versions.v8,
      xstate: versionIn("node_modules/xstate/package.json"),
      rxjs: versionIn("node_modules/rxjs/package.json"),
    },
    machine: {
      cpu: cpu?.model ?? "unknown",
      cpus: cpus().length,
      memoryGiB: rounded(totalmem() / 2 ** 30),
      platform: `${platform()} ${arch()}`,
      load: rounded(loadavg()[0] ?? Number.NaN),
    },
  };
}

function versionIn(path: string): string {
  return (JSON.parse(readFileSync(path, "utf8")) as { readonly version: string }).version;
}
