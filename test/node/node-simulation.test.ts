/** A whole node: its options, looks from outside, and the same bytes on every run. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dropEvents } from "../../src/bus/deliveries.ts";
import { EventBus } from "../../src/bus/event-bus.ts";
import type { NodeEvent } from "../../src/model/events.ts";
import type { RuntimeEvent } from "../../src/model/runtime.ts";
import type { TraceRecord } from "../../src/model/trace.ts";
import type { NodeOptions } from "../../src/node/node-options.ts";
import type { NodeSimulation } from "../../src/node/node-simulation.ts";
import { Causes } from "../../src/sim/causes.ts";
import { SimulationError } from "../../src/sim/limits.ts";
import {
  behaviour,
  containerLines,
  jsonLines,
  listLines,
  nodeWith,
  pod,
  strayConfig,
} from "./sample-node.ts";

/** Two pods; one of them crashes now and then. */
const twoPods = [
  pod({ name: "web", containers: ["app", "log"] }),
  pod({ name: "job", namespace: "batch", restartPolicy: "OnFailure" }),
];
const crashing = [
  behaviour([{ startupMs: 250, exitAfterMs: 1500, exitCode: 1 }, { startupMs: 250 }], {
    container: "app",
  }),
];

function busy(options: Partial<NodeOptions> = {}): NodeSimulation {
  return nodeWith(twoPods, { behaviour: crashing, ...options });
}

/** The whole of a busy node, as it is written to a file. */
function bytes(options: Partial<NodeOptions>, cuts: readonly number[] = []): string {
  const node = busy(options);
  for (const cutMs of cuts) node.advanceTo(cutMs);
  node.advanceTo(30_000);
  return jsonLines(node.records);
}

describe("a node", () => {
  it("brings what is declared to life and keeps it alive", () => {
    const node = nodeWith([pod()], {
      behaviour: [behaviour([{ startupMs: 250, exitAfterMs: 1000, exitCode: 1 }, {}])],
    });
    node.advanceTo(10_000);
    expect(containerLines(node.records)).toEqual([
      "0 c1 Creating",
      "0.25 c1 Running",
      "1.25 c1 Exited",
      "2 c1 Removed",
      "3 c2 Creating",
      "3 c2 Running",
    ]);
    expect(listLines(node)).toEqual(["c2 web/app Running"]);
  });

  it("has no kubelet until it is started", () => {
    const node = nodeWith([pod()]);
    expect(node.kubeletMemory).toBeUndefined();
    node.advanceBy(0);
    expect(node.kubeletMemory).toBeDefined();
    node.stopKubelet();
    node.advanceBy(0);
    expect(node.kubeletMemory).toBeUndefined();
    node.syncKubelet();
    node.advanceBy(10_000);
    expect(listLines(node)).toEqual(["c1 web/app Running"]);
  });

  it("links each record to the one that led to it", () => {
    const node = busy();
    node.advanceTo(30_000);
    const bySeq = new Map(node.records.map((record) => [record.seq, record]));
    expect(node.records.map(({ seq }) => seq)).toEqual(node.records.map((_, index) => index + 1));
    for (const { cause, seq } of node.records) expect(cause ?? 0).toBeLessThan(seq);
    const chain: string[] = [];
    const last = node.records.findLast(({ type }) => type === "container");
    for (let at: TraceRecord | undefined = last; at; at = bySeq.get(at.cause ?? 0)) {
      chain.push(at.type === "container" ? `${at.type} ${at.to}` : at.type);
    }
    // Running again, because created, because decided, because listed …
    expect(chain.slice(0, 4)).toEqual([
      "container Running",
      "container Creating",
      "sync",
      "relist",
    ]);
  });
});

