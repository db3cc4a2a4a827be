/** What a parsed text is to the rest: plain values, and the place of each of them. */
import type { Position } from "../model/diagnostic.ts";

/** A text and the name that messages give it; `-` is shown as `<stdin>`. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

export type Path = readonly (string | number)[];

/** One document of a stream, never an empty one. */
export interface YamlDocument {
  readonly file: string;
  /** Objects, arrays and scalars as JSON has them. Aliased parts are shared: do not write to it. */
  readonly value: unknown;
  /**
   * Where the value (or its key) stands. What does not exist is looked for no further than its
   * nearest ancestor, and that one's key is the answer: there the missing part would be written.
   */
  locate(path: Path, of?: "key" | "value"): Position;
}

export function displayFile(file: string): string {
  return file === "-" ? "<stdin>" : file;
}

const plainKey = /^[A-Za-z_$][\w$-]*$/;

/** `spec.containers[0].image`, and `metadata.labels["app.kubernetes.io/name"]`; "" for the root. */
export function fieldPath(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (!plainKey.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === "" ? step : `.${step}`;
  }
  return text;
}
