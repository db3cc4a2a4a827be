/** Turns what is published on the bus into trace records. */
import { type Delivery, keeperOf } from "../bus/deliveries.ts";
import type { ListRead, NodeEvent } from "../model/events.ts";
import type { ContainerRecord, RuntimeEvent } from "../model/runtime.ts";
import type {
  ContainerTrace,
  DeliveryTrace,
  HookTrace,
  ProbeTrace,
  RelistTrace,
  RuntimeEventTrace,
  TraceBody,
} from "../model/trace.ts";

export class TraceWriter {
  #lists = 0;
  #list: readonly ContainerRecord[] = [];
  /** Of the containers there are, by id. */
  readonly #runs = new Map<string, number>();

  toTrace(event: NodeEvent): TraceBody {
    switch (event.type) {
      case "ContainerCreated":
        this.#runs.set(event.container.id, event.container.run);
        return containerTrace(event);
      case "ContainerStarted":
      case "ContainerDied":
        return containerTrace(event);
      case "ContainerRemoved":
        this.#runs.delete(event.container.id);
        return containerTrace(event);
      case "hook":
      case "probe":
        return this.#withRun(event);
      case "listRead":
        return this.#relistTrace(event);
      default:
        return event;
    }
  }

  #withRun(event: HookTrace | ProbeTrace): TraceBody {
    const run = this.#runs.get(event.id);
    return run === undefined ? event : { ...event, run };
  }

  #relistTrace({ containers }: ListRead): RelistTrace {
    const changes = listChanges(this.#list, containers);
    this.#list = containers;
    return { type: "relist", number: ++this.#lists, containers: containers.length, changes };
  }
}

/** What faults made of an event, at that time in ms. */
export function deliveryTrace(delivery: Delivery<unknown>, nowMs: number): DeliveryTrace {
  const { held, broughtBy } = delivery;
  return {
    delivered: keeperOf(delivery) ?? true,
    ...(held && delivery.lostTo === undefined ? { due: (nowMs + held.forMs) / 1000 } : {}),
    ...(broughtBy === undefined ? {} : { fault: broughtBy }),
  };
}

/** The notification as the trace shows it. */
export function runtimeEventTrace(
  { type: event, container: record }: RuntimeEvent,
  delivered: DeliveryTrace,
): RuntimeEventTrace {
  const { namespace, pod, podUid: uid, container, id } = record;
  return { type: "runtimeEvent", namespace, pod, uid, container, id, event, ...delivered };
}

function containerTrace({ type, container: record, from }: RuntimeEvent): ContainerTrace {
  const { namespace, pod, podUid: uid, container, id, run, state, exitCode, reason } = record;
  return {
    type: "container",
    namespace,
    pod,
    uid,
    container,
    id,
    run,
    ...(record.labels && record.state === "Creating" ? { image: record.image } : {}),
    ...(from === undefined ? {} : { from }),
    to: type === "ContainerRemoved" ? "Removed" : state,
    ...(type === "ContainerDied" && exitCode !== undefined ? { exitCode } : {}),
    ...(type === "ContainerDied" && reason !== undefined ? { reason } : {}),
  };
}

function isSame(before: readonly unknown[], after: readonly unknown[]): boolean {
  if (before.length !== after.length) return false;
  for (let at = 0; at < before.length; at++) if (before[at] !== after[at]) return false;
  return true;
}

/**
 * By id, in the order of the newer list, then what is gone. Pictures are immutable: `===` tells.
 */
function listChanges(
  before: readonly ContainerRecord[],
  after: readonly ContainerRecord[],
): RelistTrace["changes"] {
  if (isSame(before, after)) return {};
  const known = new Map(before.map((record) => [record.id, record]));
  const changes: Record<string, { old?: string; new?: string }> = {};
  for (const record of after) {
    const old = known.get(record.id);
    known.delete(record.id);
    if (old === undefined) changes[record.id] = { new: record.state };
    else if (old.state !== record.state) changes[record.id] = { old: old.state, new: record.state };
  }
  for (const gone of known.values()) changes[gone.id] = { old: gone.state };
  return changes;
}
