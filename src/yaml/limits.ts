/** How much of a text is read before it is refused, so that no input can stall the program. */
import type { Diagnostic } from "../model/diagnostic.ts";
import { displayFile } from "./document.ts";

export interface YamlLimits {
  /** Of one file. Counted in UTF-16 units here, which are never more than the bytes. */
  readonly maxBytes: number;
  readonly maxDocuments: number;
  /** Of one file: keys, values, brackets and marks, without what only separates them. */
  readonly maxTokens: number;
  /** Anchors, tags, colons and commas with no value between them. */
  readonly maxMarks: number;
  /** How deep collections may stand in each other. */
  readonly maxDepth: number;
  /** Values that the aliases of one document may add to it, which stops an "alias bomb". */
  readonly maxAliasedValues: number;
  /** Findings reported for one file; the rest is counted. */
  readonly maxErrors: number;
}

export const defaultYamlLimits: YamlLimits = {
  // Above the 3 MiB that the API server takes in one request (apiserver MaxRequestBodyBytes).
  maxBytes: 4 * 1024 * 1024,
  maxDocuments: 10_000,
  maxTokens: 1_000_000,
  maxMarks: 100,
  maxDepth: 100,
  maxAliasedValues: 100_000,
  maxErrors: 100,
};

/** Also said of a file before it is read, by its size. */
export function tooLarge(file: string, size: number, limit: number): Diagnostic {
  const mebibytes = (bytes: number) => `${Math.ceil((bytes / 1024 / 1024) * 10) / 10} MiB`;
  return {
    severity: "error",
    position: { file: displayFile(file), line: 1, column: 1 },
    message: "the file is too large",
    found: mebibytes(size),
    expected: `at most ${mebibytes(limit)}`,
    fix: "split it, or leave out what is not simulated",
  };
}
