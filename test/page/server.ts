/** A command that serves pages, as a user starts it; it is ended after each test. */
import { type ChildProcess, spawn } from "node:child_process";
import { afterEach } from "vitest";
import { program } from "../cli/relist.ts";

export interface Served {
  /** The first that it says. */
  readonly url: string;
  /** All that it has said until now. */
  readonly said: () => string;
  readonly child: ChildProcess;
}

/** `relist serve`. */
export function server(folder: string): (...args: readonly string[]) => Promise<Served> {
  const start = starter(folder);
  return (...args) => start("serve", "--port", "0", ...args);
}

/** `folder`: where it is started. */
export function starter(folder: string): (...args: readonly string[]) => Promise<Served> {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });
  return (...args) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    children.push(child);
    return new Promise((resolve, reject) => {
      let said = "";
      child.stderr.on("data", (data: Buffer) => {
        said += data.toString();
        const [url] = /http:\/\/\S+/.exec(said) ?? [];
        if (url !== undefined) resolve({ url, child, said: () => said });
      });
      child.once("exit", (status) => reject(new Error(`it ended with ${status}: ${said}`)));
    });
  };
}
