/** The level-triggered kubelet: each event in each state, its rounds, what it does not need. */
import { describe, expect, it } from "vitest";
import { type KubeletEvent, kubeletLevelMachine } from "../../machines/textbook/kubelet-level.ts";
import { KubeletMemory } from "../../machines/textbook/memory.ts";
import { EventBus } from "../../src/bus/event-bus.ts";
import { nothingToDo } from "../../src/decide/textbook-plan.ts";
import type { NodeEvent } from "../../src/model/events.ts";
import type { TraceRecord } from "../../src/model/trace.ts";
import type { NodeOptions } from "../../src/node/node-options.ts";
import type { NodeSimulation } from "../../src/node/node-simulation.ts";
import { behaving, config, declaredPod, node, reachable, record, step } from "./support.ts";

const input = { periodMs: 1000, phaseMs: 500, now: () => 0 };
const sync: KubeletEvent = { type: "kubelet.sync" };
const listed: KubeletEvent = { type: "runtime.listed", call: 1, containers: [record("c1")] };
const failed: KubeletEvent = {
  type: "runtime.failed",
  call: 1,
  code: "UNAVAILABLE",
  message: "no answer",
};
const pods: KubeletEvent = { type: "source.pods", source: "file", pods: [declaredPod()] };
const periodOver = { type: "xstate.after.period.kubelet.waiting" };
const phaseOver = { type: "xstate.after.phase.kubelet.starting" };
const replies = (["created", "started", "stopped", "removed"] as const).map((verb) => ({
  type: `runtime.${verb}` as const,
  call: 9,
  id: "c1",
}));

/** A start follows a creation, a removal follows a stop; nothing follows the other two. */
function asksForMore({ type }: { readonly type: string }): boolean {
  return type === "runtime.created" || type === "runtime.stopped";
}

describe("in each state, each event", () => {
  const armed = "xstate.raise";
  const listing = "xstate.cancel askForList call";
  const round = `decide publish carryOut call ${armed}`;
  const everywhere = [
    [pods, "declare publish"],
    [{ type: "link.changed", up: true }, "ask"],
    [{ type: "link.changed", up: false }, ""],
    ...replies.map((reply) => [reply, asksForMore(reply) ? "hear call" : "hear"] as const),
  ] as const;
  const rows = [
    ["starting", sync, "listing", listing],
    ["starting", phaseOver, "listing", listing],
    ["starting", periodOver, "starting", ""],
    ["starting", listed, "starting", ""],
    ["starting", failed, "starting", "hear call"],
    ["waiting", sync, "listing", listing],
    ["waiting", phaseOver, "waiting", ""],
    ["waiting", periodOver, "listing", listing],
    ["waiting", listed, "waiting", ""],
    ["waiting", failed, "waiting", "hear call"],
    ["listing", sync, "listing", ""],
    ["listing", phaseOver, "listing", ""],
    ["listing", periodOver, "listing", ""],
    ["listing", listed, "waiting", round.replace("decide ", "")],
    ["listing", failed, "waiting", armed],
    ["listing", { ...failed, call: 2 }, "listing", "hear call"],
    ...["starting", "waiting", "listing"].flatMap((state) =>
      everywhere.map(([event, does]) => [state, event, state, does] as const),
    ),
  ] as const;

  it.each(rows)("%s + $type -> %s", (from, event, to, does) => {
    const memory = new KubeletMemory();
    memory.askForList();
    const snapshot = kubeletLevelMachine.resolveState({
      value: from,
      context: { ...input, memory, plan: nothingToDo },
    });
    const stepped = step(kubeletLevelMachine, snapshot, event);
    expect(stepped).toMatchObject({ to, does: does === "" ? [] : does.split(" ") });
  });

  it("reaches every state", () => {
    expect(reachable(kubeletLevelMachine, input, [sync, listed])).toEqual([
      "listing",
      "starting",
      "waiting",
    ]);
  });
});

