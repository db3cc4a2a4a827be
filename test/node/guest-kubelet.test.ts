/** A kubelet of somebody else's: what it is told, what it may say, and what it cannot reach. */
import { describe, expect, it } from "vitest";
import { type AnyActorLogic, emit, fromCallback, fromTransition, setup } from "xstate";
import { RuntimeLedger } from "../../machines/world/runtime-ledger.ts";
import { EventBus } from "../../src/bus/event-bus.ts";
import { compareVariants } from "../../src/compare/compare.ts";
import { NodeSimulation } from "../../src/node/node-simulation.ts";
import { guestRequest } from "../../src/node/guest-request.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { Recorder } from "../../src/sim/recorder.ts";
import { Simulation } from "../../src/sim/simulation.ts";
import { TimerHeap } from "../../src/sim/timer-heap.ts";
import { VirtualClock } from "../../src/sim/virtual-clock.ts";
import { exampleInput } from "../trace/traces.ts";

const input = exampleInput("lost-event");
const insides = [
  RuntimeLedger,
  EventBus,
  NodeSimulation,
  Recorder,
  Simulation,
  TimerHeap,
  VirtualClock,
] as const;

/** Whatever can be got at from these by reading fields, however deep. */
function reachable(roots: readonly unknown[]): ReadonlySet<object> {
  const seen = new Set<object>();
  const waiting = [...roots];
  for (
    let value = waiting.pop();
    waiting.length > 0 || value !== undefined;
    value = waiting.pop()
  ) {
    if ((typeof value !== "object" && typeof value !== "function") || value === null) continue;
    if (seen.has(value)) continue;
    seen.add(value);
    if (value instanceof Map) waiting.push(...value.keys(), ...value.values());
    if (value instanceof Set) waiting.push(...value);
    for (const key of Reflect.ownKeys(value)) {
      const field = Reflect.getOwnPropertyDescriptor(value, key);
      if (field !== undefined && "value" in field) waiting.push(field.value);
    }
  }
  return seen;
}

function play(logic: AnyActorLogic) {
  return runScenario(input, { observe: "edge", kubelet: { name: "mine", logic } });
}

const list = emit({ type: "runtime.list", call: 1 });

function machine(config: object): AnyActorLogic {
  return setup({}).createMachine(config);
}

function failing(): never {
  throw new Error("boom");
}

