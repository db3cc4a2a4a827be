/** Sets up the node of a scenario after the model that it names. */
import type { AnyActorRef } from "xstate";
import { compareWithDeclared } from "../decide/agreement.ts";
import { noDeclarations } from "../decide/declarations.ts";
import { newestKubeletVersion } from "../decide/kubelet/versions.ts";
import type { KubeletVersion } from "../decide/kubelet/versions.ts";
import type { BehaviourTable } from "../model/behaviour.ts";
import type { RuntimeEvent } from "../model/runtime.ts";
import type { TraceBody, VerdictTrace } from "../model/trace.ts";
import { GuestKubelet } from "../node/guest-kubelet.ts";
import { KubernetesSimulation, type WatchedEvent } from "../node/kubernetes-simulation.ts";
import type { PlegNotice } from "../node/pleg-stream.ts";
import { NodeSimulation } from "../node/node-simulation.ts";
import type { Simulation } from "../sim/simulation.ts";
import { EventFaults } from "./event-faults.ts";
import { KubernetesWorld } from "./kubernetes-world.ts";
import { knownVersion } from "./kubernetes-version.ts";
import type { PreparedInput } from "./prepare.ts";
import type { RunOptions } from "./run-scenario.ts";
import type { Scenario } from "./scenario.ts";
import { toRuntimeLatency } from "./runtime-latency.ts";
import { isStandalone } from "./standalone.ts";
import { TextbookWorld } from "./textbook-world.ts";
import type { ScenarioWorld } from "./world.ts";

export interface ModelStage {
  readonly simulation: Simulation<TraceBody>;
  readonly root: AnyActorRef;
  readonly world: ScenarioWorld;
  readonly faults: EventFaults;
  /** Declared and actual side by side, as they are now. */
  readonly verdict: () => VerdictTrace;
}

export function createStage(input: PreparedInput, options: RunOptions): ModelStage {
  return input.scenario.model === "kubernetes"
    ? kubernetesStage(input, options)
    : textbookStage(input, options);
}

function textbookStage({ scenario }: PreparedInput, options: RunOptions): ModelStage {
  const faults = new EventFaults(scenario);
  const node = new NodeSimulation({
    ...common(scenario, options),
    ...(options.kubelet ? { kubelet: new GuestKubelet(options.kubelet) } : {}),
    behaviour: scenario.behaviour,
    faults: [
      faults.operator<RuntimeEvent>("runtime", ({ type, container: record }) => ({
        pods: [record.pod],
        container: record.container,
        event: type,
      })),
    ],
  });
  faults.attach(node.simulation);
  const verdict = (): VerdictTrace => {
    const declarations = node.kubeletMemory?.declarations ?? noDeclarations;
    const { rows, agrees } = compareWithDeclared(declarations, node.list());
    const counters = { ...node.counters, events: node.notifications };
    return { type: "verdict", agrees, rows, counters };
  };
  const world = new TextbookWorld(node);
  return { simulation: node.simulation, root: node.root, world, faults, verdict };
}

function kubernetesStage(input: PreparedInput, options: RunOptions): ModelStage {
  const { scenario } = input;
  const faults = new EventFaults(scenario);
  const base = common(scenario, options);
  const longest = scenario.kubelet?.crashLoopBackOff?.maxContainerRestartPeriod?.ms;
  const node = new KubernetesSimulation({
    ...base,
    version: versionOf(scenario),
    ...(options.features ? { features: options.features } : {}),
    behaviour: withStaticNames(input, base.name),
    allocatable: allocatableOf(scenario),
    hasApi: !isStandalone(scenario),
    runtimeFaults: faults.operator<WatchedEvent>("runtime", ({ about: { pod, ...rest } }) => ({
      ...rest,
      pods: namesOf(pod, base.name),
    })),
    plegFaults: faults.operator<PlegNotice>("pleg", ({ about }) => {
      const { pod, ...rest } = about();
      return { ...rest, pods: namesOf(pod, base.name) };
    }),
    nodeLifecycle: scenario.requires.includes("nodeLifecycle"),
    ...(longest === undefined ? {} : { maxContainerRestartPeriodMs: longest }),
  });
  faults.attach(node.simulation);
  const verdict = (): VerdictTrace => {
    const { rows, agrees } = compareWithDeclared(node.declarations(), node.judged());
    return { type: "verdict", agrees, rows, counters: { ...node.counters, events: 0 } };
  };
  const world = new KubernetesWorld(node, base.name, versionOf(scenario));
  return { simulation: node.simulation, root: node.root, world, faults, verdict };
}

function common(scenario: Scenario, { observe, onRecord, keepRecords, limits }: RunOptions) {
  return {
    observe: observe ?? scenario.observe,
    name: scenario.nodes[0]?.name ?? "node-1",
    seed: scenario.seed,
    latency: toRuntimeLatency(scenario.runtime.latency),
    ...(onRecord ? { onRecord } : {}),
    ...(keepRecords === undefined ? {} : { keepRecords }),
    ...(limits ? { limits } : {}),
  };
}

/** Of the kubelet that the run begins with. */
export function versionOf({ kubernetes }: Scenario): KubeletVersion {
  return kubernetes === undefined ? newestKubeletVersion : knownVersion(kubernetes);
}

/** A behaviour that names a static pod as its file does holds for the pod on the node, too. */
function withStaticNames({ scenario }: PreparedInput, nodeName: string): BehaviourTable {
  return scenario.behaviour.flatMap((rule) =>
    rule.pod.endsWith("*") ? [rule] : [rule, { ...rule, pod: `${rule.pod}-${nodeName}` }],
  );
}

/** A static pod is also known by the name in its file. */
function namesOf(pod: string, nodeName: string): readonly string[] {
  const suffix = `-${nodeName}`;
  return pod.endsWith(suffix) ? [pod, pod.slice(0, -suffix.length)] : [pod];
}

function allocatableOf({ nodes }: Scenario): Readonly<Record<string, string>> {
  const amounts = Object.entries(nodes[0]?.allocatable ?? {});
  return Object.fromEntries(amounts.map(([resource, amount]) => [resource, String(amount)]));
}
