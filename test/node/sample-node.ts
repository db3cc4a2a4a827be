/** Pods and a node to put them on, with what a test does not care about filled in. */
import type { BehaviourRule, ContainerBehaviour, RunScript } from "../../src/model/behaviour.ts";
import { containerKey } from "../../src/model/container-key.ts";
import type { DeclaredPod } from "../../src/model/pod.ts";
import type { ContainerConfig } from "../../src/model/runtime.ts";
import type { TraceRecord } from "../../src/model/trace.ts";
import type { NodeOptions } from "../../src/node/node-options.ts";
import { NodeSimulation } from "../../src/node/node-simulation.ts";

export interface PodSketch extends Partial<Omit<DeclaredPod, "containers">> {
  readonly containers?: readonly string[];
}

export function pod({ containers = ["app"], ...given }: PodSketch = {}): DeclaredPod {
  const { namespace = "default", name = "web" } = given;
  return {
    namespace,
    name,
    uid: `uid-${namespace}-${name}`,
    source: "file",
    restartPolicy: "Always",
    gracePeriodMs: 30_000,
    ...given,
    containers: containers.map((container) => ({ name: container, image: "example.com/app:1" })),
  };
}

export function behaviour(
  runs: readonly Partial<RunScript>[],
  rest: Partial<Omit<BehaviourRule, "behaviour"> & ContainerBehaviour> = {},
): BehaviourRule {
  const { pod: name = "*", container = "*", instance, ...given } = rest;
  return {
    pod: name,
    container,
    ...(instance === undefined ? {} : { instance }),
    behaviour: {
      sigterm: { exitAfterMs: 0, exitCode: 143 },
      ...given,
      runs: runs.map((run) => ({ startupMs: 0, exitCode: 0, ...run })),
    },
  };
}

/** What somebody else than the kubelet asks the runtime for. */
export function strayConfig(name: string, container = "app"): ContainerConfig {
  return {
    key: containerKey("default", name, container),
    namespace: "default",
    pod: name,
    podUid: `uid-stray-${name}`,
    container,
    image: "example.com/stray:1",
    gracePeriodMs: 0,
  };
}

/** A node whose kubelet is up and whose folder holds one file with these pods. */
export function nodeWith(
  pods: readonly DeclaredPod[],
  options: Partial<NodeOptions> = {},
): NodeSimulation {
  const node = new NodeSimulation({ name: "n1", seed: 42, observe: "level", ...options });
  node.tellFiles({ type: "file.write", path: "pods.yaml", pods });
  node.startKubelet();
  return node;
}

/** What happened to the containers, as `<seconds> <id> <state>`. */
export function containerLines(records: readonly TraceRecord[]): string[] {
  return records.flatMap((record) =>
    record.type === "container" ? [`${record.t} ${record.id} ${record.to}`] : [],
  );
}

/** What is listed, as `<id> <pod>/<container> <state>`. */
export function listLines(node: NodeSimulation): string[] {
  return node
    .list()
    .map(({ id, pod: name, container, state }) => `${id} ${name}/${container} ${state}`);
}

export function jsonLines(records: readonly TraceRecord[]): string {
  return records.map((record) => JSON.stringify(record)).join("\n");
}
