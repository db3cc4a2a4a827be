/** The host as this program sees it: which files were read, and the terminal. */
import { fstatSync, statSync } from "node:fs";
import { isatty } from "node:tty";
import { hostFiles } from "../files/host-files.ts";
import type { FileReader } from "../manifest/files.ts";
import { minColumns } from "../trace/view.ts";

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

/** The host's files, each of them remembered. */
export const inputFiles: FileReader = {
  ...hostFiles,
  read: (path) => {
    rememberInput(path);
    return hostFiles.read(path);
  },
};

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