describe("options", () => {
  it("phaseMs is the time to the first round, periodMs that between two", () => {
    const node = nodeWith([pod()], { phaseMs: 300, periodMs: 5000 });
    node.advanceTo(15_300);
    const rounds = node.records.flatMap((record) => (record.type === "relist" ? [record.t] : []));
    expect(rounds).toEqual([0.3, 5.3, 10.3, 15.3]);
  });

  it("latency delays the effect of each call", () => {
    const latency = { list: 10, create: 200, start: 300, stop: 400, remove: 500 };
    const node = nodeWith([pod()], { latency, phaseMs: 90 });
    node.advanceTo(2000);
    expect(containerLines(node.records)).toEqual(["0.3 c1 Creating", "0.6 c1 Running"]);
    node.tellFiles({ type: "file.remove", path: "pods.yaml" });
    node.advanceTo(10_000);
    // Rounds at 0.1, 1.11, 2.12 …: a period counts from the list's arrival.
    expect(containerLines(node.records).slice(2)).toEqual(["2.52 c1 Exited", "3.02 c1 Removed"]);
    expect(listLines(node)).toEqual([]);
  });

  it("faults keep notifications from an observer, and the trace says so", () => {
    const lost = dropEvents<RuntimeEvent>("storm", ({ type }) => type === "ContainerStarted");
    const node = nodeWith([pod()], { observe: "edge", faults: [lost] });
    node.advanceTo(5000);
    const told = node.records.flatMap((record) =>
      record.type === "runtimeEvent" ? [`${record.event} ${record.delivered}`] : [],
    );
    expect(told).toEqual(["ContainerCreated true", "ContainerStarted storm"]);
    expect(listLines(node)).toEqual(["c1 web/app Running"]);
  });

  it("faults do not touch a kubelet that lists", () => {
    const lost = dropEvents<RuntimeEvent>("storm", () => true);
    const withFaults = busy({ faults: [lost] });
    const without = busy();
    withFaults.advanceTo(30_000);
    without.advanceTo(30_000);
    expect(containerLines(withFaults.records)).toEqual(containerLines(without.records));
  });

  it("keepRecords: false keeps a tail, while onRecord is told of all", () => {
    const told: TraceRecord[] = [];
    const node = busy({ keepRecords: false, onRecord: (record) => told.push(record) });
    node.advanceTo(30_000);
    expect(jsonLines(told)).toBe(bytes({}));
    expect(node.records.length).toBeLessThanOrEqual(24);
    expect(node.records.at(-1)).toBe(told.at(-1));
  });

  it("limits end the run in an error that names the node's seed", () => {
    const node = busy({ limits: { events: 50 }, seed: 4711 });
    expect(() => node.advanceTo(60_000)).toThrow(SimulationError);
    expect(() => node.advanceTo(60_000)).toThrow(/"events".*\n.*seed 4711; the trace ends with/);
  });

  it("bus replaces the node's own: a kubelet that lists decides the same without any", () => {
    class DeafBus extends EventBus<NodeEvent> {
      override publish(): void {}
    }
    const deaf = new DeafBus({ causes: new Causes(), onError: () => {} });
    const deafened = busy({ bus: deaf });
    const listening = busy();
    for (let atMs = 0; atMs <= 30_000; atMs += 250) {
      deafened.advanceTo(atMs);
      listening.advanceTo(atMs);
      expect(deafened.list()).toEqual(listening.list());
    }
    expect(deafened.records).toEqual([]);
    expect(deafened.counters).toEqual(listening.counters);
  });
});

describe("from outside", () => {
  it("looking moves no counter and leaves no record", () => {
    const [looked, left] = [busy(), busy()];
    for (let atMs = 0; atMs <= 30_000; atMs += 500) {
      looked.advanceTo(atMs);
      void [looked.list(), looked.counters, looked.kubeletMemory?.declarations, looked.records];
    }
    left.advanceTo(30_000);
    expect(looked.counters).toEqual(left.counters);
    expect(looked.bus.published).toBe(left.bus.published);
    expect(looked.simulation.turns).toBe(left.simulation.turns);
    expect(jsonLines(looked.records)).toBe(jsonLines(left.records));
  });

  it("a list that was given does not change afterwards", () => {
    const node = busy();
    node.advanceTo(1000);
    const list = node.list();
    const before = JSON.stringify(list);
    node.advanceTo(30_000);
    expect(JSON.stringify(list)).toBe(before);
    expect(JSON.stringify(node.list())).not.toBe(before);
  });

  it("a call counts as any other, and nobody hears the answer", () => {
    const node = nodeWith([], {});
    node.advanceTo(500);
    const { lists } = node.counters;
    node.call({ type: "runtime.list", call: 1 });
    node.call({ type: "runtime.create", call: 2, config: strayConfig("stray") });
    node.advanceBy(0);
    expect(node.counters).toMatchObject({ lists: lists + 1, creates: 1 });
    expect(listLines(node)).toEqual(["c1 stray/app Creating"]);
    node.advanceTo(2000);
    expect(listLines(node)).toEqual([]);
  });
});

describe("what cannot go on", () => {
  it("an actor that throws stops the node, with its name and the end of the trace", () => {
    const node = busy();
    node.advanceTo(1000);
    node.tellRuntime({ type: "container.running", id: "c99" });
    const run = (): void => node.advanceTo(2000);
    expect(run).toThrow('actor "runtime" failed: the runtime has no container c99');
    expect(run).toThrow(/at 1 s, seed 42; the trace ends with\n {2}\{"t":/);
    expect(globalThis.setTimeout).not.toHaveBeenCalled();
  });

  it("a handler of its bus that throws stops it", () => {
    const node = busy();
    node.bus.handle("page", node.bus.events$, (event) => {
      if (event.type === "ContainerDied") throw new Error("no such row");
    });
    expect(() => node.advanceTo(30_000)).toThrow(
      'handler "page" of the bus threw: no such row\nat 1.75 s, seed 42',
    );
  });

  it("an observer of records that throws stops it", () => {
    const onRecord = (): never => {
      throw new Error("the disk is full");
    };
    expect(() => busy({ onRecord }).advanceBy(0)).toThrow("the disk is full");
  });
});

describe("the same input", () => {
  const options = fc.record({
    observe: fc.constantFrom("level" as const, "edge" as const),
    seed: fc.integer(),
    phaseMs: fc.nat(2000),
    periodMs: fc.integer({ min: 100, max: 3000 }),
    latency: fc.record({ list: fc.nat(700), create: fc.nat(700), stop: fc.nat(700) }),
  });

  it("gives the same bytes", () => {
    fc.assert(
      fc.property(options, (given) => {
        expect(bytes(given)).toBe(bytes(given));
      }),
    );
  });

  it("gives the same bytes in pieces as at once", () => {
    fc.assert(
      fc.property(options, fc.array(fc.nat(30_000)), (given, cuts) => {
        const inOrder = cuts.toSorted((a, b) => a - b);
        expect(bytes(given, inOrder)).toBe(bytes(given));
      }),
    );
  });
});
