/** `relist run`: simulates manifests and scenarios and shows what happens. */
import type { Command } from "./command.ts";
import { inspectFlag, modelFlag, observeFlag, outputFlags, worldFlags } from "./flags.ts";

export const runCommand: Command = {
  name: "run",
  summary: "simulate manifests or a scenario, and show the timeline",
  operands: {
    name: "FILE|FOLDER…",
    meaning: "Kubernetes manifests, scenarios, or both; - is standard input",
  },
  args: { ...modelFlag, ...observeFlag, ...worldFlags, ...outputFlags, ...inspectFlag },
  examples: [
    { command: "relist run pod.yaml", meaning: "what becomes of this pod" },
    { command: "relist run scenario.yaml --until 1h", meaning: "an hour of it" },
    { command: "relist run manifests/ --observe edge", meaning: "a kubelet that trusts events" },
    { command: "relist run pod.yaml --output jsonl | head", meaning: "the trace, a record a line" },
    { command: "kubectl get pod web -o yaml | relist run -", meaning: "a pod of your cluster" },
  ],
  async run(call) {
    const { overridesOf, outputOf } = await import("./flags.ts");
    const options = { overrides: overridesOf(call), output: outputOf(call) };
    const { simulate } = await import("./simulate.ts");
    return simulate({ paths: call.operands, inspect: call.flags["inspect"] === true, ...options });
  },
};
