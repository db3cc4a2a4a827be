/** The entry of the library: manifests and scenario in, a node that can be moved out. */
import type { RunOptions } from "../scenario/run-scenario.ts";
import type { Input } from "./inputs.ts";
import { type InputOptions, prepare } from "./prepare.ts";
import { SimulatedNode } from "./simulated-node.ts";

export interface SimulateOptions extends InputOptions, Omit<RunOptions, "observe" | "kubelet"> {}

/**
 * A node for manifests and a scenario, at 0 s. The same input and seed give the same bytes, in
 * however many pieces time is advanced. Throws an `InputError` where the input cannot be used.
 *
 * @example
 * import { simulate } from "relist";
 *
 * const node = simulate(
 *   `
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers: [{name: app, image: "example.com/web:1"}]
 * `,
 *   { behave: "app: exit 1 after 5s", seed: 7 },
 * );
 * node.advance("3s");
 * console.log(node.pod("web").status.phase); // Running
 *
 * const { t } = node.runUntil("web/app#2.start");
 * console.log(t); // 5.508
 */
export function simulate(
  input: Input | readonly Input[],
  options: SimulateOptions = {},
): SimulatedNode {
  return new SimulatedNode(prepare(input, options), runOptionsOf(options));
}

function runOptionsOf({ features, onRecord, keepRecords, limits }: SimulateOptions): RunOptions {
  return {
    ...(features ? { features } : {}),
    ...(onRecord ? { onRecord } : {}),
    ...(keepRecords === undefined ? {} : { keepRecords }),
    ...(limits ? { limits } : {}),
  };
}
