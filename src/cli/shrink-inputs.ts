/** `--shrink` of `compare`: writes the smallest scenario in which a variant never converges. */
import { refuseVariants } from "../compare/compare.ts";
import { type Size, shrink } from "../compare/shrink/shrink.ts";
import { parseSources } from "../scenario/input-texts.ts";
import { rangeText } from "../check/seeds-text.ts";
import { counted } from "../trace/times.ts";
import { CallError, exitStatus } from "./call-error.ts";
import type { CompareFlags } from "./compare.ts";
import { comparedOf, loadVariants, overridesBeside } from "./compared.ts";
import { Output, tell } from "./output.ts";
import { readTexts } from "./read-input.ts";
import { commandFor } from "./replay-command.ts";
import { refuseStrays } from "./variant-host.ts";

/** The exit status: 1 where there is no such case. */
export async function shrinkInputs(paths: readonly string[], flags: CompareFlags): Promise<number> {
  const { seeds = { from: 1, to: 100 } } = flags;
  if (flags.output !== "text") {
    throw new CallError(`--shrink writes a scenario, which is no ${flags.output}`);
  }
  const compared = comparedOf(flags);
  const variants = await loadVariants(compared);
  if (variants.length < 2) throw new CallError("--shrink needs two of --observe at least");
  if (flags.vary !== undefined) throw new CallError("--shrink is of one choice: leave out --vary");
  const { input, texts } = readTexts(paths, overridesBeside(flags), "compare");
  refuseVariants(variants, input);
  const named = Object.values(texts.named).flatMap((file) => ("text" in file ? [file] : []));
  const documents = parseSources([...texts.sources, ...named]);
  const smallest = shrink(documents, input, { variants, seeds });
  await refuseStrays(compared.own);
  if (smallest === undefined) {
    const [first, ...rest] = variants.map(({ name }) => name);
    const those = `${first} converges and ${rest.join(" or ")} does not`;
    tell(
      `note: nothing to make smaller: with no seed of ${rangeText(seeds)} it is so that ${those}`,
    );
    return exitStatus.differs;
  }
  const { before, after, seed, difference } = smallest;
  const again = commandFor(smallest.variant, variants, flags);
  const out = new Output(flags.out);
  if (again !== undefined) out.write(`# It is seen with ${again}\n`);
  out.write(smallest.text);
  out.end();
  tell(`note: with seed ${seed}, of ${sizeText(before)} there remain ${sizeText(after)}`);
  tell(`note: ${difference}`);
  if (again !== undefined) tell(`note: it is seen with ${again}`);
  return exitStatus.ok;
}

function sizeText({ pods, containers, events, faults }: Size): string {
  const others = [counted(containers, "container"), counted(events, "event")].join(", ");
  return `${counted(pods, "pod")}, ${others} and ${counted(faults, "fault")}`;
}
