/** `relist demo`: a node bootstraps itself from nothing. */
import { relative } from "node:path";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";
import type { Command } from "./command.ts";
import {
  inspectFlag,
  observeFlag,
  outputFlags,
  outputOf,
  overridesOf,
  worldFlags,
} from "./flags.ts";
import { tell } from "./output.ts";

export const demoCommand: Command = {
  name: "demo",
  summary: "watch a node bootstrap itself from nothing",
  args: { ...observeFlag, ...worldFlags, ...outputFlags, ...inspectFlag },
  examples: [
    { command: "relist demo", meaning: "no API, a static pod, and what follows from it" },
    {
      command: "relist demo --observe edge",
      meaning: "the same under a kubelet that trusts events",
    },
    { command: "relist demo --output jsonl", meaning: "every record, with its cause" },
  ],
  async run(call) {
    const options = { overrides: overridesOf(call), output: outputOf(call) };
    const { simulate } = await import("./simulate.ts");
    const paths = [examplePath("bootstrap.yaml")];
    const inspect = call.flags["inspect"] === true;
    const status = await simulate({ paths, inspect, ...options });
    // A hint for people; a program that reads the output has no use for it.
    if (isatty(1)) tell(`\nNext: npx relist compare ${examplePath("lost-event.yaml")}`);
    return status;
  },
};

/** As seen from where the user is. */
function examplePath(name: string): string {
  return relative(process.cwd(), fileURLToPath(import.meta.resolve(`#examples/${name}`)));
}
