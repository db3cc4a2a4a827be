/** `relist machines`: the statecharts of the program, for a reader, a diagram or an editor. */
import { Argument, type Command, Option } from "commander";
import { CallError } from "./call-error.ts";
import { outFlag } from "./flags.ts";

interface MachinesFlags {
  readonly output: "mermaid" | "json";
  readonly out?: string;
}

export function addMachines(program: Command): void {
  program
    .command("machines")
    .description("List the state machines of the program, or print one of them.")
    .addArgument(new Argument("[NAME]", "of a machine; absent: their names"))
    .addOption(
      new Option(
        "--output <FORMAT>",
        "a Mermaid diagram, or the configuration that createMachine takes, as JSON",
      )
        .choices(["mermaid", "json"])
        .default("mermaid"),
    )
    .addOption(outFlag)
    .addHelpText("after", examples)
    .action(async (name: string | undefined, { output, out: path }: MachinesFlags) => {
      const [{ Output }, { machineTable, nameOf }, { mermaidOf }, { statechartOf }, nearest] =
        await Promise.all([
          import("./output.ts"),
          import("../web/machines/machine-table.ts"),
          import("../web/machines/mermaid.ts"),
          import("../web/machines/statechart.ts"),
          import("../scenario/nearest.ts"),
        ]);
      const out = new Output(path);
      if (name === undefined) {
        const width = Math.max(...machineTable.map((entry) => nameOf(entry).length)) + 2;
        for (const entry of machineTable) {
          out.write(`${nameOf(entry).padEnd(width)}${entry.short}\n`);
        }
        return out.end();
      }
      const entry = machineTable.find((each) => nameOf(each) === name);
      if (entry === undefined) {
        const meant = nearest.didYouMean(name, machineTable.map(nameOf));
        throw new CallError(`no machine is called ${name}; ${meant ?? "see relist machines"}`);
      }
      const { machine } = entry;
      const text = output === "mermaid" ? mermaidOf(statechartOf(machine)) : configOf(machine);
      out.write(text);
      out.end();
    });
}

function configOf({ config }: { readonly config: unknown }): string {
  return `${JSON.stringify(config, null, 2)}\n`;
}

const examples = `
Examples:
  relist machines                             what there is
  relist machines kubelet-level               a diagram, for a page that shows Mermaid
  relist machines container --output json     its configuration: for createMachine(…), or to
                                              import in the editor of stately.ai`;
