/** Where the data of a command goes: standard output or a file, in pieces of a useful size. */
import {
  type Stats,
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { isatty } from "node:tty";
import { basename, dirname, isAbsolute, join } from "node:path";
import { reasonOf } from "../files/system-error.ts";
import { asciiGlyphs, unicodeGlyphs } from "../trace/glyphs.ts";
import { type Paint, plain } from "../trace/line.ts";
import type { View } from "../trace/view.ts";
import { CallError } from "./call-error.ts";
import type { Flags } from "./flags.ts";
import { isInput, pipe, rememberInput, terminal } from "./host.ts";
import { terminalPaint } from "./paint.ts";
import { standardError, standardOutput, writeFully } from "./pipes.ts";

const pieceLength = 64 * 1024;

export class Output {
  readonly #sink: Sink;
  #waiting: string[] = [];
  #length = 0;

  constructor(path: string | undefined) {
    this.#sink = isStandardOutput(path) ? standard : sinkOf(path);
  }

  write(text: string): void {
    this.#waiting.push(text);
    this.#length += text.length;
    if (this.#length >= pieceLength) this.#flush();
  }

  end(): void {
    this.#flush();
    this.#sink.end();
  }

  #flush(): void {
    const text = this.#waiting.join("");
    this.#waiting = [];
    this.#length = 0;
    this.#sink.write(text);
  }
}

/** `-` is standard output, as it is standard input among the operands. */
export function isStandardOutput(path: string | undefined): path is undefined | "-" {
  return path === undefined || path === "-";
}

export function refusePageOnTerminal({ output, out }: Pick<Flags, "output" | "out">): void {
  if (output !== "html" || !isStandardOutput(out) || !isatty(standardOutput)) return;
  throw new CallError("a page is nothing for a terminal; use --out report.html");
}

interface Sink {
  write(text: string): void;
  end(): void;
}

const standard: Sink = { write: (text) => writeFully(standardOutput, text), end: () => {} };

/** Before a run, which may take long: that what it writes has a place. */
export function checkOut(path: string, operands: readonly string[]): void {
  if (isStandardOutput(path)) return;
  for (const operand of operands) rememberInput(operand);
  placeOf(path);
}

function sinkOf(path: string): Sink {
  const place = placeOf(path);
  if (place.kind === "standard output") return standard;
  return writing(path, () => (place.kind === "direct" ? direct(place) : replacing(place)));
}

type Place =
  | { readonly kind: "standard output" }
  | { readonly kind: "direct"; readonly file: string; readonly isCut: boolean }
  | { readonly kind: "replaced"; readonly file: string; readonly mode: number | undefined };

function placeOf(path: string): Place {
  if (isInput(path)) {
    throw new CallError(`--out: \`${path}\` is an input, and would be written over`);
  }
  return writing(path, () => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return newPlace(path);
    if (stat.isDirectory()) throw new Error("it is a folder");
    // `/dev/stdout` too: opened anew, a file would be cut, and a socket cannot be opened.
    const { dev, ino } = fstatSync(standardOutput);
    if (stat.dev === dev && stat.ino === ino) return { kind: "standard output" };
    accessSync(path, constants.W_OK);
    const isCut = stat.isFile() && !/^\/(dev|proc)\//.test(path);
    if (!isCut) return { kind: "direct", file: path, isCut };
    const file = realpathSync(path);
    if (isReplaceable(file, stat)) return { kind: "replaced", file, mode: stat.mode & 0o7777 };
    return { kind: "direct", file, isCut };
  });
}

/** A file that has another owner, another name or a closed folder would not be the same after. */
function isReplaceable(file: string, { nlink, uid }: Stats): boolean {
  if (nlink > 1 || uid !== (process.geteuid?.() ?? uid)) return false;
  try {
    accessSync(dirname(file), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A link that leads to no file yet is followed by hand: the file is made where it leads. */
function newPlace(path: string): Place {
  if (/[/\\]$/.test(path)) throw new Error("there is no such folder");
  let file = path;
  for (let hops = 0; hops < 40; hops += 1) {
    const folder = realpathSync(dirname(file));
    file = join(folder, basename(file));
    if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) {
      accessSync(folder, constants.W_OK);
      return { kind: "replaced", file, mode: undefined };
    }
    const target = readlinkSync(file);
    file = isAbsolute(target) ? target : `${folder}/${target}`;
  }
  throw new Error("too many symbolic links");
}

function direct({ file, isCut }: Extract<Place, { kind: "direct" }>): Sink {
  const number = openSync(file, constants.O_WRONLY | (isCut ? 0 : constants.O_APPEND));
  let isWritten = false;
  const write = (text: string): void => {
    // Not when it is opened: a run that fails has nothing to put in place of what was there.
    if (isCut && !isWritten) ftruncateSync(number);
    isWritten = true;
    writeFully(number, text);
  };
  return { write, end: () => closeSync(number) };
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Half of a file never has its name: it is written beside, and renamed when it is whole. */
function replacing({ file, mode }: Extract<Place, { kind: "replaced" }>): Sink {
  const beside = join(dirname(file), `.relist-${process.pid}-${performance.now()}.tmp`);
  const number = openSync(beside, "wx");
  const remove = (): void => rmSync(beside, { force: true });
  const onSignal = (signal: NodeJS.Signals): void => {
    remove();
    leave();
    // Now without a listener, so that the shell sees what ended this process.
    process.kill(process.pid, signal);
  };
  const leave = (): void => {
    process.off("exit", remove);
    for (const signal of signals) process.off(signal, onSignal);
  };
  // Whatever ends a run early ends the process.
  process.once("exit", remove);
  for (const signal of signals) process.once(signal, onSignal);
  const end = (): void =>
    writing(file, () => {
      if (mode !== undefined) fchmodSync(number, mode);
      closeSync(number);
      renameSync(beside, file);
      leave();
    });
  return { write: (text) => writeFully(number, text), end };
}

function writing<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new CallError(`--out: \`${path}\` cannot be written: ${reasonOf(error)}`);
  }
}

/** Notes, warnings and errors: all that is no data. */
export function tell(text: string): void {
  writeFully(standardError, `${text}\n`);
}

export interface Looks {
  readonly view: View;
  readonly paint: Paint;
}

/** How text is shown: a file gets what a pipe gets. */
export function looksOf({ out, width }: Pick<Flags, "out" | "width">): Looks {
  const shown = isStandardOutput(out) ? terminal() : pipe;
  return {
    view: {
      columns: width ?? shown.columns,
      glyphs: shown.unicode ? unicodeGlyphs : asciiGlyphs,
    },
    paint: shown.colour ? terminalPaint : plain,
  };
}
