/** `relist compare`: the level- and the edge-triggered kubelet on the same world and seed. */
import type { Command } from "commander";
import {
  type TextFlags,
  compareModelFlag,
  faultsFlag,
  operands,
  outputFlags,
  worldFlags,
} from "./flags.ts";

export function addCompare(program: Command): void {
  const command = program
    .command("compare")
    .description("Run two kubelets on the same world, and show where they part.")
    .addArgument(operands)
    .addHelpText("after", examples)
    .action(async (paths: readonly string[], flags: TextFlags) => {
      const { compareInputs } = await import("./compare-inputs.ts");
      process.exitCode = await compareInputs(paths, flags);
    });
  for (const flag of [compareModelFlag, ...worldFlags, faultsFlag, ...outputFlags])
    command.addOption(flag);
}

const examples = `
Examples:
  relist compare scenario.yaml                which lost event did it
  relist compare scenario.yaml --seed 7       with other random choices
  relist compare scenario.yaml --output json  both traces, for a program

A file that names no model is compared under the textbook model: the kubernetes
model only lists, so far.`;
