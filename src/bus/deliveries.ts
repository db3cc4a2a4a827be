/** A stream of notifications on its way to an observer, and what faults make of it. */
import {
  type MonoTypeOperatorFunction,
  type Observable,
  type SchedulerLike,
  concat,
  filter,
  map,
  mergeMap,
  of,
} from "rxjs";
import { delayedBy } from "./operators.ts";

/** One notification; where it is lost or held, it does not arrive, and is only told of. */
export interface Delivery<Event> {
  readonly event: Event;
  /** The fault that lost it. */
  readonly lostTo?: string;
  /** The fault that holds it back, and for how long; it comes in a delivery of its own. */
  readonly held?: { readonly by: string; readonly forMs: number };
  /** The fault that made it come late, or a second time. */
  readonly broughtBy?: string;
}

/** Marks what it takes instead of dropping it, so that the trace can tell of it. */
export type Fault<Event> = MonoTypeOperatorFunction<Delivery<Event>>;

/** Everything arrives, until faults are piped in. */
export function asDeliveries<Event>(events$: Observable<Event>): Observable<Delivery<Event>> {
  return events$.pipe(map((event) => ({ event })));
}

/** What the faults make of a stream, in their order. */
export function through<Event>(
  deliveries$: Observable<Delivery<Event>>,
  faults: readonly Fault<Event>[],
): Observable<Delivery<Event>> {
  return faults.reduce((stream$, fault) => stream$.pipe(fault), deliveries$);
}

/** Asks for the faults anew at each event: they may come and go while the stream is there. */
export function whichever<Event>(faultsNow: () => readonly Fault<Event>[]): Fault<Event> {
  return (deliveries$) =>
    deliveries$.pipe(mergeMap((delivery) => through(of(delivery), faultsNow())));
}

/** The fault that keeps it from arriving now; undefined: it arrives. */
export function keeperOf({ lostTo, held }: Delivery<unknown>): string | undefined {
  return lostTo ?? held?.by;
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

/**
 * Loses what `isHit` says. It is asked about what another fault lost, too, so that it counts and
 * draws as it would without that one; about what is held back it is asked when that comes.
 */
export function dropEvents<Event>(id: string, isHit: (event: Event) => boolean): Fault<Event> {
  return (deliveries$) =>
    deliveries$.pipe(
      map((delivery) =>
        delivery.held === undefined && isHit(delivery.event)
          ? { ...delivery, lostTo: delivery.lostTo ?? id }
          : delivery,
      ),
    );
}

export interface Lateness<Event> {
  readonly isHit: (event: Event) => boolean;
  /** Milliseconds, 0 or more, asked for each event that is hit. */
  readonly byMs: () => number;
  /** Asked for as late as that: a stream may be made before its run. */
  readonly clock: () => SchedulerLike;
}

/** Holds back what `isHit` says. */
export function delayEvents<Event>(id: string, lateness: Lateness<Event>): Fault<Event> {
  return later(lateness, (delivery, forMs) => [{ ...delivery, held: { by: id, forMs } }], id);
}

/** Brings what `isHit` says a second time, so much later. */
export function duplicateEvents<Event>(id: string, lateness: Lateness<Event>): Fault<Event> {
  return later(lateness, (delivery) => [delivery], id);
}

/** Has events overtake each other: each that is hit is held back for a time of its own. */
export function reorderEvents<Event>(id: string, lateness: Lateness<Event>): Fault<Event> {
  return delayEvents(id, lateness);
}

function later<Event>(
  { isHit, byMs, clock }: Lateness<Event>,
  now: (delivery: Delivery<Event>, forMs: number) => readonly Delivery<Event>[],
  id: string,
): Fault<Event> {
  return (deliveries$) =>
    deliveries$.pipe(
      mergeMap((delivery) => {
        if (delivery.held !== undefined || !isHit(delivery.event)) return of(delivery);
        const forMs = byMs();
        if (delivery.lostTo !== undefined) return of(delivery);
        const second: Delivery<Event> = { ...delivery, broughtBy: id };
        return concat(of(...now(delivery, forMs)), of(second).pipe(delayedBy(forMs, clock())));
      }),
    );
}
