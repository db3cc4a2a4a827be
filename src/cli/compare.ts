/** `relist compare`: the level- and the edge-triggered kubelet on the same world and seed. */
import type { Command } from "./command.ts";
import { modelFlag, outputFlags, outputOf, overridesOf, worldFlags } from "./flags.ts";

export const compareCommand: Command = {
  name: "compare",
  summary: "run two kubelets on the same world, and show where they part",
  operands: {
    name: "FILE|FOLDER…",
    meaning: "Kubernetes manifests, scenarios, or both; - is standard input",
  },
  args: { ...modelFlag, ...worldFlags, ...outputFlags },
  examples: [
    { command: "relist compare scenario.yaml", meaning: "which lost event did it" },
    { command: "relist compare scenario.yaml --seed 7", meaning: "with other random choices" },
    {
      command: "relist compare scenario.yaml --output json",
      meaning: "both traces, for a program",
    },
  ],
  async run(call) {
    const options = { overrides: overridesOf(call), output: outputOf(call) };
    const { compareInputs } = await import("./compare-inputs.ts");
    return compareInputs({ paths: call.operands, ...options });
  },
};
