/** The nodes of the kubernetes model that are measured: pods of one container, with two probes. */
import { newestKubeletVersion } from "../../src/decide/kubelet/versions.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import { KubernetesSimulation } from "../../src/node/kubernetes-simulation.ts";
import { container, pod, probe } from "../support/kube.ts";
import { times } from "./measure.ts";

/** What a kubelet takes unless told otherwise. */
const podsOfNode = 110;

/** A readiness and a liveness probe each ten seconds; `idle`: none. */
export function podsOf(count: number, kind: "probed" | "idle" = "probed"): readonly KubePod[] {
  const probes = kind === "idle" ? {} : { readinessProbe: probe(), livenessProbe: probe() };
  return times(count, (index) =>
    pod({ name: `web-${index}`, generation: 1, spec: { containers: [container(probes)] } }),
  );
}

/** It is up, has room for all of them, and was told of none yet; its trace is not kept. */
export function emptyNode(pods = podsOfNode, seed = 42): KubernetesSimulation {
  const node = new KubernetesSimulation({
    name: "bench",
    seed,
    version: newestKubeletVersion,
    allocatable: { pods: String(pods) },
    keepRecords: false,
  });
  node.tell("apiServer", { type: "link.restore" });
  node.startKubelet();
  node.advanceTo(0);
  return node;
}

const longestMs = 60_000;

/** Creates them, and goes on until all are Ready, second by second. */
export function bringUp(node: KubernetesSimulation, pods: readonly KubePod[]): void {
  const { clock } = node.simulation;
  const sinceMs = clock.now();
  for (const one of pods) {
    const creationTimestampMs = node.toApiTime(sinceMs);
    const created = { type: "user.create", pod: { ...one, creationTimestampMs } };
    node.tell("apiServer", created);
  }
  while (readyPods(node) < pods.length) {
    if (clock.now() - sinceMs > longestMs) {
      throw new Error(`${readyPods(node)} of ${pods.length} pods are Ready after a minute`);
    }
    node.advanceTo(clock.now() + 1000);
  }
}

/** As the API shows them. */
function readyPods({ podsByName }: KubernetesSimulation): number {
  let ready = 0;
  for (const { status } of podsByName.values()) {
    if (status.conditions.some(({ type, status: is }) => type === "Ready" && is === "True"))
      ready++;
  }
  return ready;
}

/** That many pods on nodes of 110, none of them created yet. */
export interface FleetNode {
  readonly node: KubernetesSimulation;
  readonly pods: readonly KubePod[];
}

export function fleetOf(pods: number): readonly FleetNode[] {
  return times(Math.ceil(pods / podsOfNode), (index) => {
    const here = Math.min(podsOfNode, pods - index * podsOfNode);
    return { node: emptyNode(podsOfNode, index + 1), pods: podsOf(here) };
  });
}
