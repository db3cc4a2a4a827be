#!/usr/bin/env node
/**
 * The entry of the program. Commander reads the call, and refuses it or writes the help. What a
 * command does is loaded when it is called, so that a help text does not wait for a simulator.
 */
import { Argument, Command } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { CallError } from "./call-error.ts";
import { addAdvise } from "./advise.ts";
import { addCheck } from "./check.ts";
import { addCompare } from "./compare.ts";
import { addDemo } from "./demo.ts";
import { addDiff } from "./diff.ts";
import { addExplain } from "./explain.ts";
import { oneMore } from "./flags.ts";
import { standardError, standardOutput, writeFully } from "./pipes.ts";
import { reportError } from "./report-error.ts";
import { addMerge } from "./merge.ts";
import { addInit } from "./init.ts";
import { addMachines } from "./machines.ts";
import { addRun } from "./run.ts";
import { addServe } from "./serve.ts";
import { addVersions } from "./versions.ts";

/** Of help texts; the same on every terminal, as their tables of examples are. */
const helpColumns = 90;

const program = new Command("relist")
  .description(
    "Relist simulates a Kubernetes node: what the kubelet does with your pods, in virtual time.",
  )
  .version(manifest.version, "-v, --version", "the version of this program")
  .helpOption("-h, --help", "this text; after a command, the help of that command")
  .configureHelp({ subcommandTerm: (command) => command.name() })
  .enablePositionalOptions()
  .exitOverride()
  .hook("preAction", async (_, command) => {
    const { out } = command.opts<{ readonly out?: string }>();
    if (out === undefined) return;
    const { checkOut } = await import("./output.ts");
    checkOut(out, command.args);
  })
  // Not `process.stdout`: to touch it makes a pipe non-blocking.
  .configureOutput({
    writeOut: (text) => writeFully(standardOutput, text),
    writeErr: (text) => writeFully(standardError, text),
    outputError: refuse("relist --help"),
    getOutHelpWidth: () => helpColumns,
    getErrHelpWidth: () => helpColumns,
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  })
  .addHelpText(
    "after",
    `
Examples:
  relist demo                   watch a node bootstrap itself from nothing
  relist serve                  the same in the browser, to play with
  relist run pod.yaml           what becomes of this pod
  relist explain web.yaml --of app#2.start
                                why it was started again
  relist compare scenario.yaml  what a lost event does to a kubelet that needs it`,
  )
  .addHelpText(
    "afterAll",
    ({ command }) => `
${twice(command)}\
Exit status: 0 when all is well; 1 when an expectation (check) or an assertion does not
hold, or when what --require names does not converge (compare); 2 when the input or the
call is wrong.`,
  );

addRun(program);
addCheck(program);
addExplain(program);
addAdvise(program);
addCompare(program);
addMerge(program);
addDiff(program);
addInit(program);
addDemo(program);
addServe(program);
addMachines(program);
addVersions(program);
addHelp(program);
for (const command of program.commands) {
  command.configureOutput({ outputError: refuse(`relist ${command.name()} --help`) });
}

/** What becomes of a flag that is given twice, where the command has any. */
function twice({ options, commands }: Command): string {
  if (commands.length > 0) return "";
  const adding = options.filter(({ parseArg }) => parseArg === oneMore).map(({ long }) => long);
  if (adding.length === 0) return "Of a flag that is given twice, the last value counts.\n";
  const [last = "", ...others] = adding.toReversed();
  const listed = others.length === 0 ? last : `${others.toReversed().join(", ")} and ${last}`;
  const verb = others.length === 0 ? "adds" : "add";
  return `Given twice, ${listed} ${verb} up; of other flags the last value counts.\n`;
}

/** In place of commander's own, for which an unknown name is no error but a call for all help. */
function addHelp(parent: Command): void {
  const { commands } = parent;
  const name = new Argument("[COMMAND]").choices(commands.map((command) => command.name()));
  parent
    .command("help")
    .description("The help of a command.")
    .addArgument(name)
    .action((named?: string) => {
      (commands.find((command) => command.name() === named) ?? parent).help();
    });
}

/** A wrong call: on one line, and with what to do about it where commander does not say that. */
function refuse(help: string): (text: string) => never {
  return (text) => {
    // A suggestion has a line of its own otherwise.
    const said = text
      .replace(/^error: /, "")
      .trim()
      .replaceAll("\n", " ");
    const isEnough = /Did you mean|Expected (?!\d)|Allowed choices/.test(said);
    throw new CallError(isEnough ? said : `${said.replace(/\.$/, "")}; see ${help}`);
  };
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportError(error);
}
