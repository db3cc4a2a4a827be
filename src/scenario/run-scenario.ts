/** Runs a scenario on a node from its first moment to its end. */
import type { AnyActorRef } from "xstate";
import type { KubeletFeatures } from "../decide/kubelet/features.ts";
import type { TraceRecord, VerdictTrace } from "../model/trace.ts";
import type { OwnKubelet } from "../node/guest-error.ts";
import type { Observe } from "../node/node-options.ts";
import type { SimulationLimits } from "../sim/limits.ts";
import { ranks } from "../sim/virtual-clock.ts";
import { type ModelStage, createStage } from "./model-stage.ts";
import { Moments } from "./moments.ts";
import type { PreparedInput } from "./prepare.ts";
import { formatReference } from "./reference.ts";
import type { Stimulus } from "./scenario.ts";
import { isStandalone } from "./standalone.ts";
import { StimulusRunner } from "./stimulus-runner.ts";
import { knownTimeMs, originOf } from "./stimulus-times.ts";

export interface RunOptions {
  /** In place of the scenario's. */
  readonly observe?: Observe;
  /** In the kubelet's place (textbook). */
  readonly kubelet?: OwnKubelet;
  /** What the kubelet does otherwise than its version (kubernetes). */
  readonly features?: Partial<KubeletFeatures>;
  readonly onRecord?: (record: TraceRecord) => void;
  /** False: the trace is only told to `onRecord`. */
  readonly keepRecords?: boolean;
  readonly limits?: Partial<SimulationLimits>;
}

export interface ScenarioRun {
  /** The whole trace; its last record is the verdict. */
  readonly records: readonly TraceRecord[];
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
  readonly #stage: ModelStage;
  #input: PreparedInput;
  readonly #moments: Moments;
  readonly #runner: StimulusRunner;
  #begun = false;
  readonly #waiting = new Set<Stimulus>();

  constructor(input: PreparedInput, options: RunOptions = {}) {
    this.#input = input;
    const { scenario } = input;
    this.#moments = new Moments((name) => this.#stage.world.nameOnNode(name));
    const onRecord = (record: TraceRecord): void => {
      options.onRecord?.(record);
      this.#moments.see(record);
    };
    this.#stage = createStage(input, { ...options, onRecord });
    const { world, faults, simulation } = this.#stage;
    const { clock } = simulation;
    this.#runner = new StimulusRunner({
      input: () => this.#input,
      faults,
      world,
      clock,
      moments: this.#moments,
    });
    for (const stimulus of scenario.stimuli) this.#schedule(stimulus);
  }

  get records(): readonly TraceRecord[] {
    return this.#stage.simulation.recorder.records;
  }

  /** The actor that all others are in. */
  get root(): AnyActorRef {
    return this.#stage.root;
  }

  /** Whether the first moment is over. */
  get hasBegun(): boolean {
    return this.#begun;
  }

  /** Virtual milliseconds since `t0`. */
  get nowMs(): number {
    return this.#stage.simulation.clock.now();
  }

  /** When something may happen next; undefined: never again. */
  get nextDueMs(): number | undefined {
    return this.#begun ? this.#stage.simulation.clock.nextDueMs : 0;
  }

  advanceTo(ms: number): void {
    if (!this.#begun) {
      this.#begun = true;
      this.#at(0, () => this.#bind());
    }
    this.#stage.simulation.advanceTo(ms);
  }

  /**
   * One more stimulus, and the input that has it. With `now` it is carried out after all else that
   * is due at this moment; without, like one of the file at the time that it names.
   */
  add(input: PreparedInput, stimulus: Stimulus, when: "now" | "at" = "at"): void {
    const { simulation, faults } = this.#stage;
    this.#input = input;
    faults.add(stimulus);
    if (when === "at" || !this.#begun) return this.#schedule(stimulus);
    simulation.causes.current = undefined;
    simulation.post(() => this.#runner.run(stimulus));
    simulation.advanceTo(this.nowMs);
  }

  /** Declared and actual side by side, as they are now. */
  verdict(): VerdictTrace {
    return this.#stage.verdict();
  }

  /** Ends the trace: what never happened, and declared and actual side by side. */
  finish(): void {
    const { simulation, world } = this.#stage;
    simulation.causes.current = undefined;
    for (const stimulus of this.#waiting) {
      const { label, action, at } = stimulus;
      const message = `${action} "${label}" did not happen: ${formatReference(at)} was not reached`;
      world.publish({ type: "warning", message });
    }
    world.publish(this.#stage.verdict());
  }

  /**
   * t0: what no stimulus creates is bound, the link comes up unless it was cut, the kubelet runs.
   */
  #bind(): void {
    const { scenario, pods, files, rejected } = this.#input;
    const { world } = this.#stage;
    const later = new Set<string>();
    for (const stimulus of scenario.stimuli) {
      if (stimulus.action === "createPod") stimulus.pod.forEach(({ name }) => later.add(name));
      if (stimulus.action === "createPods") later.add(stimulus.template.name);
      if (stimulus.action === "writeFile") {
        const content = files.get(stimulus);
        if (content?.kind === "pods") {
          for (const { pod } of content.pods) later.add(pod.metadata.name);
        }
      }
    }
    const present = pods.filter(({ pod }) => !later.has(pod.metadata.name));
    world.createPods(present);
    // A pod that is to be created later is refused then.
    for (const pod of rejected.filter(({ name }) => !later.has(name))) world.refuse(pod);
    if (!this.#runner.apiIsDown && !isStandalone(scenario)) world.setLink(true);
    world.startKubelet();
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
    // Any other moment can never be, and is told at the end.
    if (origin === undefined || origin.kind === "t0" || origin.kind === "end") return;
    const { clock } = this.#stage.simulation;
    this.#moments.watch(origin, (ms) =>
      clock.arm(run, Math.max(0, ms + origin.offsetMs - clock.now()), ranks.world),
    );
  }

  #at(timeMs: number, run: () => void): void {
    const { clock } = this.#stage.simulation;
    clock.arm(run, timeMs - clock.now(), ranks.world);
  }
}
