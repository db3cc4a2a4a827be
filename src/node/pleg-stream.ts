/** The kubelet's own events on their way to its sync loop, and what faults make of them. */
import { Subject } from "rxjs";
import { type Fault, asDeliveries, keeperOf } from "../bus/deliveries.ts";
import type { EventBus } from "../bus/event-bus.ts";
import type { NodeEvent } from "../model/events.ts";
import type { PlegEventTrace } from "../model/trace.ts";
import { deliveryTrace } from "./trace-writer.ts";

/** One event, as the trace would tell of it, and the way to the sync loop. */
export interface PlegNotice {
  readonly about: () => Omit<PlegEventTrace, "type" | "delivered" | "due" | "fault">;
  /** `cause`: the record of what a fault did to it, where one did. */
  readonly deliver: (cause?: number) => void;
}

export interface PlegStreamOptions {
  readonly bus: EventBus<NodeEvent>;
  readonly faults: Fault<PlegNotice>;
  readonly note: (record: PlegEventTrace) => number;
  readonly now: () => number;
}

/** Where to put each event; one that no fault touches leaves no record. */
export function plegStream(options: PlegStreamOptions): (notice: PlegNotice) => void {
  const { bus, faults, note, now } = options;
  const notices$ = new Subject<PlegNotice>();
  bus.handle("pleg", notices$.pipe(asDeliveries, faults), (delivery) => {
    const { about, deliver } = delivery.event;
    const isKept = keeperOf(delivery) !== undefined;
    if (!isKept && delivery.broughtBy === undefined) return deliver();
    const seq = note({ type: "plegEvent", ...about(), ...deliveryTrace(delivery, now()) });
    if (!isKept) deliver(seq);
  });
  return (notice) => notices$.next(notice);
}
