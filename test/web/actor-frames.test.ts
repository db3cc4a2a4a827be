/** What is made of frames of the inspector's protocol, from whatever program they come. */
import { describe, expect, it } from "vitest";
import { ActorFrames } from "../../src/web/actor-frames.ts";
import { stateAt } from "../../src/web/actor-log.ts";

const definition = JSON.stringify({ id: "toggle", initial: "off", states: { off: {}, on: {} } });

function actor(sessionId: string, more: object = {}): object {
  const first = { status: "active", value: "off", context: { count: 0 } };
  return {
    type: "@xstate.actor",
    sessionId,
    name: sessionId,
    createdAt: "0",
    snapshot: first,
    ...more,
  };
}

function event(sessionId: string, type: string, createdAt: string, sourceId?: string): object {
  return { type: "@xstate.event", sessionId, sourceId, event: { type }, createdAt };
}

function snapshot(sessionId: string, createdAt: string, own: object): object {
  const all = { status: "active", value: "on", context: { count: 1 }, ...own };
  return { type: "@xstate.snapshot", sessionId, createdAt, event: { type: "flip" }, snapshot: all };
}

function framesOf(...all: readonly unknown[]): ActorFrames {
  const frames = new ActorFrames();
  for (const frame of all) frames.take(frame);
  return frames;
}

const node = [
  actor("node-1"),
  actor("node-1/switch", { parentId: "node-1", definition }),
  event("node-1/switch", "flip", "2000", "node-1"),
  snapshot("node-1/switch", "2000", {}),
  event("node-1/switch", "cut", "3000"),
  snapshot("node-1/switch", "3000", { status: "stopped" }),
];

describe("frames of a run", () => {
  const [system] = framesOf(...node).systems;
  const life = system?.actors.get("node-1/switch");

  it("tell who is there from when to when, in which state, and what it holds", () => {
    expect(system?.count).toBe(6);
    expect(life?.parent).toBe("node-1");
    expect(life?.machine?.id).toBe("toggle");
    const states = [2, 3, 4, 5, 6].map((count) => stateAt(life!, system!.pointAt(count)));
    expect(states).toEqual(["off", "off", "on", "on", undefined]);
    expect(life?.steps.map(({ count, context }) => [count, context])).toEqual([
      [2, { count: 0 }],
      [4, { count: 1 }],
      [6, { count: 1 }],
    ]);
  });

  it("tell who sent what to whom, and when", () => {
    expect(system?.messages).toEqual([
      { ms: 2000, count: 3, from: "node-1", to: "node-1/switch", type: "flip" },
      { ms: 3000, count: 5, to: "node-1/switch", type: "cut" },
    ]);
    expect(life?.messages).toEqual([0, 1]);
  });

  it("have a moment for every frame, and none before or after them", () => {
    expect([-1, 1, 3, 99].map((count) => system?.pointAt(count))).toEqual([
      { ms: 0, count: 1 },
      { ms: 0, count: 1 },
      { ms: 2000, count: 3 },
      { ms: 3000, count: 6 },
    ]);
  });
});

describe("frames of several programs", () => {
  it("are told apart by their roots, each with a clock of its own", () => {
    const { systems } = framesOf(
      ...node,
      actor("x:0", { name: "mine", createdAt: "1796000000000" }),
      actor("x:1", { name: "child", parentId: "x:0", createdAt: "1796000000500" }),
      actor("x:0 (2)", { name: "mine", createdAt: "1796000000000" }),
    );
    expect(systems.map(({ name, actors }) => [name, ...actors.keys()])).toEqual([
      ["node-1", "node-1", "node-1/switch"],
      ["mine", "mine", "mine/child"],
      ["mine (2)", "mine (2)"],
    ]);
    expect(systems[1]?.pointAt(2)).toEqual({ ms: 500, count: 2 });
  });

  it("that come once more change nothing but the end of time", () => {
    const frames = framesOf(...node, ...node.slice(0, 2));
    expect(frames.systems).toHaveLength(1);
    expect(frames.systems[0]?.pointAt(99)).toEqual({ ms: 3000, count: 6 });
  });
});

describe("an actor of any program", () => {
  const lifeOf = (own: object) => framesOf(actor("a", own)).systems[0]?.actors.get("a");

  it.each([
    ["no definition", undefined],
    ["no statechart", '{"id":"a"}'],
    ["a list", "[]"],
  ])("has no chart: %s", (_, given) => {
    expect(lifeOf({ definition: given })).toMatchObject({ machine: undefined });
    expect(lifeOf({ definition: given })?.flaw).toBeUndefined();
  });

  it.each([
    ["no JSON", "{", /JSON/],
    ["a state that is not there", '{"initial":"b","states":{"a":{}}}', /b/],
    ["a target that is not there", '{"states":{"a":{"on":{"x":"c"}}}}', /c/],
    ["states that are none", '{"initial":"a","states":{"a":7,"b":null}}', /./],
  ])("says why it cannot be drawn: %s", (_, given, why) => {
    expect(lifeOf({ definition: given })).toMatchObject({ machine: undefined });
    expect(lifeOf({ definition: given })?.flaw).toMatch(why);
  });

  it("is looked at after its end where it is the program itself", () => {
    const [system] = framesOf(actor("a"), snapshot("a", "5", { status: "done" })).systems;
    expect(stateAt(system!.actors.get("a")!, system!.pointAt(2))).toBe("on");
  });

  it.each([
    ["nothing", undefined],
    ["no object", 7],
    ["an actor without an id", { type: "@xstate.actor" }],
    ["news of an actor that nobody knows", snapshot("b", "5", {})],
    ["another type", { type: "@xstate.microstep", sessionId: "a" }],
  ])("is not made of what is no frame, which is counted: %s", (_, frame) => {
    const frames = framesOf(actor("a"), frame);
    expect(frames.passedOver).toBe(1);
    expect(frames.systems).toHaveLength(1);
  });

  it.each([
    ["a snapshot that is none", { snapshot: null }],
    ["a state that is none", { snapshot: { value: { a: 7 } } }],
    ["a time that is none", { createdAt: "soon" }],
    ["a parent that nobody knows", { parentId: "b" }],
  ])("is there in spite of %s", (_, own) => {
    const frames = framesOf(actor("a", own));
    expect(frames.passedOver).toBe(0);
    expect(frames.systems[0]?.pointAt(1)).toEqual({ ms: 0, count: 1 });
    expect([[], [{ ms: 0, count: 1, value: "off" }]]).toContainEqual(
      frames.systems[0]?.actors.get("a")?.states,
    );
  });
});