function errorOf(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

const lister = setup({}).createMachine({
  initial: "waiting",
  on: { "runtime.listed": { actions: () => {} } },
  states: { waiting: { after: { 1000: { target: "waiting", reenter: true, actions: list } } } },
});

describe("a kubelet of one's own", () => {
  it("is told what a kubelet is told, and its lists are counted", () => {
    const told: string[] = [];
    const logic = fromTransition((state, event) => {
      told.push(event.type);
      return state;
    }, {});
    const { records } = play(logic);
    expect(told.slice(0, 2)).toEqual(["source.pods", "source.pods"]);
    expect(new Set(told)).toEqual(new Set(["source.pods", "link.changed"]));
    expect(records.at(-1)).toMatchObject({ type: "verdict", agrees: false });
    const { variants } = compareVariants(input, { observe: ["level"], own: { lister } });
    expect(variants["lister"]).toMatchObject({ converged: false, measures: { lists: 20 } });
    expect(variants["lister"]?.measures).not.toHaveProperty("decisions");
  });

  it("is not called as one of ours is, nor is one of ours compared twice", () => {
    const twice = () => compareVariants(input, { observe: ["edge", "level", "edge"] });
    expect(twice).toThrow("two of those to compare are called edge; give each name once");
    const same = () => compareVariants(input, { observe: ["level"], own: { level: lister } });
    expect(same).toThrow("level is what one of our kubelets is called");
  });

  it("cannot reach the runtime by anything that it is given", () => {
    const given: unknown[] = [];
    const spy = setup({}).createMachine({
      entry: ({ self, system }) => given.push(self, system),
      context: ({ input: own, spawn, self }) => {
        given.push(own, spawn, self);
        return {};
      },
      on: {
        "source.pods": { actions: [({ event }) => given.push(event), list] },
        "*": { actions: ({ event, self, system }) => given.push(event, self, system) },
      },
    });
    const { records } = play(spy as AnyActorLogic);
    expect(records.some(({ type }) => type === "relist")).toBe(true);
    expect(given.length).toBeGreaterThan(10);
    const all = [...reachable(given)];
    // What the walk would find if it were there.
    expect(reachable([{ deep: new Map([[1, { clock: new VirtualClock() }]]) }])).toContainEqual(
      expect.any(VirtualClock),
    );
    expect(all.filter((one) => insides.some((inside) => one instanceof inside))).toEqual([]);
  });

  it.each(["runtime", "api-link", "file-source", "kubelet"])("has no %s in its system", (name) => {
    let found: unknown = "never asked";
    const spy = fromTransition((state, _, { self, system }) => {
      // oxlint-disable-next-line no-underscore-dangle -- XState's own name.
      found = [system.get(name), self._parent];
      return state;
    }, {});
    play(spy);
    expect(found).toEqual([undefined, undefined]);
  });

  it("cannot change what it is told", () => {
    const vandal = fromTransition((state, event) => {
      if (event.type === "source.pods") (event as unknown as { pods: unknown[] }).pods.pop();
      return state;
    }, {});
    expect(() => play(vandal)).toThrow(/Cannot delete property|not extensible|read only/);
  });

  it("is told which of its calls is none", () => {
    const babbler = fromCallback(({ emit: say }) =>
      say({ type: "runtime.kill", id: "c1" } as never),
    );
    expect(() => play(babbler)).toThrow('the kubelet mine emitted "runtime.kill"; expected one of');
  });

  it.each([
    ["when it started", machine({ entry: () => failing() })],
    ["when a timer of it was due", machine({ after: { 2500: { actions: () => failing() } } })],
    [
      'when it was told {"type":"link.changed",',
      machine({ on: { "link.changed": { actions: failing } } }),
    ],
    ["when it was stopped", fromCallback(() => () => failing())],
  ])("that fails is told by its name, %s", (moment, mine) => {
    const stopping = exampleInput("kubelet-restart-textbook");
    const options = { observe: ["level"], own: { mine } } as const;
    const error = errorOf(() => compareVariants(stopping, options));
    expect(error.message).toContain(`the kubelet mine threw Error: boom\n${moment}`);
    expect(error.cause).toMatchObject({ name: "GuestError", cause: { message: "boom" } });
  });

  it.each([
    [
      "emitted runtime.list 50000 times, was told runtime.listed 49999 times",
      machine({ on: { "*": { actions: list } } }),
    ],
    [
      "had a timer that was due 99999 times, was told source.pods 2 times;",
      machine({ initial: "a", states: { a: { after: { 0: { target: "a", reenter: true } } } } }),
    ],
  ])("that goes on without time is ended: it %s", (said, mine) => {
    const error = errorOf(() => play(mine));
    expect(error.message).toContain("the kubelet mine goes on for ever at one moment of virtual");
    expect(error.message).toContain(said);
  });

  it("takes the textbook's place alone", () => {
    const kubernetes = exampleInput("crash-loop");
    expect(() => compareVariants(kubernetes, { own: { lister } })).toThrow(
      "lister takes the textbook's place, and this is kubernetes; use model: textbook",
    );
  });
});

describe("its name", () => {
  it("is none of ours, for which a reader would take it", () => {
    const options = { observe: ["level"], own: { edge: lister } } as const;
    expect(() => compareVariants(input, options)).toThrow(
      "edge is what one of our kubelets is called; give yours another name",
    );
  });
});

describe("what it emits", () => {
  const config = {
    namespace: "default",
    pod: "web",
    podUid: "web@1",
    container: "app",
    image: "a",
    gracePeriodMs: 0,
  };

  it("is copied field by field", () => {
    const request = {
      type: "runtime.create",
      call: 1,
      config: { ...config, more: {} },
      replyTo: 1,
    };
    expect(guestRequest(request)).toEqual({ type: "runtime.create", call: 1, config });
  });

  it("is shown as it is where it is no JSON", () => {
    const call = 1n;
    expect(() => guestRequest({ type: "runtime.list", call })).toThrow("with call 1n; expected a");
    const round: { self?: object } = {};
    round.self = round;
    expect(() => guestRequest({ type: round })).toThrow("emitted an object that is not data;");
    expect(() => guestRequest({ type: [Number.NaN] })).toThrow('emitted ["NaN"];');
  });

  it.each([
    [undefined, "emitted undefined; expected an object"],
    [{ type: "toString" }, 'emitted "toString"; expected one of source.get, runtime.'],
    [{ type: "runtime.list" }, "runtime.list with call undefined; expected a number"],
    [{ type: "runtime.stop", call: 1, id: "c", timeoutMs: Infinity }, "with timeoutMs Infinity"],
    [{ type: "runtime.list", call: Number.NaN }, "with call NaN; expected a number"],
    [{ type: "runtime.create", call: 1 }, "emitted undefined; expected an object"],
    [
      { type: "runtime.create", call: 1, config: { ...config, pod: 7 } },
      "the config of runtime.create with pod 7; expected a string",
    ],
  ])("%j is refused", (emitted, said) => {
    expect(() => guestRequest(emitted)).toThrow(said);
  });
});
