#!/usr/bin/env node
/**
 * The entry of the program: finds the command, hands it its words, and ends with its exit status.
 * Commands are loaded when they are called, so that a help text does not wait for a simulator.
 */
import manifest from "../../package.json" with { type: "json" };
import { nearest } from "../scenario/nearest.ts";
import { CallError, exitStatus } from "./call-error.ts";
import type { Command } from "./command.ts";
import { commandHelp, mainHelp } from "./help.ts";
import { writeFully } from "./pipes.ts";
import { readCall } from "./read-call.ts";
import { reportError } from "./report-error.ts";

const commands: Readonly<
  Record<string, { readonly summary: string; readonly load: () => Promise<Command> }>
> = {
  run: {
    summary: "simulate manifests or a scenario, and show the timeline",
    load: async () => (await import("./run.ts")).runCommand,
  },
  compare: {
    summary: "run two kubelets on the same world, and show where they part",
    load: async () => (await import("./compare.ts")).compareCommand,
  },
  demo: {
    summary: "watch a node bootstrap itself from nothing",
    load: async () => (await import("./demo.ts")).demoCommand,
  },
};

async function main(words: readonly string[]): Promise<number> {
  const [first, ...rest] = words;
  if (first === undefined || first === "--help" || first === "-h" || first === "help") {
    const named = first === "help" ? rest[0] : undefined;
    if (named !== undefined) return help(await commandOf(named));
    const list = Object.entries(commands).map(([name, { summary }]) => ({ name, summary }));
    if (first !== undefined) return say(mainHelp(list));
    writeFully(2, `${mainHelp(list)}\n`);
    return exitStatus.wrong;
  }
  if (first === "--version" || first === "-v") return say(manifest.version);
  const command = await commandOf(first);
  if (asksForHelp(rest)) return help(command);
  return command.run(readCall(command, rest));
}

async function commandOf(name: string): Promise<Command> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command.load();
  const isFlag = name.startsWith("-");
  const known = isFlag ? ["--help", "--version"] : Object.keys(commands);
  const meant = nearest(name, known);
  const hint =
    meant === undefined ? `expected one of ${known.join(", ")}` : `did you mean ${meant}?`;
  throw new CallError(`unknown ${isFlag ? "flag" : "command"} ${name}; ${hint}`);
}

/** Words after `--` are names of files. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const flags = end < 0 ? words : words.slice(0, end);
  return flags.includes("--help") || flags.includes("-h");
}

function help(command: Command): number {
  return say(commandHelp(command));
}

function say(text: string): number {
  writeFully(1, `${text}\n`);
  return exitStatus.ok;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = reportError(error);
}