describe("its rounds", () => {
  it("begin after the phase, then come a period after the one before", () => {
    const kubelet = started({ periodMs: 1000, phaseMs: 500 });
    const counts = [499, 1, 999, 1, 999, 1].map((ms) => {
      kubelet.advanceBy(ms);
      return kubelet.counters.lists;
    });
    expect(counts).toEqual([0, 1, 1, 2, 2, 3]);
  });

  it("are counted from the end of a round, which a slow list puts off", () => {
    const kubelet = started({ periodMs: 1000, latency: { list: 300 } });
    const counts = [299, 1, 1299, 1].map((ms) => {
      kubelet.advanceBy(ms);
      return kubelet.counters.lists;
    });
    expect(counts).toEqual([0, 1, 1, 2]);
  });

  it("come at once when asked for, and the next one a period later", () => {
    const kubelet = started();
    kubelet.advanceBy(400);
    kubelet.syncKubelet();
    const counts = [0, 999, 1].map((ms) => {
      kubelet.advanceBy(ms);
      return kubelet.counters.lists;
    });
    expect(counts).toEqual([2, 2, 3]);
  });

  it("see what the world does at the very instant of the round (seed-notes B7)", () => {
    const kubelet = started({ behaviour: behaving({ exitAfterMs: 3000, exitCode: 1 }) }, "web");
    kubelet.advanceTo(3000);
    expect(decisions(kubelet).at(-1)).toBe("3 crashed");
  });

  it("wait 1, 2, 4, 8, 8 periods of any length (seed-notes B13)", () => {
    const behaviour = behaving({ exitAfterMs: 1, exitCode: 1 });
    const kubelet = started({ behaviour, periodMs: 250 }, "web");
    kubelet.advanceTo(10_000);
    const crashes = kubelet.records.flatMap((told) =>
      told.type === "sync" ? told.actions.filter(({ action }) => action === "crashed") : [],
    );
    expect(crashes.slice(0, 6)).toMatchObject([
      { wait: 1, waitUntil: 0.5, restarts: 1 },
      { wait: 2, waitUntil: 1.25, restarts: 2 },
      { wait: 4, waitUntil: 2.5, restarts: 3 },
      { wait: 8, waitUntil: 4.75, restarts: 4 },
      { wait: 8, waitUntil: 7, restarts: 5 },
      { wait: 8, waitUntil: 9.25, restarts: 6 },
    ]);
  });
});

describe("calls that take time", () => {
  it("create a container once, however long the call takes", () => {
    const kubelet = started({ latency: { create: 3500, start: 2500 } }, "web");
    kubelet.advanceTo(3499);
    expect(kubelet.list()).toEqual([]);
    kubelet.advanceTo(5999);
    expect(kubelet.list()).toMatchObject([{ id: "c1", state: "Creating" }]);
    kubelet.advanceTo(20_000);
    expect(kubelet.list()).toMatchObject([{ id: "c1", state: "Running", startedAtMs: 6000 }]);
    expect(decisions(kubelet)).toEqual(["0 create"]);
  });

  it("remove a container once, stopped before it is removed", () => {
    const kubelet = started({ latency: { stop: 1500, remove: 1500 } }, "web");
    kubelet.advanceTo(500);
    kubelet.tellFiles({ type: "file.write", path: "pods.yaml", pods: [] });
    kubelet.advanceTo(2500);
    expect(kubelet.list()).toMatchObject([{ state: "Exited", exitCode: 143, finishedAtMs: 2500 }]);
    kubelet.advanceTo(3999);
    expect(kubelet.list()).toHaveLength(1);
    kubelet.advanceTo(20_000);
    expect(kubelet.list()).toEqual([]);
    expect(decisions(kubelet)).toEqual(["0 create", "1 remove"]);
    expect(kubelet.counters.removes).toBe(1);
  });

  it("let a crash count once while its removal takes longer than the wait", () => {
    const behaviour = behaving({ exitAfterMs: 500, exitCode: 1 });
    const kubelet = started({ behaviour, latency: { remove: 3500 } }, "web");
    kubelet.advanceTo(5000);
    expect(decisions(kubelet)).toEqual(["0 create", "1 crashed", "5 recreate"]);
  });

  it("are finished by the next kubelet when one dies between create and start", () => {
    const kubelet = started({ latency: { create: 800, start: 100 } }, "web");
    kubelet.advanceTo(500);
    kubelet.stopKubelet();
    kubelet.advanceTo(1000);
    expect(kubelet.list()).toMatchObject([{ id: "c1", state: "Creating" }]);
    kubelet.startKubelet();
    kubelet.advanceTo(5000);
    expect(decisions(kubelet)).toEqual(["0 create", "1 start"]);
    expect(kubelet.list()).toMatchObject([{ id: "c1", state: "Running", startedAtMs: 1100 }]);
  });

  it("that a dead kubelet left under way make a second container, and the oldest stays", () => {
    const kubelet = started({ latency: { create: 1500 } }, "web");
    kubelet.advanceTo(500);
    kubelet.stopKubelet();
    kubelet.startKubelet();
    kubelet.advanceTo(20_000);
    expect(decisions(kubelet)).toEqual(["0 create", "0.5 create", "2.5 start", "2.5 remove"]);
    expect(kubelet.list()).toMatchObject([{ id: "c1", state: "Running" }]);
  });

  it("stop a withdrawn container with its own grace, or with what its deletion left it", () => {
    const behaviour = behaving({}, "ignored");
    const kubelet = started({ behaviour }, "web", "worker");
    const deleted = declaredPod("worker", { deletionGraceMs: 3000 });
    kubelet.tellFiles({ type: "file.write", path: "pods.yaml", pods: [deleted] });
    kubelet.advanceTo(40_000);
    const ends = kubelet.records.flatMap((told) =>
      told.type === "container" && told.to === "Exited" ? `${told.pod} ${told.t}` : [],
    );
    expect(ends).toEqual(["worker 4", "web 31"]);
  });
});

