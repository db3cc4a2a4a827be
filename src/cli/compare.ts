/** `relist compare`: kubelets that learn in different ways what is, on the same world and seed. */
import type { Command } from "commander";
import type { Observe } from "../node/node-options.ts";
import {
  type Flags,
  faultsFlag,
  kubernetesFlag,
  modelFlag,
  observeListFlag,
  operands,
  requireFlag,
  runOutputFlags,
  seedsFlag,
  shardFlag,
  shrinkFlag,
  variantFlag,
  varyFlag,
  worldFlags,
} from "./flags.ts";

export interface CompareFlags extends Omit<Flags, "observe"> {
  readonly observe?: readonly Observe[];
  readonly require?: readonly string[];
  /** Files. */
  readonly variant?: readonly string[];
  readonly vary?: readonly string[];
  readonly shard?: string;
  readonly shrink?: true;
}

export function addCompare(program: Command): void {
  const command = program
    .command("compare")
    .description("Run several kubelets on the same world, and show where they part.")
    .addArgument(operands)
    .addHelpText("after", examples)
    .action(async (paths: readonly string[], flags: CompareFlags) => {
      if (flags.variant === undefined) {
        process.exitCode = await compare(paths, flags);
        return;
      }
      const { endWith } = await import("./variant-host.ts");
      await endWith(() => compare(paths, flags));
    });
  const flags = [
    observeListFlag,
    variantFlag,
    modelFlag,
    kubernetesFlag,
    ...worldFlags,
    faultsFlag,
    seedsFlag,
    varyFlag,
    shardFlag,
    shrinkFlag,
    requireFlag,
    ...runOutputFlags,
  ];
  for (const flag of flags) command.addOption(flag);
}

/** The exit status. */
async function compare(paths: readonly string[], flags: CompareFlags): Promise<number> {
  if (flags.shrink) {
    const { shrinkInputs } = await import("./shrink-inputs.ts");
    return shrinkInputs(paths, flags);
  }
  if (flags.seeds !== undefined || flags.vary !== undefined) {
    const { sweepInputs } = await import("./sweep-inputs.ts");
    return sweepInputs(paths, flags);
  }
  const { CallError } = await import("./call-error.ts");
  if (flags.shard !== undefined) throw new CallError("--shard is of --seeds");
  const { compareInputs } = await import("./compare-inputs.ts");
  return compareInputs(paths, flags);
}

const examples = `
Examples:
  relist compare scenario.yaml                       which lost event did it
  relist compare scenario.yaml --observe level,edge  these two alone
  relist compare scenario.yaml --seed 7              with other random choices
  relist compare scenario.yaml --output json         all traces, for a program
  relist compare scenario.yaml --faults drop=0.05 --seeds 1000 --require level
                                                     with a thousand seeds
  relist compare scenario.yaml --seeds 1000 --vary faults.drop=0,0.01,0.05
                                                     and at several rates of loss
  relist compare scenario.yaml --faults drop=0.05 --shrink --out smallest.yaml
                                                     the smallest case, as a scenario
  relist compare scenario.yaml --model textbook --variant my-kubelet.ts
                                                     beside a kubelet of your own

--vary takes faults.drop, faults.delay, faults.duplicate, faults.reorder, until,
kubernetes, and runtime.latency.create and that of the other calls. Of a sweep over
machines, --shard 3/10 runs the third part of the seeds, and relist merge makes one of
what the parts wrote with --output json; --shard 10 takes the part from
JOB_COMPLETION_INDEX, which a Kubernetes Indexed Job sets.

Where evented is among them, the comparison goes on for six minutes after the scenario's
end, unless --until says when it ends: evented lists every five.`;
