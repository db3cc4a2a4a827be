/**
 * Reads the words after a command. citty parses them, but takes unknown flags, missing values and
 * repetitions without a word, so each is checked here first.
 */
import { type ArgsDef, parseArgs } from "citty";
import { didYouMean } from "../scenario/nearest.ts";
import { CallError } from "./call-error.ts";
import type { Call, Command } from "./command.ts";

export function readCall(command: Command, words: readonly string[]): Call {
  const operands: string[] = [];
  const given = new Set<string>();
  let flagsEnd = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (flagsEnd || word === "-" || !word.startsWith("-")) operands.push(word);
    else if (word === "--") flagsEnd = true;
    else {
      const flag = checkFlag(word, words[at + 1], command);
      if (given.has(flag)) throw new CallError(`--${flag} is given twice`);
      given.add(flag);
      if (isText(command.args, flag) && !word.includes("=")) at++;
    }
  }
  checkOperands(command, operands);
  return { operands, flags: parseArgs([...words], command.args) };
}

/** Its name. */
function checkFlag(word: string, next: string | undefined, command: Command): string {
  const [, flag = "", joined] = /^-{1,2}([^=]*)(?:=([^]*))?$/.exec(word) ?? [];
  const known = word.startsWith("--") && Object.hasOwn(command.args, flag);
  if (!known) throw unknownFlag(word.replace(/=[^]*/, ""), command);
  if (!isText(command.args, flag)) {
    if (joined !== undefined) throw new CallError(`--${flag} takes no value, found "${joined}"`);
    return flag;
  }
  const value = joined ?? next;
  if (value === undefined || value === "" || (joined === undefined && /^--?[a-z]/.test(value))) {
    const hint = hintOf(command.args, flag);
    throw new CallError(`--${flag} needs a value: --${flag} ${hint}`);
  }
  return flag;
}

function unknownFlag(word: string, { name, args }: Command): CallError {
  const flags = Object.keys(args).map((flag) => `--${flag}`);
  const hint = didYouMean(word, [...flags, "--help"]) ?? `see relist ${name} --help`;
  return new CallError(`unknown flag ${word} for relist ${name}; ${hint}`);
}

function isText(args: ArgsDef, flag: string): boolean {
  return args[flag]?.type !== "boolean";
}

export function hintOf(args: ArgsDef, flag: string): string {
  const definition = args[flag];
  if (definition?.type === "enum") return (definition.options ?? []).join("|");
  return definition?.valueHint ?? "VALUE";
}

function checkOperands({ name, operands }: Command, given: readonly string[]): void {
  if (operands === undefined && given.length > 0) {
    throw new CallError(`relist ${name} takes no file, found "${given[0]}"`);
  }
  if (operands !== undefined && given.length === 0) {
    throw new CallError(
      `relist ${name} needs a file or a folder: relist ${name} pod.yaml, or - for standard input`,
    );
  }
}