describe("what it does not need", () => {
  it("notifications: without the bus it decides the same, to the byte (seed-notes B3, B37)", () => {
    const heard = syncsOf(busyRun({}));
    const bus = new SilentBus();
    const unheard = syncsOf(busyRun({ bus }));
    expect(bus.swallowed).toBeGreaterThan(20);
    expect(heard.length).toBeGreaterThan(10);
    expect(unheard).toBe(heard);
  });

  it("its memory: after each restart it settles on the same containers", () => {
    const kubelet = started({}, "web", "worker");
    for (let second = 1; second <= 5; second++) {
      kubelet.stopKubelet();
      kubelet.startKubelet();
      kubelet.advanceTo(second * 1000);
    }
    expect(kubelet.list().map(({ id }) => id)).toEqual(["c1", "c2"]);
    expect(decisions(kubelet)).toEqual(["0 create", "0 create"]);
  });
});

/** Swallows what the runtime tells; facts that others publish pass, so that the trace has them. */
class SilentBus extends EventBus<NodeEvent> {
  swallowed = 0;

  constructor() {
    super({
      causes: { current: undefined, within: (_, handle) => handle() },
      onError: (error) => {
        throw error;
      },
    });
  }

  override publish(event: NodeEvent): void {
    if ("container" in event && typeof event.container === "object") this.swallowed++;
    else super.publish(event);
  }
}

function busyRun(options: Partial<NodeOptions>): NodeSimulation {
  const behaviour = behaving({ startupMs: 700, exitAfterMs: 1900, exitCode: 1 });
  const kubelet = started({ behaviour, ...options }, "web", "worker");
  kubelet.tellApi({ type: "link.restore" });
  const api = declaredPod("once", { source: "api", restartPolicy: "Never" });
  kubelet.tellApi({ type: "api.declare", pods: [api] });
  kubelet.advanceTo(6000);
  kubelet.addContainer(config("stray"));
  kubelet.advanceTo(9000);
  kubelet.tellFiles({ type: "file.write", path: "pods.yaml", pods: [declaredPod("worker")] });
  kubelet.tellRuntime({ type: "world.kill", id: "c2", exitCode: 9 });
  kubelet.advanceTo(40_000);
  return kubelet;
}

function syncsOf({ records }: NodeSimulation): string {
  const syncs = records.flatMap((told) => (told.type === "sync" ? [withoutPlace(told)] : []));
  return syncs.map((told) => JSON.stringify(told)).join("\n");
}

/** Without `seq` and `cause`: those count records that a silent bus does not make. */
function withoutPlace({ seq: _seq, cause: _cause, ...told }: TraceRecord): object {
  return told;
}

/** A node whose kubelet runs since 0 s, with pods of one container each in a file. */
function started(options: Partial<NodeOptions> = {}, ...names: readonly string[]): NodeSimulation {
  const kubelet = node(options);
  const declared = names.map((name) => declaredPod(name));
  kubelet.tellFiles({ type: "file.write", path: "pods.yaml", pods: declared });
  kubelet.startKubelet();
  kubelet.advanceTo(0);
  return kubelet;
}

/** When and what it decided: `3 crashed`. */
function decisions({ records }: NodeSimulation): readonly string[] {
  return records.flatMap((told) =>
    told.type === "sync" ? told.actions.map(({ action }) => `${told.t} ${action}`) : [],
  );
}
