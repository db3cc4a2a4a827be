/** `relist serve`: the page in the browser, with a run that is moved while it is looked at. */
import { Argument, type Command, Option } from "commander";
import type { Observe } from "../node/node-options.ts";
import {
  type Flags,
  behaveFlag,
  inspectFlags,
  kubernetesFlag,
  modelFlag,
  observeBesideFlag,
  portNumber,
  worldFlags,
} from "./flags.ts";

export interface ServeFlags extends Omit<Flags, "observe"> {
  readonly observe?: readonly Observe[];
  readonly port?: number;
}

const served = new Argument(
  "[FILE|FOLDER...]",
  "Kubernetes manifests, scenarios, or both; absent: the bootstrap from nothing",
);

const portFlag = new Option(
  "--port <NUMBER>",
  "on this machine; 8090, or any other where that is taken",
).argParser(portNumber);

export function addServe(program: Command): void {
  const command = program
    .command("serve")
    .description("Watch a run in the browser, act on it, and go back in time.")
    .addArgument(served)
    .addHelpText("after", examples)
    .action(async (paths: readonly string[], flags: ServeFlags) => {
      const { serveInputs } = await import("./serve-inputs.ts");
      await serveInputs(paths, flags);
    });
  const modelFlags = [modelFlag, kubernetesFlag, observeBesideFlag];
  for (const flag of [...modelFlags, ...worldFlags, behaveFlag, portFlag, ...inspectFlags])
    command.addOption(flag);
}

const examples = `
Examples:
  relist serve                the bootstrap from nothing: cut the link, kill a process
  relist serve pod.yaml       your pod: delete it, restart the kubelet, go back
  relist serve --observe edge a kubelet that trusts events; let one of them be lost
  relist serve pod.yaml --observe level,evented
                              two kubelets next to each other, on the same world

Of the textbook model these are level and edge, unless --observe or the scenario says
which.`;
