/** RxJS on the virtual clock: the time operators, given it as their scheduler. */
import {
  type Observable,
  Subject,
  concat,
  debounceTime,
  delay,
  interval,
  map,
  merge,
  observeOn,
  of,
  scheduled,
  take,
  timeout,
  timer,
} from "rxjs";
import { createActor, setup } from "xstate";
import { describe, expect, it } from "vitest";
import { VirtualClock } from "../../src/sim/virtual-clock.ts";

/** What a stream brings and when, as `<ms> <value>`. */
function watch(clock: VirtualClock, stream$: Observable<unknown>): string[] {
  const seen: string[] = [];
  stream$.subscribe({
    next: (value) => seen.push(`${clock.now()} ${String(value)}`),
    error: (error: Error) => seen.push(`${clock.now()} ${error.name}`),
    complete: () => seen.push(`${clock.now()} end`),
  });
  return seen;
}

describe("RxJS on the virtual clock", () => {
  it("runs interval and timer", () => {
    const clock = new VirtualClock();
    const ticks = watch(clock, interval(1000, clock).pipe(take(3)));
    const later = watch(clock, timer(500, 700, clock).pipe(take(3)));
    const once = watch(clock, timer(1200, clock));
    clock.advanceBy(10_000);
    expect(ticks).toEqual(["1000 0", "2000 1", "3000 2", "3000 end"]);
    expect(later).toEqual(["500 0", "1200 1", "1900 2", "1900 end"]);
    expect(once).toEqual(["1200 0", "1200 end"]);
    expect(clock.pending).toBe(0);
  });

  it("runs delay, keeping the order of what is delayed", () => {
    const clock = new VirtualClock();
    const source$ = new Subject<string>();
    const seen = watch(clock, source$.pipe(delay(500, clock)));
    source$.next("a");
    source$.next("b");
    clock.advanceBy(200);
    source$.next("c");
    clock.advanceBy(500);
    expect(seen).toEqual(["500 a", "500 b", "700 c"]);
  });

  it("runs debounceTime: only what nothing follows in time gets through", () => {
    const clock = new VirtualClock();
    const source$ = new Subject<string>();
    const seen = watch(clock, source$.pipe(debounceTime(100, clock)));
    for (const [value, spanMs] of [
      ["a", 99],
      ["b", 50],
      ["c", 101],
      ["d", 500],
    ] as const) {
      source$.next(value);
      clock.advanceBy(spanMs);
    }
    expect(seen).toEqual(["249 c", "350 d"]);
  });

  it("runs timeout", () => {
    const clock = new VirtualClock();
    const seen = watch(
      clock,
      concat(of("a"), timer(300, clock)).pipe(timeout({ each: 200, scheduler: clock })),
    );
    clock.advanceBy(1000);
    expect(seen).toEqual(["0 a", "200 TimeoutError"]);
    expect(clock.pending).toBe(0);
  });

  it("holds work without a delay until the clock is moved, if only by nothing", () => {
    const clock = new VirtualClock();
    const all = watch(clock, scheduled(["a", "b"], clock));
    const observed = watch(clock, of("c").pipe(observeOn(clock)));
    expect([...all, ...observed]).toEqual([]);
    clock.advanceBy(0);
    expect(all).toEqual(["0 a", "0 b", "0 end"]);
    expect(observed).toEqual(["0 c", "0 end"]);
  });

  it("stops at once when a subscriber unsubscribes from inside", () => {
    const clock = new VirtualClock();
    const seen: number[] = [];
    const subscription = interval(10, clock).subscribe((value) => {
      seen.push(value);
      if (value === 2) subscription.unsubscribe();
    });
    clock.advanceBy(1000);
    expect(seen).toEqual([0, 1, 2]);
    expect(clock.pending).toBe(0);
  });

  it("leaves no timer behind when a stream is left from outside", () => {
    const clock = new VirtualClock();
    const subscription = merge(
      interval(10, clock),
      timer(500, clock),
      of(1).pipe(delay(50, clock)),
    ).subscribe();
    clock.advanceBy(15);
    subscription.unsubscribe();
    expect(clock.pending).toBe(0);
    expect(clock.nextDueMs).toBeUndefined();
  });

  it("forgets an action that did not arm itself again, and will not run a closed one", () => {
    const clock = new VirtualClock();
    let runs = 0;
    const action = clock.schedule(() => runs++, 10);
    clock.advanceBy(10);
    expect(action.closed).toBe(true);
    const recurring = clock.schedule<number>(function (state = 0) {
      runs++;
      if (state < 3) this.schedule(state + 1, 10);
    });
    clock.advanceBy(100);
    expect(runs).toBe(5);
    expect(recurring.closed).toBe(true);
    clock.schedule(function () {
      this.unsubscribe();
      this.schedule(undefined, 1);
      runs++;
    });
    clock.advanceBy(100);
    expect(runs).toBe(6);
    expect(clock.pending).toBe(0);
  });

  it("re-arms an action from the later call when it is told twice", () => {
    const clock = new VirtualClock();
    const seen: string[] = [];
    clock.schedule<string>(
      function (state) {
        seen.push(`${clock.now()} ${state}`);
        if (state !== "first") return;
        this.schedule("dropped", 10);
        this.schedule("kept", 20);
      },
      5,
      "first",
    );
    clock.advanceBy(100);
    expect(seen).toEqual(["5 first", "25 kept"]);
  });

  it("shares its instants with machines, in the order of arming", () => {
    const clock = new VirtualClock();
    const machine = setup({}).createMachine({
      id: "ticker",
      initial: "tick",
      states: { tick: { after: { 1000: "tock" } }, tock: { after: { 1000: "tick" } } },
    });
    const actor = createActor(machine, { clock });
    const seen: string[] = [];
    actor.subscribe(({ value }) => seen.push(`${clock.now()} ${value}`));
    interval(500, clock)
      .pipe(map((value) => `rx ${value}`))
      .subscribe((value) => seen.push(`${clock.now()} ${value}`));
    actor.start();
    clock.advanceBy(2000);
    expect(seen).toEqual([
      "0 tick",
      "500 rx 0",
      "1000 tock",
      "1000 rx 1",
      "1500 rx 2",
      "2000 tick",
      "2000 rx 3",
    ]);
  });
});
