/** The faults on the event stream that stimuli begin and end. */
import { type Fault, dropEvents } from "../bus/deliveries.ts";
import { matchesName } from "../model/name-pattern.ts";
import type { RuntimeEvent } from "../model/runtime.ts";
import type { RandomStreams } from "../sim/random-streams.ts";
import type { Scenario, Stimulus, StimulusOf } from "./scenario.ts";

type DropEvents = StimulusOf<"dropEvents">;

export class EventFaults {
  /** To be piped into the stream: of several faults that hit an event the first one takes it. */
  readonly operator: Fault<RuntimeEvent> = dropEvents((event) => this.#faultOf(event));
  /** In the order of the file, then as they were added. */
  readonly #faults: DropEvents[] = [];
  readonly #active = new Set<string>();
  #random: RandomStreams | undefined = undefined;

  constructor({ stimuli }: Pick<Scenario, "stimuli">) {
    for (const stimulus of stimuli) this.add(stimulus);
  }

  /** Any other stimulus is no fault, and passes. */
  add(stimulus: Stimulus): void {
    if (stimulus.action === "dropEvents") this.#faults.push(stimulus);
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

  #faultOf(event: RuntimeEvent): string | undefined {
    if (this.#active.size === 0) return undefined;
    return this.#faults.find((fault) => this.#isHit(fault, event))?.label;
  }

  #isHit({ label, pod, probability }: DropEvents, { container }: RuntimeEvent): boolean {
    if (!this.#active.has(label)) return false;
    if (pod && !pod.some((pattern) => matchesName(pattern, container.pod))) return false;
    if (probability >= 1) return true;
    return (this.#random?.stream(`fault ${label}`).float() ?? 1) < probability;
  }
}
