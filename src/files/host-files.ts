/** The files of the host, and its standard input. */
import {
  type Stats,
  closeSync,
  openSync,
  readSync,
  readdirSync,
  realpathSync,
  statSync,
} from "node:fs";
import type { FileReader, FileStat } from "../manifest/files.ts";
import type { ReadFile } from "../scenario/load.ts";
import { defaultYamlLimits } from "../yaml/limits.ts";
import { codeOf, reasonOf } from "./system-error.ts";
import { waitForPipe } from "./wait-for-pipe.ts";

const standardInput = 0;

export const hostFiles: FileReader = {
  stat: (path) =>
    plainly(() => {
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat && { kind: kindOf(stat), bytes: stat.size };
    }),
  identity: (path) => {
    try {
      return realpathSync(path);
    } catch {
      // What a shell hands over as /dev/fd/63 can be read, and has no path of its own.
      return path;
    }
  },
  readDir: (path) => plainly(() => readdirSync(path)),
  read: (path) =>
    plainly(() => {
      if (path === "-") return readText(standardInput);
      const file = openSync(path, "r");
      try {
        return readText(file);
      } finally {
        closeSync(file);
      }
    }),
};

function kindOf(stat: Stats): FileStat["kind"] {
  if (stat.isDirectory()) return "folder";
  return stat.isFile() ? "file" : "other";
}

/** For files that a scenario names. */
export function namedFiles(files: FileReader): ReadFile {
  return (path) => {
    try {
      const stat = files.stat(path);
      if (stat === undefined) return { unreadable: "this file does not exist" };
      if (stat.kind === "folder") return { unreadable: "this is a folder" };
      // Nobody need ever write into a pipe that a scenario happens to name.
      if (stat.kind === "other") return { unreadable: "this is no regular file" };
      return { file: path, text: files.read(path) };
    } catch (error) {
      // Told with the place that names the file.
      if (error instanceof Error) {
        return { unreadable: `this file cannot be read: ${error.message}` };
      }
      throw error;
    }
  };
}

/** Pipes and devices have no size beforehand, so what is read is counted: `yes | relist run -`. */
function readText(file: number): string {
  const chunks: Buffer[] = [];
  let total = 0;
  while (total <= defaultYamlLimits.maxBytes) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const length = readChunk(file, chunk);
    if (length === 0) break;
    chunks.push(chunk.subarray(0, length));
    total += length;
  }
  const isCut = total > defaultYamlLimits.maxBytes;
  return decode(Buffer.concat(chunks), isCut);
}

function readChunk(file: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(file, chunk);
    } catch (error) {
      const code = codeOf(error);
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      waitForPipe();
    }
  }
}

function decode(bytes: Buffer, isCut: boolean): string {
  if (isCut) return bytes.toString("latin1");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // The decoder's own words name neither file nor encoding.
    throw new Error("it is no UTF-8 text");
  }
}

/** Says what the system says without its code, its call and the path once more. */
function plainly<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new Error(reasonOf(error), { cause: error });
  }
}
