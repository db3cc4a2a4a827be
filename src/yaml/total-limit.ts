/** Counts what all files of a call have together; each alone may be within its own limit. */
import type { Diagnostic } from "../model/diagnostic.ts";
import { displayFile } from "./document.ts";

const mebibyte = 1024 * 1024;

export class TotalLimit {
  readonly #maxBytes: number;
  #bytes = 0;
  #over: Diagnostic | undefined;

  constructor(maxBytes = 16 * mebibyte) {
    this.#maxBytes = maxBytes;
  }

  /** About the file that goes over the limit. */
  get over(): Diagnostic | undefined {
    return this.#over;
  }

  /** Reads no more once the limit is passed: nothing comes of what follows. */
  read(file: string, read: () => string): string {
    if (this.#over) return "";
    const text = read();
    this.#bytes += text.length;
    if (this.#bytes > this.#maxBytes) this.#over = this.#tooLarge(file);
    return this.#over ? "" : text;
  }

  #tooLarge(file: string): Diagnostic {
    return {
      severity: "error",
      position: { file: displayFile(file), line: 1, column: 1 },
      message: "with this file, all files together are too large",
      expected: `at most ${this.#maxBytes / mebibyte} MiB`,
      fix: "name fewer files, and each of them once",
    };
  }
}
