/** `relist run`: simulates manifests and scenarios and shows what happens. */
import type { Command } from "commander";
import { CallError } from "./call-error.ts";
import {
  type Flags,
  assertFlag,
  assertHelp,
  behaveFlag,
  deleteFlag,
  faultsFlag,
  behaveHelp,
  inspectFlags,
  kubernetesFlag,
  modelFlag,
  observeFlag,
  operands,
  runOutputFlags,
  seedsFlag,
  showFlags,
  worldFlags,
} from "./flags.ts";

export function addRun(program: Command): void {
  const command = program
    .command("run")
    .description("Simulate manifests or a scenario, and show the timeline.")
    .addArgument(operands)
    .addHelpText("after", `${behaveHelp}\n${assertHelp}\n${examples}`)
    .action(async (paths: readonly string[], flags: Flags) => {
      refuseShowBeside(flags);
      if (flags.seeds) {
        const { sampleSeeds } = await import("./sample-seeds.ts");
        process.exitCode = await sampleSeeds(paths, flags, flags.seeds);
        return;
      }
      const { simulate } = await import("./simulate.ts");
      process.exitCode = await simulate(paths, flags);
    });
  const flags = [
    modelFlag,
    kubernetesFlag,
    observeFlag,
    ...worldFlags,
    behaveFlag,
    deleteFlag,
    faultsFlag,
    assertFlag,
    seedsFlag,
    ...showFlags,
    ...runOutputFlags,
    ...inspectFlags,
  ];
  for (const flag of flags) command.addOption(flag);
}

/** What is shown is one run, as text. */
function refuseShowBeside({ show, at, seeds, output }: Flags): void {
  if (seeds && output === "html") {
    throw new CallError("--output html shows one run, and --seeds asks for several");
  }
  const flag = show ? "--show" : "--at";
  if (show === undefined && at === undefined) return;
  if (seeds) throw new CallError(`${flag} shows one run, and --seeds asks for several`);
  if (output !== "text") throw new CallError(`${flag} is about text, and not about ${output}`);
  if (show?.some((view) => view !== "timeline")) return;
  if (at !== undefined) throw new CallError("--at needs --show, with more than the timeline");
}

const examples = `
Examples:
  relist run pod.yaml                         what becomes of this pod
  relist run pod.yaml --behave 'app: ready 8s, exit 1 after 5m, sigterm 12s'
  relist run pod.yaml --assert 'no restart' --assert 'app ready < 60s'
  relist run scenario.yaml --until 1h         an hour of it
  relist run pod.yaml --show pods             what kubectl get pods --watch prints
  relist run scenario.yaml --seeds 200        how early and how late each thing happens
  relist run manifests/ --observe edge        a kubelet that trusts events
  relist run pod.yaml --output jsonl | head   the trace, a record a line
  relist run pod.yaml --output html --out report.html
                                              a page to look at it in a browser
  kubectl get pod web -o yaml | relist run -  a pod of your cluster`;
