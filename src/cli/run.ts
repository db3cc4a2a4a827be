/** `relist run`: simulates manifests and scenarios and shows what happens. */
import type { Command } from "commander";
import {
  type Flags,
  behaveFlag,
  behaveHelp,
  inspectFlag,
  kubernetesFlag,
  modelFlag,
  observeFlag,
  operands,
  outputFlags,
  seedsFlag,
  worldFlags,
} from "./flags.ts";

export function addRun(program: Command): void {
  const command = program
    .command("run")
    .description("Simulate manifests or a scenario, and show the timeline.")
    .addArgument(operands)
    .addHelpText("after", `${behaveHelp}\n${examples}`)
    .action(async (paths: readonly string[], flags: Flags) => {
      if (flags.seeds) {
        const { sampleSeeds } = await import("./sample-seeds.ts");
        return sampleSeeds(paths, flags, flags.seeds);
      }
      const { simulate } = await import("./simulate.ts");
      await simulate(paths, flags);
    });
  const flags = [
    modelFlag,
    kubernetesFlag,
    observeFlag,
    ...worldFlags,
    behaveFlag,
    seedsFlag,
    ...outputFlags,
    inspectFlag,
  ];
  for (const flag of flags) command.addOption(flag);
}

const examples = `
Examples:
  relist run pod.yaml                         what becomes of this pod
  relist run pod.yaml --behave 'app: ready 8s, exit 1 after 5m, sigterm 12s'
  relist run scenario.yaml --until 1h         an hour of it
  relist run scenario.yaml --seeds 200        how early and how late each thing happens
  relist run manifests/ --observe edge        a kubelet that trusts events
  relist run pod.yaml --output jsonl | head   the trace, a record a line
  kubectl get pod web -o yaml | relist run -  a pod of your cluster`;
