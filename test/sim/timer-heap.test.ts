/** The heap under the clock: order, counting and sweeping. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Timer, TimerHeap } from "../../src/sim/timer-heap.ts";

function timer(dueMs: number, rank: number, order: number): Timer {
  return { dueMs, rank, order, cause: undefined, run: () => {} };
}

function drain(heap: TimerHeap): Timer[] {
  const drained: Timer[] = [];
  for (let next = heap.pop(); next; next = heap.pop()) drained.push(next);
  return drained;
}

describe("a timer heap", () => {
  it("is empty at first", () => {
    const heap = new TimerHeap();
    expect([heap.peek(), heap.pop(), heap.size]).toEqual([undefined, undefined, 0]);
  });

  it("orders by due time, then rank, then order of arming", () => {
    const heap = new TimerHeap();
    const timers = [timer(2, 0, 0), timer(1, 1, 1), timer(1, 0, 3), timer(1, 1, 2)];
    for (const one of timers) heap.push(one);
    expect(drain(heap).map(({ order }) => order)).toEqual([3, 1, 2, 0]);
  });

  it("does not count the dead, and passes over them", () => {
    const heap = new TimerHeap();
    const [first, second] = [timer(1, 0, 0), timer(2, 0, 1)];
    heap.push(first);
    heap.push(second);
    heap.kill(first);
    heap.kill(first);
    expect(heap.size).toBe(1);
    expect(heap.peek()).toBe(second);
    expect(drain(heap)).toEqual([second]);
    expect(heap.size).toBe(0);
  });

  it("gives back the order of a sort, whatever was killed on the way", () => {
    const armed = fc.record({
      dueMs: fc.nat(20),
      rank: fc.nat(1),
      killed: fc.boolean(),
    });
    fc.assert(
      // Long enough for the sweep, which waits until 64 are dead.
      fc.property(fc.array(armed, { maxLength: 400, size: "max" }), (all) => {
        const heap = new TimerHeap();
        const timers = all.map(({ dueMs, rank }, order) => timer(dueMs, rank, order));
        for (const one of timers) heap.push(one);
        timers.forEach((one, index) => all[index]?.killed && heap.kill(one));
        const alive = timers.filter((_, index) => all[index]?.killed !== true);
        const sorted = alive.toSorted(
          (a, b) => a.dueMs - b.dueMs || a.rank - b.rank || a.order - b.order,
        );
        expect(heap.size).toBe(alive.length);
        expect(drain(heap).map(({ order }) => order)).toEqual(sorted.map(({ order }) => order));
      }),
    );
  });
});
