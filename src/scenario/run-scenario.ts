/** Runs a scenario on a node from its first moment to its end. */
import { compareWithDeclared } from "../decide/agreement.ts";
import { noDeclarations } from "../decide/declarations.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { NodeActor } from "../node/create-node-actor.ts";
import type { Observe } from "../node/node-options.ts";
import { NodeSimulation } from "../node/node-simulation.ts";
import type { SimulationLimits } from "../sim/limits.ts";
import { ranks } from "../sim/virtual-clock.ts";
import { DeclaredWorld } from "./declared-world.ts";
import { EventFaults } from "./event-faults.ts";
import { Moments } from "./moments.ts";
import type { PreparedInput } from "./prepare.ts";
import { formatReference } from "./reference.ts";
import type { Scenario, Stimulus } from "./scenario.ts";
import { StimulusRunner } from "./stimulus-runner.ts";
import { knownTimeMs, originOf } from "./stimulus-times.ts";

export interface RunOptions {
  /** In place of the scenario's. */
  readonly observe?: Observe;
  readonly onRecord?: (record: TraceRecord) => void;
  /** False: the trace is only told to `onRecord`. */
  readonly keepRecords?: boolean;
  readonly limits?: Partial<SimulationLimits>;
  /** Given the root actor before anything happens, for an inspector. */
  readonly attach?: (root: NodeActor, now: () => number) => void;
}

export interface ScenarioRun {
  /** The whole trace; its last record is the verdict. */
  readonly records: readonly TraceRecord[];
  readonly node: NodeSimulation;
}

/** Runs all of it. Throws a `SimulationError` where a limit is reached or an actor fails. */
export function runScenario(input: PreparedInput, options: RunOptions = {}): ScenarioRun {
  const player = new ScenarioPlayer(input, options);
  player.advanceTo(input.scenario.durationMs);
  player.finish();
  return player;
}

/** A scenario that is under way. */
export class ScenarioPlayer implements ScenarioRun {
  readonly node: NodeSimulation;
  readonly #input: PreparedInput;
  readonly #moments = new Moments();
  readonly #runner: StimulusRunner;
  readonly #waiting = new Set<Stimulus>();

  constructor(input: PreparedInput, options: RunOptions = {}) {
    this.#input = input;
    const { scenario } = input;
    const faults = new EventFaults(scenario);
    const { onRecord, keepRecords, limits } = options;
    this.node = new NodeSimulation({
      name: scenario.nodes[0]?.name ?? "node-1",
      seed: scenario.seed,
      observe: options.observe ?? observeOf(scenario),
      behaviour: scenario.behaviour,
      latency: latencyOf(scenario),
      faults: faults.operators,
      onRecord: (record) => {
        onRecord?.(record);
        this.#moments.see(record);
      },
      ...(keepRecords === undefined ? {} : { keepRecords }),
      ...(limits ? { limits } : {}),
    });
    faults.drawFrom(this.node.simulation.random);
    const world = new DeclaredWorld(this.node);
    this.#runner = new StimulusRunner({
      input,
      faults,
      world,
      node: this.node,
      moments: this.#moments,
    });
    options.attach?.(this.node.root, () => this.node.simulation.clock.now());
    for (const stimulus of scenario.stimuli) this.#schedule(stimulus);
    this.#at(0, () => this.#bind(world));
  }

  get records(): readonly TraceRecord[] {
    return this.node.records;
  }

  advanceTo(ms: number): void {
    this.node.advanceTo(ms);
  }

  /** Ends the trace: what never happened, and declared and actual side by side. */
  finish(): void {
    const { node } = this;
    node.simulation.causes.current = undefined;
    for (const stimulus of this.#waiting) {
      const { name, action, at } = stimulus;
      const message = `${action} "${name}" did not happen: ${formatReference(at)} was not reached`;
      node.bus.publish({ type: "warning", message });
    }
    const declarations = node.kubeletMemory?.declarations ?? noDeclarations;
    const { rows, agrees } = compareWithDeclared(declarations, node.list());
    const counters = { ...node.counters, events: node.notifications };
    node.bus.publish({ type: "verdict", agrees, rows, counters });
  }

  /**
   * t0: what no stimulus creates is bound, the link comes up unless it was cut, the kubelet runs.
   */
  #bind(world: DeclaredWorld): void {
    const { scenario, pods, files } = this.#input;
    const later = new Set<string>();
    for (const stimulus of scenario.stimuli) {
      if (stimulus.action === "createPod") stimulus.pod.forEach(({ name }) => later.add(name));
      if (stimulus.action === "writeFile") {
        const content = files.get(stimulus.content ?? "");
        if (content?.kind === "pods") {
          for (const { pod } of content.pods) later.add(pod.metadata.name);
        }
      }
    }
    const present = pods.filter(({ pod }) => !later.has(pod.metadata.name));
    world.createPods(present);
    if (!this.#runner.apiIsDown) this.node.tellApi({ type: "link.restore" });
    this.node.startKubelet();
  }

  #schedule(stimulus: Stimulus): void {
    const { scenario } = this.#input;
    this.#waiting.add(stimulus);
    const run = (): void => {
      this.#waiting.delete(stimulus);
      this.#runner.run(stimulus);
    };
    const timeMs = knownTimeMs(stimulus.at, scenario);
    if (timeMs !== undefined) return this.#at(timeMs, run);
    const origin = originOf(stimulus.at, scenario.stimuli);
    // Any other moment was refused before, or can never be and is told at the end.
    if (origin?.kind !== "run") return;
    const { offsetMs, moment } = origin;
    this.#moments.watch(origin.run, moment, () =>
      this.node.simulation.clock.arm(run, Math.max(0, offsetMs), ranks.world),
    );
  }

  #at(timeMs: number, run: () => void): void {
    this.node.simulation.clock.arm(run, timeMs, ranks.world);
  }
}

function observeOf({ observe }: Scenario): Observe {
  if (observe === "evented") throw new Error("the evented kubelet was refused before");
  return observe;
}

function latencyOf({ runtime }: Scenario): Readonly<Record<string, number>> {
  const latency = Object.entries(runtime?.latency ?? {});
  return Object.fromEntries(
    latency.flatMap(([call, duration]) => (duration ? [[call, duration.ms]] : [])),
  );
}
