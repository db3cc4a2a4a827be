/** The pods that are measured: seven namespaces, one to four containers each, names as in life. */
import type { BehaviourTable } from "../../src/model/behaviour.ts";
import type { DeclaredPod } from "../../src/model/pod.ts";
import type { Observe } from "../../src/node/node-options.ts";
import { NodeSimulation } from "../../src/node/node-simulation.ts";

export const periodMs = 1000;

const namespaces = [
  "default",
  "kube-system",
  "shop",
  "shop-staging",
  "batch",
  "monitoring",
  "mail",
];
const applications = [
  "checkout",
  "catalogue",
  "web",
  "ingest",
  "auth-proxy",
  "redis",
  "etl-nightly",
];
const sidecars = ["app", "istio-proxy", "log-shipper", "worker"];
const containersOfPods = [1, 2, 4, 1, 3, 2, 1, 4];

const yearMs = 365 * 24 * 3_600_000;

/** Containers of that name end by themselves after a year: each holds a timer that never fires. */
const timedName = "worker";

function behaviourOf(timed: string): BehaviourTable {
  const sigterm = { exitAfterMs: 0, exitCode: 143 };
  const run = { startupMs: 0, exitCode: 0, exitAfterMs: yearMs };
  return [{ pod: "*", container: timed, behaviour: { runs: [run], sigterm } }];
}

/** Enough pods for exactly that many containers; another generation has other names. */
export function podsFor(containers: number, generation = 0): readonly DeclaredPod[] {
  const pods: DeclaredPod[] = [];
  let left = containers;
  for (let index = 0; left > 0; index++) {
    const count = Math.min(left, containersOfPods[index % containersOfPods.length] ?? 1);
    pods.push(podOf(index, generation, count));
    left -= count;
  }
  return pods;
}

export function podOf(index: number, generation: number, count: number): DeclaredPod {
  const application = applications[index % applications.length] ?? "app";
  // As a ReplicaSet names its pods; multiplying by a large odd number scatters the order.
  const scattered = Math.imul(index + 1, 2_654_435_761) >>> 0;
  const name = `${application}-${scattered.toString(36)}-${generation}${index.toString(36)}`;
  return {
    namespace: namespaces[(index >> 3) % namespaces.length] ?? "default",
    name,
    uid: `uid-${generation}-${index}`,
    source: "file",
    restartPolicy: "Always",
    gracePeriodMs: 30_000,
    containers: sidecars.slice(0, count).map((container) => ({
      name: container,
      image: `registry.example.com/${application}/${container}:1.${generation}`,
    })),
  };
}

/** A node whose kubelet is up and that was told of nothing yet; its trace is not kept. */
export function emptyNode(timed = timedName, observe: Observe = "level"): NodeSimulation {
  const node = new NodeSimulation({
    name: "bench",
    seed: 42,
    observe,
    periodMs,
    behaviour: behaviourOf(timed),
    keepRecords: false,
  });
  node.startKubelet();
  node.advanceBy(0);
  return node;
}

const path = "pods.yaml";

export function declare(node: NodeSimulation, pods: readonly DeclaredPod[]): void {
  node.tellFiles({ type: "file.write", path, pods });
}

/** A node on which that many containers run. */
export function nodeOf(
  containers: number,
  timed = timedName,
  observe: Observe = "level",
): NodeSimulation {
  const node = emptyNode(timed, observe);
  declare(node, podsFor(containers));
  node.advanceBy(periodMs);
  expectRunning(node, containers);
  return node;
}

/** A figure about a node that is not as it should be would be worth nothing. */
export function expectRunning(node: NodeSimulation, containers: number): void {
  const running = node.list().filter(({ state }) => state === "Running").length;
  if (running !== containers || node.list().length !== containers) {
    throw new Error(`${running} of ${node.list().length} run, not ${containers}`);
  }
}
