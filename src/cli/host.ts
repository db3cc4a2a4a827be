/** The host as this program sees it: files, standard input and the terminal. */
import {
  closeSync,
  fstatSync,
  openSync,
  readSync,
  readdirSync,
  realpathSync,
  statSync,
} from "node:fs";
import type { Stats } from "node:fs";
import { isatty } from "node:tty";
import type { FileReader, FileStat } from "../manifest/files.ts";
import type { ReadFile } from "../scenario/load.ts";
import { minColumns } from "../trace/view.ts";
import { defaultYamlLimits } from "../yaml/limits.ts";
import { waitForPipe } from "./pipes.ts";
import { codeOf, reasonOf } from "./system-error.ts";

const standardInput = 0;

/** Of what was read: a run must not write over it. */
const inputs = new Set<string>();

export function isInput(path: string): boolean {
  const id = fileId(path);
  return id !== undefined && inputs.has(id);
}

/** Before it is read, if ever: `-` and what is no file pass. */
export function rememberInput(path: string): void {
  const id = fileId(path === "-" ? standardInput : path);
  if (id !== undefined) inputs.add(id);
}

/** The same for all names of a file; terminals, pipes and devices are no files. */
function fileId(place: string | number): string | undefined {
  try {
    const options = { bigint: true } as const;
    const stat = typeof place === "number" ? fstatSync(place, options) : statSync(place, options);
    return stat.isFile() ? `${stat.dev}:${stat.ino}` : undefined;
  } catch {
    // Who opens it says why.
    return undefined;
  }
}

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
      rememberInput(path);
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
export const readNamedFile: ReadFile = (path) => {
  try {
    const stat = hostFiles.stat(path);
    if (stat === undefined) return { unreadable: "this file does not exist" };
    if (stat.kind === "folder") return { unreadable: "this is a folder" };
    // Nobody need ever write into a pipe that a scenario happens to name.
    if (stat.kind === "other") return { unreadable: "this is no regular file" };
    return { file: path, text: hostFiles.read(path) };
  } catch (error) {
    // Told with the place that names the file.
    if (error instanceof Error) return { unreadable: `this file cannot be read: ${error.message}` };
    throw error;
  }
};

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

export interface Terminal {
  readonly columns: number;
  readonly colour: boolean;
  readonly unicode: boolean;
}

const widthOfPipes = 80;

/** What standard output leads to. */
export function terminal(): Terminal {
  // Asked of the number: to touch `process.stdout` makes a pipe non-blocking.
  if (!isatty(1)) return pipe;
  return terminalOf(process.stdout.columns, process.env);
}

/** A pipe gets the same bytes on every machine. */
export const pipe: Terminal = { columns: widthOfPipes, colour: false, unicode: true };

export function terminalOf(columns: number, env: NodeJS.ProcessEnv): Terminal {
  const { NO_COLOR: noColour, TERM: kind, LC_ALL: all, LC_CTYPE: characters, LANG: language } = env;
  // Where no locale is set, terminals of today have Unicode.
  const locale = all || characters || language || "utf-8";
  return {
    columns: Math.max(minColumns, columns || widthOfPipes),
    colour: !noColour && kind !== "dumb",
    unicode: /utf-?8/i.test(locale),
  };
}
