/** `relist demo`: a node bootstraps itself from nothing. */
import { isatty } from "node:tty";
import type { Command } from "commander";
import { examplePath } from "./example-path.ts";
import { type Flags, inspectFlags, observeFlag, runOutputFlags, worldFlags } from "./flags.ts";

export function addDemo(program: Command): void {
  const command = program
    .command("demo")
    .description("Watch a node bootstrap itself from nothing.")
    .addHelpText("after", examples)
    .action(async (flags: Flags) => {
      const { simulate } = await import("./simulate.ts");
      await simulate([examplePath("bootstrap.yaml")], flags, "demo");
      // A hint for people; a program that reads the output has no use for it.
      if (!isatty(1)) return;
      const { tell } = await import("./output.ts");
      const example = examplePath("lost-event.yaml");
      tell(`\nNext, one lost event: npx relist compare ${example}`);
      tell(`In the browser:       npx relist serve ${example}`);
    });
  for (const flag of [observeFlag, ...worldFlags, ...runOutputFlags, ...inspectFlags]) {
    command.addOption(flag);
  }
}

const examples = `
Examples:
  relist demo                 no API, a static pod, and what follows from it
  relist demo --observe edge  the same under a kubelet that trusts events
  relist demo --output jsonl  every record, with its cause`;
