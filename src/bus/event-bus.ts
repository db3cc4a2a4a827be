/**
 * The event bus: a queue before a Subject, so that what is published during delivery waits its turn
 * and every subscriber sees the same order.
 */
import { type Observable, Subject, type Subscription } from "rxjs";

/** The part of the kernel's cause tracking that the bus needs. */
export interface CauseScope {
  current: number | undefined;
  within(cause: number | undefined, handle: () => void): void;
}

export interface EventBusOptions {
  readonly causes: CauseScope;
  /** Told of a handler that threw; the run must then stop, for a bus must not swallow it. */
  readonly onError: (error: Error) => void;
}

interface Queued<Event> {
  readonly event: Event;
  readonly cause: number | undefined;
}

export class EventBus<Event extends { readonly type: string }> {
  readonly #subject = new Subject<Event>();
  readonly #options: EventBusOptions;
  readonly #queue: Queued<Event>[] = [];
  #delivering = false;
  #published = 0;

  /** Every event, in the order of publishing. Subscribe through `handle`, which catches. */
  readonly events$: Observable<Event> = this.#subject.asObservable();

  constructor(options: EventBusOptions) {
    this.#options = options;
  }

  /** Events published so far. */
  get published(): number {
    return this.#published;
  }

  publish(event: Event): void {
    this.#published++;
    if (this.#delivering) {
      this.#queue.push({ event, cause: this.#options.causes.current });
      return;
    }
    this.#delivering = true;
    try {
      this.#subject.next(event);
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
        const { event: queued, cause } = next;
        this.#options.causes.within(cause, () => this.#subject.next(queued));
      }
    } finally {
      this.#delivering = false;
    }
  }

  /**
   * Subscribes a handler to the events or to a stream made of them. One that throws is reported
   * with its name; left to RxJS it would surface in a host timer, after the run.
   */
  handle<T>(name: string, stream$: Observable<T>, handler: (value: T) => void): Subscription {
    const report = (error: unknown): void => {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `handler "${name}" of the bus threw: ${reason}`;
      this.#options.onError(new Error(message, { cause: error }));
    };
    return stream$.subscribe({
      next: (value) => {
        try {
          handler(value);
        } catch (error) {
          report(error);
        }
      },
      error: report,
    });
  }
}
