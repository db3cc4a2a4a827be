/** The clock by itself: when timers fire, in which order, and what it refuses. */
import { describe, expect, it } from "vitest";
import { VirtualClock, ranks } from "../../src/sim/virtual-clock.ts";

describe("a virtual clock", () => {
  it("stops at each due time: inside a timer it is that timer's own time", () => {
    const clock = new VirtualClock();
    const seen: number[] = [];
    for (const delayMs of [30, 10, 20]) clock.setTimeout(() => seen.push(clock.now()), delayMs);
    clock.advanceBy(25);
    expect(seen).toEqual([10, 20]);
    expect(clock.now()).toBe(25);
    clock.advanceBy(5);
    expect(seen).toEqual([10, 20, 30]);
  });

  it("fires at the due time and not a moment before", () => {
    const clock = new VirtualClock();
    const seen: number[] = [];
    clock.setTimeout(() => seen.push(clock.now()), 1000);
    clock.advanceBy(999);
    expect(seen).toEqual([]);
    clock.advanceBy(1);
    expect(seen).toEqual([1000]);
  });

  it("lets the world move before anybody looks, then goes by the order of arming", () => {
    const clock = new VirtualClock();
    const seen: string[] = [];
    clock.setTimeout(() => seen.push("observer 1"), 10);
    clock.arm(() => seen.push("world 1"), 10, ranks.world);
    clock.setTimeout(() => seen.push("observer 2"), 10);
    clock.arm(() => seen.push("world 2"), 10, ranks.world);
    clock.setTimeout(() => seen.push("earlier"), 9);
    clock.advanceBy(10);
    expect(seen).toEqual(["earlier", "world 1", "world 2", "observer 1", "observer 2"]);
  });

  it("counts the timers that a timer arms, from that timer's time", () => {
    const clock = new VirtualClock();
    const seen: number[] = [];
    const again = (): void => {
      seen.push(clock.now());
      clock.setTimeout(again, 1000);
    };
    clock.setTimeout(again, 1000);
    clock.advanceBy(10_000);
    expect(seen).toEqual([1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000]);
    expect(clock.pending).toBe(1);
  });

  it("fires what is armed for the same instant by a timer of that instant", () => {
    const clock = new VirtualClock();
    const seen: string[] = [];
    clock.setTimeout(() => {
      seen.push("first");
      clock.setTimeout(() => seen.push("no delay"), 0);
      clock.arm(() => seen.push("world, no delay"), 0, ranks.world);
    }, 5);
    clock.setTimeout(() => seen.push("second"), 5);
    clock.advanceBy(5);
    expect(seen).toEqual(["first", "world, no delay", "second", "no delay"]);
  });

  it("does not fire what was cleared, before or by a timer of the same instant", () => {
    const clock = new VirtualClock();
    const seen: string[] = [];
    const never = clock.setTimeout(() => seen.push("never"), 10);
    clock.clearTimeout(never);
    clock.setTimeout(() => clock.clearTimeout(neighbour), 20);
    const neighbour = clock.setTimeout(() => seen.push("neighbour"), 20);
    expect(clock.pending).toBe(2);
    clock.advanceBy(30);
    expect(seen).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it("takes clearing as done: twice, after it fired, by itself, and of nothing", () => {
    const clock = new VirtualClock();
    let fired = 0;
    const timer = clock.setTimeout(() => {
      fired++;
      clock.clearTimeout(timer);
    }, 1);
    const other = clock.setTimeout(() => fired++, 2);
    clock.advanceBy(1);
    clock.clearTimeout(timer);
    clock.clearTimeout(timer);
    clock.clearTimeout(undefined);
    expect(clock.pending).toBe(1);
    clock.clearTimeout(other);
    clock.clearTimeout(other);
    expect(clock.pending).toBe(0);
    expect(fired).toBe(1);
  });

  it("keeps the order when most timers are swept out dead", () => {
    const clock = new VirtualClock();
    const seen: number[] = [];
    const timers = Array.from({ length: 1000 }, (_, index) =>
      clock.setTimeout(() => seen.push(index), 1000 - (index % 10)),
    );
    timers.forEach((timer, index) => {
      if (index % 50 !== 7) clock.clearTimeout(timer);
    });
    expect(clock.pending).toBe(20);
    clock.advanceBy(1000);
    expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => index * 50 + 7));
  });

  it("tells when the next timer is due, and nothing when none waits", () => {
    const clock = new VirtualClock();
    expect(clock.nextDueMs).toBeUndefined();
    const first = clock.setTimeout(() => {}, 5);
    clock.setTimeout(() => {}, 8);
    expect(clock.nextDueMs).toBe(5);
    clock.clearTimeout(first);
    expect(clock.nextDueMs).toBe(8);
  });

  it("takes a negative delay for none", () => {
    const clock = new VirtualClock();
    clock.advanceBy(100);
    const seen: number[] = [];
    clock.setTimeout(() => seen.push(clock.now()), -50);
    clock.advanceBy(0);
    expect(seen).toEqual([100]);
  });

  it.each([Number.NaN, Infinity, -Infinity])("refuses a delay of %d ms", (delayMs) => {
    const clock = new VirtualClock();
    expect(() => clock.setTimeout(() => {}, delayMs)).toThrow(
      `a delay must be a finite number of milliseconds, got ${delayMs}`,
    );
    expect(clock.pending).toBe(0);
  });

  it("does not go back", () => {
    const clock = new VirtualClock();
    clock.advanceTo(100);
    expect(() => clock.advanceTo(99)).toThrow("time does not go back: at 100 ms, asked for 99 ms");
    expect(() => clock.advanceBy(-1)).toThrow("time does not go back");
    expect(clock.now()).toBe(100);
  });

  it("fires nothing on the way to a time that is none", () => {
    const clock = new VirtualClock();
    let fired = 0;
    clock.setTimeout(() => fired++, 10);
    expect(() => clock.advanceTo(Number.NaN)).toThrow("time does not go back");
    expect(fired).toBe(0);
    expect(clock.now()).toBe(0);
  });

  it("fires one timer a step, none that is due later", () => {
    const clock = new VirtualClock();
    const seen: number[] = [];
    for (const delayMs of [1, 2, 3]) clock.setTimeout(() => seen.push(delayMs), delayMs);
    expect(clock.step(2)).toBe(true);
    expect(clock.step(2)).toBe(true);
    expect(clock.step(2)).toBe(false);
    expect(seen).toEqual([1, 2]);
    expect(clock.now()).toBe(2);
  });
});

describe("a call that a compiler would have refused", () => {
  it.each(["advanceTo", "advanceBy"] as const)("%s of a text", (call) => {
    const clock = new VirtualClock();
    expect(() => clock[call]("5" as unknown as number)).toThrow(
      'a time must be a number of milliseconds, got "5"',
    );
    expect(clock.now()).toBe(0);
  });

  it("a timer of another clock is left alone", () => {
    const [clock, other] = [new VirtualClock(), new VirtualClock()];
    const seen: string[] = [];
    const timer = other.setTimeout(() => seen.push("fired"), 5);
    expect(() => clock.clearTimeout(timer)).toThrow("this timer was not armed at this clock");
    other.advanceTo(5);
    expect([seen, clock.pending, other.pending]).toEqual([["fired"], 0, 0]);
  });
});
