/** What a command is here: the definition of its flags, its help texts, and what it does. */
import type { ArgsDef, ParsedArgs } from "citty";

export interface Example {
  readonly command: string;
  readonly meaning: string;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** After the name: `FILE|FOLDER…`. */
  readonly operands?: { readonly name: string; readonly meaning: string };
  readonly args: ArgsDef;
  readonly examples: readonly Example[];
  /** Resolves to the exit status. */
  run(call: Call): Promise<number>;
}

/** What was written after the command's name, checked. */
export interface Call {
  readonly operands: readonly string[];
  /** Values of the flags that were given. */
  readonly flags: ParsedArgs;
}
