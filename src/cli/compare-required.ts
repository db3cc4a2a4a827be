/** `--require`: the variants that have to converge. */
import { observers } from "../compare/variant.ts";
import { CallError } from "./call-error.ts";
import type { CompareFlags } from "./compare.ts";

/** That another does not converge is the finding, and no failure. */
export function required({ require = [], observe = observers }: CompareFlags): readonly string[] {
  const absent = require.find((name) => !observe.includes(name));
  if (absent === undefined) return require;
  throw new CallError(`--require ${absent}: it is not among those of --observe`);
}
