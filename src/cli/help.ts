/** The help texts, made from the commands' own definitions. */
import type { Command } from "./command.ts";
import { hintOf } from "./read-call.ts";

export interface CommandSummary {
  readonly name: string;
  readonly summary: string;
}

export function mainHelp(commands: readonly CommandSummary[]): string {
  return [
    "Relist simulates a Kubernetes node: what the kubelet does with your pods, in virtual time.",
    "",
    "Usage: relist COMMAND [FLAGS]",
    "",
    "Commands:",
    ...table(commands.map(({ name, summary }) => [name, summary])),
    "",
    "Flags:",
    ...table([
      ["--help", "this text; after a command, the help of that command"],
      ["--version", "the version of this program"],
    ]),
    "",
    "Examples:",
    ...table([
      ["relist demo", "watch a node bootstrap itself from nothing"],
      ["relist run pod.yaml", "what becomes of this pod"],
      ["relist compare scenario.yaml", "what a lost event does to a kubelet that needs it"],
    ]),
    "",
    ...endings,
  ].join("\n");
}

export function commandHelp({ name, summary, operands, args, examples }: Command): string {
  const sentence = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
  const flags = Object.entries(args).map(([flag, { type, description = "" }]) => {
    const hint = type === "boolean" ? "" : ` ${hintOf(args, flag)}`;
    return [`--${flag}${hint}`, description] as const;
  });
  return [
    sentence,
    "",
    `Usage: relist ${name}${operands ? ` ${operands.name}` : ""} [FLAGS]`,
    "",
    ...(operands ? [...table([[operands.name, operands.meaning]]), ""] : []),
    "Flags:",
    ...table(flags),
    "",
    "Examples:",
    ...examples.flatMap(({ command, meaning }) => [`  ${command}`, `      ${meaning}`]),
    "",
    ...endings,
  ].join("\n");
}

const endings = [
  "Exit status: 0; 1 where a variant did not converge that had to; 2 where the input or the",
  "call is wrong.",
];

function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`);
}
