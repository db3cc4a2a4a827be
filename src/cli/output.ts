/** Where the data of a command goes: standard output or a file, in pieces of a useful size. */
import { closeSync, openSync } from "node:fs";
import { asciiGlyphs, unicodeGlyphs } from "../trace/glyphs.ts";
import { type Paint, plain } from "../trace/line.ts";
import type { View } from "../trace/view.ts";
import { CallError } from "./call-error.ts";
import type { Flags } from "./flags.ts";
import { pipe, terminal } from "./host.ts";
import { terminalPaint } from "./paint.ts";
import { standardError, standardOutput, writeFully } from "./pipes.ts";
import { reasonOf } from "./system-error.ts";

const pieceLength = 64 * 1024;

export class Output {
  readonly #file: number;
  #waiting: string[] = [];
  #length = 0;

  constructor(path: string | undefined) {
    this.#file = path === undefined ? standardOutput : open(path);
  }

  write(text: string): void {
    this.#waiting.push(text);
    this.#length += text.length;
    if (this.#length >= pieceLength) this.#flush();
  }

  end(): void {
    this.#flush();
    if (this.#file !== standardOutput) closeSync(this.#file);
  }

  #flush(): void {
    const text = this.#waiting.join("");
    this.#waiting = [];
    this.#length = 0;
    writeFully(this.#file, text);
  }
}

function open(path: string): number {
  try {
    return openSync(path, "w");
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
export function looksOf({ out, width }: Flags): Looks {
  const shown = out === undefined ? terminal() : pipe;
  return {
    view: {
      columns: width ?? shown.columns,
      glyphs: shown.unicode ? unicodeGlyphs : asciiGlyphs,
    },
    paint: shown.colour ? terminalPaint : plain,
  };
}
