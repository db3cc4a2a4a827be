/** `relist demo`: a node bootstraps itself from nothing. */
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
    const path = fileURLToPath(import.meta.resolve("#examples/bootstrap.yaml"));
    return simulate({ paths: [path], inspect: call.flags["inspect"] === true, ...options });
  },
};
