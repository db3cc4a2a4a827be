/** The faults on the streams of events that a scenario's stimuli begin and end. */
import type { SchedulerLike } from "rxjs";
import {
  type Fault,
  delayEvents,
  dropEvents,
  duplicateEvents,
  reorderEvents,
  whichever,
} from "../bus/deliveries.ts";
import { matchesName } from "../model/name-pattern.ts";
import type { RandomStreams } from "../sim/random-streams.ts";
import { isOfFlag } from "./faults-text.ts";
import type { Scenario, Stimulus, StimulusOf } from "./scenario.ts";

export type EventFault = StimulusOf<
  "dropEvents" | "delayEvents" | "duplicateEvents" | "reorderEvents"
>;

/** What a fault can tell events apart by. */
export interface FaultSubject {
  /** The names that the pod goes by. */
  readonly pods: readonly string[];
  /** Absent: it is about the pod's sandbox. */
  readonly container?: string;
  readonly event: string;
}

/** What it draws chance and time from, as long as one run lasts. */
interface Source {
  readonly random: RandomStreams;
  readonly clock: SchedulerLike;
}

export class EventFaults {
  /** In the order of the file, then those of `--faults`, then as they were added. */
  readonly #faults: EventFault[] = [];
  readonly #active = new Set<string>();
  /** How many events fitted each fault that is in force. */
  readonly #fitted = new Map<string, number>();
  #source: Source | undefined = undefined;

  constructor({ stimuli }: Pick<Scenario, "stimuli">) {
    for (const stimulus of stimuli) if (!isOfFlag(stimulus)) this.add(stimulus);
    for (const stimulus of stimuli) if (isOfFlag(stimulus)) this.add(stimulus);
  }

  /** Any other stimulus is no fault, and passes. */
  add(stimulus: Stimulus): void {
    if (isEventFault(stimulus)) this.#faults.push(stimulus);
  }

  /** To be piped into the stream: the faults that are in force, one after the other. */
  operator<Event>(
    stream: EventFault["stream"],
    subjectOf: (event: Event) => FaultSubject,
  ): Fault<Event> {
    return whichever(() => {
      if (this.#active.size === 0) return [];
      return this.#faults
        .filter((fault) => fault.stream === stream && this.#active.has(fault.label))
        .map((fault) => this.#operator(fault, subjectOf));
    });
  }

  /** The chance of each fault is a stream of its own. */
  attach(source: Source): void {
    this.#source = source;
  }

  begin(fault: EventFault): void {
    this.#active.add(fault.label);
    this.#fitted.set(fault.label, 0);
  }

  end(fault: EventFault): void {
    this.#active.delete(fault.label);
  }

  #operator<Event>(fault: EventFault, subjectOf: (event: Event) => FaultSubject): Fault<Event> {
    const { label } = fault;
    const isHit = (event: Event): boolean => this.#isHit(fault, () => subjectOf(event));
    if (fault.action === "dropEvents") return dropEvents(label, isHit);
    const byMs = fault.by.ms;
    const lateness = { isHit, byMs: () => byMs, clock: () => this.#attached.clock };
    if (fault.action === "delayEvents") return delayEvents(label, lateness);
    if (fault.action === "duplicateEvents") return duplicateEvents(label, lateness);
    const anyMs = (): number => this.#random.stream(`fault ${label} by`).integer(0, byMs);
    return reorderEvents(label, { ...lateness, byMs: anyMs });
  }

  #isHit(fault: EventFault, subjectOf: () => FaultSubject): boolean {
    const { label, probability, nth } = fault;
    if (!this.#active.has(label) || !isMeant(fault, subjectOf())) return false;
    const place = (this.#fitted.get(label) ?? 0) + 1;
    this.#fitted.set(label, place);
    if (nth !== undefined && nth !== place) return false;
    return probability >= 1 || this.#random.stream(`fault ${label}`).float() < probability;
  }

  get #random(): RandomStreams {
    return this.#attached.random;
  }

  get #attached(): Source {
    if (this.#source === undefined) throw new Error("faults begin once there is a run");
    return this.#source;
  }
}

function isEventFault(stimulus: Stimulus): stimulus is EventFault {
  return /^(drop|delay|duplicate|reorder)Events$/.test(stimulus.action);
}

function isMeant({ pod, container, event }: EventFault, subject: FaultSubject): boolean {
  const named = (patterns: readonly string[], names: readonly string[]): boolean =>
    patterns.some((pattern) => names.some((name) => matchesName(pattern, name)));
  if (pod && !named(pod, subject.pods)) return false;
  if (event && !event.includes(subject.event as (typeof event)[number])) return false;
  if (container === undefined) return true;
  return subject.container !== undefined && named(container, [subject.container]);
}
