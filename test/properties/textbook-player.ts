/** Plays a script on a node, and keeps what is declared as the API server and the folder do. */
import { type Agreement, compareWithDeclared } from "../../src/decide/agreement.ts";
import { joinDeclarations } from "../../src/decide/declarations.ts";
import type { DeclaredPod } from "../../src/model/pod.ts";
import type { NodeOptions } from "../../src/node/node-options.ts";
import { NodeSimulation } from "../../src/node/node-simulation.ts";
import {
  type Script,
  type Stimulus,
  endOf,
  endingRuns,
  keyOf,
  longest,
  periodMs,
  strayOf,
} from "./textbook-script.ts";

/**
 * How long after the last disturbance what is must be what is declared, in virtual milliseconds:
 * - one round until the kubelet sees it all;
 * - one stop with the longest grace, and a round until its end is seen: what was being stopped may
 *   be declared again by then;
 * - and then each run that ends by itself, one more of a stray that was taken for the declared one,
 *   and one that a stop still under way ends. Each takes its start and its life, a round until its
 *   end is seen, 8 ticks of waiting, the longest there is, and a round until the wait is seen over.
 * What is Creating agrees, so the start of the last run does not count.
 */
const roundMs = periodMs + longest.latencyMs;
const stopMs = 2 * longest.latencyMs + longest.graceMs + roundMs;
const runMs =
  2 * longest.latencyMs + longest.startupMs + longest.lifeMs + roundMs + 8 * periodMs + roundMs;
const boundMs = roundMs + stopMs + (endingRuns + 2) * runMs;

export class Player {
  readonly node: NodeSimulation;
  readonly #files = new Map<string, readonly DeclaredPod[]>();
  #apiPods: readonly DeclaredPod[] = [];

  constructor(script: Script, options: Pick<NodeOptions, "observe"> & Partial<NodeOptions>) {
    const { behaviour, latency, phaseMs } = script;
    const given = { behaviour, latency, phaseMs, periodMs, name: "n1", seed: 42 };
    this.node = new NodeSimulation({ ...given, ...options });
    this.node.tellApi({ type: "link.restore" });
    this.#act({ do: "write", path: "one.yaml", pods: script.filePods });
    this.#act({ do: "declare", pods: script.apiPods });
    this.node.startKubelet();
  }

  /** Plays the whole script, ends with link and kubelet up, and stops wherever `cuts` say. */
  play(script: Script, cuts: readonly number[] = []): void {
    const { node } = this;
    const stops = [...cuts];
    const advanceTo = (ms: number): void => {
      while (stops[0] !== undefined && stops[0] <= ms) node.advanceTo(stops.shift() ?? ms);
      node.advanceTo(ms);
    };
    for (const { atMs, stimulus } of script.stimuli) {
      advanceTo(atMs);
      this.#act(stimulus);
      // Within the instant: what one stimulus makes is there for the next.
      node.advanceBy(0);
    }
    node.tellApi({ type: "link.restore" });
    node.startKubelet();
    advanceTo(endOf(script) + boundMs);
  }

  /** What is, compared with what the folder and the API server declare now. */
  agreement(): Agreement {
    const paths = [...this.#files.keys()].toSorted();
    const filePods = paths.flatMap((path) => this.#files.get(path) ?? []);
    return compareWithDeclared(joinDeclarations(filePods, this.#apiPods), this.node.list());
  }

  #act(stimulus: Stimulus): void {
    const { node } = this;
    switch (stimulus.do) {
      case "cut":
        return node.tellApi({ type: "link.cut" });
      case "restore":
        return node.tellApi({ type: "link.restore" });
      case "stopKubelet":
        return node.stopKubelet();
      case "startKubelet":
        return node.startKubelet();
      case "restartKubelet":
        node.stopKubelet();
        return node.startKubelet();
      case "sync":
        return node.syncKubelet();
      case "declare":
        this.#apiPods = stimulus.pods;
        return node.tellApi({ type: "api.declare", pods: stimulus.pods });
      case "write":
        this.#files.set(stimulus.path, stimulus.pods);
        return node.tellFiles({ type: "file.write", path: stimulus.path, pods: stimulus.pods });
      case "removeFile":
        this.#files.delete(stimulus.path);
        return node.tellFiles({ type: "file.remove", path: stimulus.path });
      case "breakFile":
        return node.tellFiles({ type: "file.break", path: stimulus.path, error: "not YAML" });
      case "kill":
      case "stray":
      case "stop":
      case "remove":
        return this.#actOnContainer(stimulus);
    }
  }

  #actOnContainer(stimulus: Extract<Stimulus, { readonly target: unknown }>): void {
    const { node } = this;
    const call = -1;
    if (stimulus.do === "stray") {
      const before = node.counters.creates;
      node.call({ type: "runtime.create", call, config: strayOf(stimulus.target) });
      // Ids are counted by the runtime, so the next one is known.
      if (stimulus.isStarted) node.call({ type: "runtime.start", call, id: `c${before + 1}` });
      return;
    }
    const key = keyOf(stimulus.target);
    for (const { id } of node.list().filter((container) => container.key === key)) {
      if (stimulus.do === "kill") {
        node.tellRuntime({ type: "world.kill", id, exitCode: stimulus.exitCode });
      } else if (stimulus.do === "stop") {
        node.call({ type: "runtime.stop", call, id, timeoutMs: stimulus.timeoutMs });
      } else node.call({ type: "runtime.remove", call, id });
    }
  }
}
