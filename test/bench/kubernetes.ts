/** The kubernetes model: a node that runs, pods that come up, what they hold, and a short run. */
import { prepareInput } from "../../src/scenario/prepare.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { bringUp, emptyNode, fleetOf, podsOf } from "./kubernetes-nodes.ts";
import { type Spread, collectGarbage, cpuNs, progress, rounded, spread, times } from "./measure.ts";

export interface NodeFigure {
  readonly pods: number;
  readonly virtualSecondsPerSecond: Spread;
}

/** One node on which they all run; `podSeconds` is how long a repetition is for one pod. */
export function measureNode(
  sizes: readonly number[],
  podSeconds: number,
  repetitions: number,
): NodeFigure[] {
  return sizes.map((pods) => {
    progress(`kubernetes: a node with ${pods} pods`);
    const node = emptyNode(pods);
    bringUp(node, podsOf(pods));
    const seconds = Math.max(10, Math.ceil(podSeconds / (pods + 10)));
    const once = (): number => {
      const endMs = node.simulation.clock.now() + seconds * 1000;
      return seconds / (cpuNs(() => node.advanceTo(endMs)) / 1e9);
    };
    once();
    collectGarbage();
    return { pods, virtualSecondsPerSecond: spread(times(repetitions, once)) };
  });
}

/** Of a quick measurement few, which say nothing anyway. */
const warmUp = (pods: number): number => (pods < 100 ? pods : 1000);

export interface BringUpFigure {
  readonly pods: number;
  readonly nodes: number;
  readonly podsPerSecond: Spread;
}

/** From the first creation until the API shows all of them Ready; the nodes are up by then. */
export function measureBringUp(sizes: readonly number[], repetitions: number): BringUpFigure[] {
  return sizes.map((pods) => {
    progress(`kubernetes: ${pods} pods come up`);
    // So many that the compiler has seen all of it; else it is what 100 pods would measure.
    fleetOf(warmUp(pods)).forEach((one) => bringUp(one.node, one.pods));
    const rates = times(repetitions * Math.min(3 * repetitions, Math.ceil(1000 / pods)), () => {
      const fleet = fleetOf(pods);
      collectGarbage();
      const ns = cpuNs(() => fleet.forEach((one) => bringUp(one.node, one.pods)));
      return pods / (ns / 1e9);
    });
    return { pods, nodes: fleetOf(pods).length, podsPerSecond: spread(rates) };
  });
}

export interface PodMemoryFigure {
  readonly pods: number;
  readonly bytesPerPod: number;
}

/** What nodes of 110 hold with their pods up, and did not hold before. */
export function measurePodMemory(sizes: readonly number[]): PodMemoryFigure[] {
  return sizes.map((pods) => {
    progress(`kubernetes: memory of ${pods} pods`);
    const fleet = fleetOf(pods);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (const one of fleet) bringUp(one.node, one.pods);
    collectGarbage();
    const bytes = process.memoryUsage().heapUsed - before;
    // Used after the second reading, so that no node is collected before it.
    const running = fleet.reduce((all, { node }) => all + node.list().length, 0);
    if (running !== pods) throw new Error(`${running} of ${pods} pods run`);
    return { pods, bytesPerPod: rounded(bytes / pods) };
  });
}

export interface IdleFigure {
  /** A node without a pod, for an hour. */
  readonly nodeMillisecondsPerHour: Spread;
  /** What one more pod without probes adds to that. */
  readonly podMillisecondsPerHour: number;
}

export function measureIdle(pods: number, hours: number, repetitions: number): IdleFigure {
  progress("kubernetes: an hour without events");
  const hourOf = (count: number): Spread => {
    const node = emptyNode();
    bringUp(node, podsOf(count, "idle"));
    const once = (): number => {
      const endMs = node.simulation.clock.now() + hours * 3_600_000;
      return cpuNs(() => node.advanceTo(endMs)) / 1e6 / hours;
    };
    once();
    return spread(times(repetitions, once));
  };
  const [none, some] = [hourOf(0), hourOf(pods)];
  return {
    nodeMillisecondsPerHour: none,
    podMillisecondsPerHour: rounded((some.median - none.median) / pods),
  };
}

export interface ShortRunFigure {
  /** A scenario that was read once and runs with another seed each time, all of it. */
  readonly millisecondsPerRun: Spread;
}

const scenario = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: app
    image: example.com/app:1
    readinessProbe: {exec: {command: [check]}}
    livenessProbe: {exec: {command: [check]}}
---
apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: bench}
spec: {title: Five minutes, model: kubernetes, duration: 5m}
`;

export function measureShortRun(warmUps: number, repetitions: number): ShortRunFigure {
  progress("kubernetes: five minutes of one pod, again and again");
  const documents = parseYaml({ file: "bench.yaml", text: scenario });
  const input = prepareInput(documents, { readFile: () => ({ unreadable: "there is none" }) });
  const once = (index: number): number =>
    cpuNs(() => {
      runScenario({ ...input, scenario: { ...input.scenario, seed: index + 1 } });
    }) / 1e6;
  times(warmUps, once);
  return { millisecondsPerRun: spread(times(repetitions, once)) };
}
