/** `relist init`: writes a scenario for manifests, to edit. */
import { type Command, Option } from "commander";
import { operands, outFlag } from "./flags.ts";

interface InitFlags {
  readonly out?: string;
  readonly force?: true;
}

export function addInit(program: Command): void {
  program
    .command("init")
    .description("Write a scenario for manifests, with all that can be said of them, to edit.")
    .addArgument(operands)
    .addOption(outFlag)
    .addOption(new Option("--force", "write over the file of --out, where there is one"))
    .addHelpText("after", examples)
    .action(async (paths: readonly string[], flags: InitFlags) => {
      const { writeScenario } = await import("./init-file.ts");
      writeScenario(paths, flags);
    });
}

const examples = `
Examples:
  relist init pod.yaml                               a look at it
  relist init pod.yaml --out scenario.yaml           a file, which names pod.yaml
  kubectl get pod web -o yaml | relist init -        a file of its own, with the pod in it
  relist check scenario.yaml                         what is written holds as it is`;
