/** `relist advise`: what standard disturbances do to manifests, and what to change. */
import { type Command, Option } from "commander";
import {
  type Flags,
  behaveFlag,
  behaveHelp,
  kubernetesFlag,
  operands,
  outputFlags,
  seedsFlag,
} from "./flags.ts";

export type AdviseFlags = Omit<Flags, "output"> & { readonly output: "text" | "json" };

const formatFlag = new Option("--output <FORMAT>", "text for people, or json")
  .choices(["text", "json"])
  .default("text");

export function addAdvise(program: Command): void {
  const command = program
    .command("advise")
    .description("Disturb manifests in the usual ways, and say what to change in them.")
    .addArgument(operands)
    .addHelpText("after", `${behaveHelp}\n${examples}`)
    .action(async (paths: readonly string[], flags: AdviseFlags) => {
      const { advise } = await import("./advise-inputs.ts");
      await advise(paths, flags);
    });
  const own = outputFlags.filter(({ long }) => long !== formatFlag.long);
  const flags = [kubernetesFlag, behaveFlag, seedsFlag, formatFlag, ...own];
  for (const flag of flags) command.addOption(flag);
}

const examples = `
Examples:
  relist advise pod.yaml                          a slow start, a crash, a hang and so on
  relist advise pod.yaml --behave 'app: ready 20s, sigterm 12s'
                                                  with what is known of the container
  relist advise deployment.yaml --seeds 20        with more random choices
  relist advise pod.yaml --kubernetes 1.34        on an older kubelet`;
