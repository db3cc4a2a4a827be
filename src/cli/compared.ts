/** Which kubelets are compared, as data that crosses between threads, and as what they are. */
import { basename, extname, resolve } from "node:path";
import { type Variant, observers, ownVariant, variantOf } from "../compare/variant.ts";
import type { Observe } from "../node/node-options.ts";
import type { Overrides } from "../scenario/prepare.ts";
import { CallError, exitStatus } from "./call-error.ts";
import type { CompareFlags } from "./compare.ts";
import { overridesOf } from "./flags.ts";
import { tell } from "./output.ts";
import { loadKubelet } from "./variant-file.ts";

export interface Compared {
  readonly observe: readonly Observe[];
  /** The files of kubelets of one's own. */
  readonly own: readonly string[];
  /** The comparison ends with the scenario. */
  readonly isExact: boolean;
}

export function comparedOf(flags: CompareFlags): Compared {
  const { observe = observers, variant = [], vary = [], until } = flags;
  if (variant.includes("")) throw new CallError("--variant: expected a file, found an empty name");
  const own = variant.map((path) => resolve(path));
  const names = [...observe, ...own.map(nameOf)];
  const double = names.find((name, index) => names.indexOf(name) < index);
  if (double !== undefined) {
    throw new CallError(`--variant: two are called ${double}; give the file another name`);
  }
  const isExact = until !== undefined || vary.some((text) => text.startsWith("until="));
  return { observe, own, isExact };
}

/** What the flags set in place of the scenario; how each of them observes is no setting of it. */
export function overridesBeside({ observe: _, ...flags }: CompareFlags): Overrides {
  return overridesOf(flags);
}

/** What `--require` names. That another does not converge is the finding, and no failure. */
export function requiredOf(
  { require = [] }: CompareFlags,
  { observe, own }: Compared,
): readonly string[] {
  const names: readonly string[] = [...observe, ...own.map(nameOf)];
  const absent = require.find((name) => !names.includes(name));
  if (absent === undefined) return require;
  throw new CallError(`--require ${absent}: expected some of ${names.join(", ")}`);
}

/** The exit status, and why it is not 0. */
export function requirementStatus(
  names: readonly string[],
  hasConverged: (name: string) => boolean,
) {
  const others = names.filter((name) => !hasConverged(name));
  if (others.length === 0) return exitStatus.ok;
  tell(`note: --require: ${others.join(", ")} did not converge`);
  return exitStatus.differs;
}

export async function loadVariants({ observe, own }: Compared): Promise<readonly Variant[]> {
  const others: Variant[] = [];
  for (const file of own) {
    others.push(ownVariant({ name: nameOf(file), logic: await loadKubelet(file), file }));
  }
  return [...observe.map(variantOf), ...others];
}

function nameOf(path: string): string {
  return basename(path, extname(path));
}
