/** Runs the program as a user does, from a folder of its own. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

export const program = resolve("dist/cli/main.js");

export interface Result {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Folder {
  readonly path: string;
  write(name: string, text: string | Uint8Array): void;
  run(args: readonly string[], options?: RunOptions): Result;
  remove(): void;
}

export interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export function folder(files: Readonly<Record<string, string>> = {}): Folder {
  const path = mkdtempSync(join(tmpdir(), "relist-cli-"));
  const write = (name: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  return {
    path,
    write,
    run: (args, { input = "", env = {} } = {}) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
        cwd: path,
        input,
        encoding: "utf8",
        env: { PATH: process.env["PATH"], ...env },
        maxBuffer: 256 * 1024 * 1024,
        // For what hangs; how long a call takes is no matter of the tests.
        timeout: 60_000,
      });
      return { status, stdout, stderr };
    },
    remove: () => rmSync(path, { recursive: true }),
  };
}

export const podYaml = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - {name: app, image: "example.com/web:1"}
`;

/** A scenario with `lines` under its `spec`, and the pod beside it. */
export function scenarioYaml(...lines: readonly string[]): string {
  const head = [
    "apiVersion: relist.dev/v1alpha1",
    "kind: Scenario",
    "metadata: {name: x}",
    "spec:",
  ];
  return [...head, ...lines.map((line) => `  ${line}`), "---", podYaml].join("\n");
}
