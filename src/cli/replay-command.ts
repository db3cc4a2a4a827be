/** The command that shows the smallest case of a kubelet of the user's again. */
import { resolve } from "node:path";
import type { Variant } from "../compare/variant.ts";
import { escapeControls } from "../model/diagnostic.ts";
import type { CompareFlags } from "./compare.ts";
import { isStandardOutput } from "./output.ts";

/** A scenario cannot name a kubelet of the user's: undefined where it is one of ours. */
export function commandFor(
  name: string,
  variants: readonly Variant[],
  { variant: given = [], out }: CompareFlags,
): string | undefined {
  const file = variants.find((each) => each.name === name)?.kubelet?.file;
  const path = given.find((each) => resolve(each) === file);
  if (path === undefined) return undefined;
  const [first] = variants;
  const scenario = isStandardOutput(out) ? "smallest.yaml" : out;
  const args = [scenario, "--observe", first?.name ?? name, "--variant", path];
  return ["relist compare", ...args.map(shellWord)].join(" ");
}

/** As it is typed in a shell, on one line of a comment. */
function shellWord(text: string): string {
  const safe = escapeControls(text);
  return /^[\w./@%+=:,-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", `'\\''`)}'`;
}
