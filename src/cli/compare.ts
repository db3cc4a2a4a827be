/** `relist compare`: kubelets that learn in different ways what is, on the same world and seed. */
import type { Command } from "commander";
import type { Observe } from "../node/node-options.ts";
import {
  type TextFlags,
  faultsFlag,
  kubernetesFlag,
  modelFlag,
  observeListFlag,
  operands,
  outputFlags,
  requireFlag,
  worldFlags,
} from "./flags.ts";

export interface CompareFlags extends Omit<TextFlags, "observe"> {
  readonly observe?: readonly Observe[];
  readonly require?: readonly Observe[];
}

export function addCompare(program: Command): void {
  const command = program
    .command("compare")
    .description("Run several kubelets on the same world, and show where they part.")
    .addArgument(operands)
    .addHelpText("after", examples)
    .action(async (paths: readonly string[], flags: CompareFlags) => {
      const { compareInputs } = await import("./compare-inputs.ts");
      process.exitCode = await compareInputs(paths, flags);
    });
  const flags = [
    observeListFlag,
    modelFlag,
    kubernetesFlag,
    ...worldFlags,
    faultsFlag,
    requireFlag,
    ...outputFlags,
  ];
  for (const flag of flags) command.addOption(flag);
}

const examples = `
Examples:
  relist compare scenario.yaml                       which lost event did it
  relist compare scenario.yaml --observe level,edge  these two alone
  relist compare scenario.yaml --seed 7              with other random choices
  relist compare scenario.yaml --output json         all traces, for a program

Where evented is among them, the comparison goes on for six minutes after the scenario's
end, unless --until says when it ends: evented lists every five.`;
