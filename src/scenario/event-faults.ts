/** The faults on the event stream that a scenario's stimuli begin and end. */
import { type Fault, dropEvents } from "../bus/deliveries.ts";
import { matchesName } from "../model/name-pattern.ts";
import type { RuntimeEvent } from "../model/runtime.ts";
import type { RandomStreams } from "../sim/random-streams.ts";
import type { Scenario, StimulusOf } from "./scenario.ts";

type DropEvents = StimulusOf<"dropEvents">;

export class EventFaults {
  /** In the order of the file, to be piped into the stream. */
  readonly operators: readonly Fault<RuntimeEvent>[];
  readonly #active = new Set<string>();
  #random: RandomStreams | undefined = undefined;

  constructor({ stimuli }: Scenario) {
    this.operators = stimuli
      .filter((stimulus): stimulus is DropEvents => stimulus.action === "dropEvents")
      .map((stimulus) => dropEvents(stimulus.label, (event) => this.#isHit(stimulus, event)));
  }

  /** The chance of each fault is a stream of its own. */
  drawFrom(random: RandomStreams): void {
    this.#random = random;
  }

  begin(stimulus: DropEvents): void {
    this.#active.add(stimulus.label);
  }

  end(stimulus: DropEvents): void {
    this.#active.delete(stimulus.label);
  }

  #isHit({ label, pod, probability }: DropEvents, { container }: RuntimeEvent): boolean {
    if (!this.#active.has(label)) return false;
    if (pod && !pod.some((pattern) => matchesName(pattern, container.pod))) return false;
    if (probability >= 1) return true;
    return (this.#random?.stream(`fault ${label}`).float() ?? 1) < probability;
  }
}
