/** A stream of notifications on its way to an observer, and what faults make of it. */
import { type MonoTypeOperatorFunction, type Observable, filter, map } from "rxjs";

/** One notification; `lostTo` names the fault that kept it from arriving. */
export interface Delivery<Event> {
  readonly event: Event;
  readonly lostTo?: string;
}

/** Marks what it takes instead of dropping it, so that the trace can tell of it. */
export type Fault<Event> = MonoTypeOperatorFunction<Delivery<Event>>;

/** Everything arrives, until faults are piped in. */
export function asDeliveries<Event>(events$: Observable<Event>): Observable<Delivery<Event>> {
  return events$.pipe(map((event) => ({ event })));
}

/** The events of some types. */
export function ofType<Event extends { readonly type: string }, Type extends Event["type"]>(
  ...types: readonly Type[]
): (events$: Observable<Event>) => Observable<Extract<Event, { readonly type: Type }>> {
  const wanted: ReadonlySet<string> = new Set(types);
  return (events$) =>
    events$.pipe(
      filter((event): event is Extract<Event, { readonly type: Type }> => wanted.has(event.type)),
    );
}

/** Loses each event that `faultOf` names a fault for, unless another has lost it already. */
export function dropEvents<Event>(faultOf: (event: Event) => string | undefined): Fault<Event> {
  return (deliveries$) =>
    deliveries$.pipe(
      map((delivery) => {
        const lostTo = delivery.lostTo ?? faultOf(delivery.event);
        return lostTo === undefined ? delivery : { ...delivery, lostTo };
      }),
    );
}
