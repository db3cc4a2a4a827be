/** The bus: one order for everybody, causes kept, and a handler that throws is told of. */
import { describe, expect, it } from "vitest";
import { EventBus } from "../../src/bus/event-bus.ts";
import { Causes } from "../../src/sim/causes.ts";

interface Fact {
  readonly type: string;
}

function bus() {
  const causes = new Causes();
  const errors: Error[] = [];
  return {
    causes,
    errors,
    bus: new EventBus<Fact>({ causes, onError: (error) => errors.push(error) }),
  };
}

describe("an event bus", () => {
  it("shows every handler the same order, whoever publishes during delivery", () => {
    const { bus: events } = bus();
    const seen: Record<"first" | "second" | "third", string[]> = {
      first: [],
      second: [],
      third: [],
    };
    events.handle("first", events.events$, ({ type }) => {
      seen.first.push(type);
      if (type === "a") events.publish({ type: "b" });
    });
    events.handle("second", events.events$, ({ type }) => {
      seen.second.push(type);
      if (type === "a") events.publish({ type: "c" });
      if (type === "b") events.publish({ type: "d" });
    });
    events.handle("third", events.events$, ({ type }) => seen.third.push(type));
    events.publish({ type: "a" });
    events.publish({ type: "e" });
    const order = ["a", "b", "c", "d", "e"];
    expect(seen).toEqual({ first: order, second: order, third: order });
    expect(events.published).toBe(5);
  });

  it("delivers before publish returns, unless a delivery is under way", () => {
    const { bus: events } = bus();
    const seen: string[] = [];
    events.handle("log", events.events$, ({ type }) => {
      seen.push(`${type} begins`);
      if (type === "a") events.publish({ type: "b" });
      seen.push(`${type} ends`);
    });
    events.publish({ type: "a" });
    expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  });

  it("does not grow the stack with a chain of events that lead to each other", () => {
    const { bus: events, errors } = bus();
    let left = 100_000;
    events.handle("chain", events.events$, () => {
      if (left-- > 0) events.publish({ type: "next" });
    });
    events.publish({ type: "next" });
    expect(errors).toEqual([]);
    expect(events.published).toBe(100_001);
  });

  it("keeps the cause of an event that waits, and gives the publisher its own back", () => {
    const { bus: events, causes } = bus();
    const seen: [string, number | undefined][] = [];
    events.handle("log", events.events$, ({ type }) => {
      seen.push([type, causes.current]);
      if (type !== "a") return;
      causes.current = 7;
      events.publish({ type: "b" });
      causes.current = 8;
      events.publish({ type: "c" });
      causes.current = 9;
    });
    causes.current = 1;
    events.publish({ type: "a" });
    expect(seen).toEqual([
      ["a", 1],
      ["b", 7],
      ["c", 8],
    ]);
    // What handles an event directly may become the cause of what the publisher does next.
    expect(causes.current).toBe(9);
  });

  it("tells of a handler that throws by its name, and goes on with the others", () => {
    const { bus: events, errors } = bus();
    const seen: string[] = [];
    events.handle("fragile", events.events$, ({ type }) => {
      if (type === "a") throw new Error("no such pod");
      seen.push(`fragile ${type}`);
    });
    events.handle("sturdy", events.events$, ({ type }) => seen.push(`sturdy ${type}`));
    events.publish({ type: "a" });
    events.publish({ type: "b" });
    expect(errors.map(({ message }) => message)).toEqual([
      'handler "fragile" of the bus threw: no such pod',
    ]);
    expect(seen).toEqual(["sturdy a", "fragile b", "sturdy b"]);
  });

  it("keeps what was thrown as the cause of what it tells", () => {
    const { bus: events, errors } = bus();
    const thrown = new RangeError("no such pod");
    events.handle("fragile", events.events$, () => {
      throw thrown;
    });
    events.publish({ type: "a" });
    expect(errors[0]?.cause).toBe(thrown);
  });

  it("lets a handler leave", () => {
    const { bus: events } = bus();
    const seen: string[] = [];
    const subscription = events.handle("log", events.events$, ({ type }) => {
      seen.push(type);
      subscription.unsubscribe();
    });
    events.publish({ type: "a" });
    events.publish({ type: "b" });
    expect(seen).toEqual(["a"]);
  });
});
