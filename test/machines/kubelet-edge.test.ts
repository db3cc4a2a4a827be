/** The edge-triggered kubelet: every event in every state, and what a lost event costs it. */
import { describe, expect, it } from "vitest";
import { type EdgeEvent, kubeletEdgeMachine } from "../../machines/textbook/kubelet-edge.ts";
import { FoldedView } from "../../machines/textbook/folded-view.ts";
import { KubeletMemory } from "../../machines/textbook/memory.ts";
import { dropEvents } from "../../src/bus/deliveries.ts";
import { nothingToDo } from "../../src/decide/textbook-plan.ts";
import type { RuntimeEvent } from "../../src/model/runtime.ts";
import type { NodeOptions } from "../../src/node/node-options.ts";
import type { NodeSimulation } from "../../src/node/node-simulation.ts";
import { behaving, config, declaredPod, node, reachable, record, step } from "./support.ts";

const input = { periodMs: 1000, phaseMs: 500, now: () => 0 };
const c1 = record("c1", { state: "Running" });
const listed: EdgeEvent = { type: "runtime.listed", call: 1, containers: [c1] };
const notified: EdgeEvent = {
  type: "runtime.event",
  event: { type: "ContainerStarted", container: c1, from: "Creating" },
};
const pods: EdgeEvent = { type: "source.pods", source: "file", pods: [declaredPod()] };
const over: EdgeEvent = { type: "wait.over", key: c1.key };
const due: EdgeEvent = { type: "relist.due" };
const phaseOver = { type: "xstate.after.phase.kubelet.starting" };
const failed: EdgeEvent = {
  type: "runtime.failed",
  call: 9,
  code: "UNAVAILABLE",
  message: "no answer",
};
const replies = (["created", "started", "stopped"] as const).map((verb): EdgeEvent => {
  return { type: `runtime.${verb}`, call: 9, id: "c1" };
});
const removed: EdgeEvent = { type: "runtime.removed", call: 9, id: "c1" };

/** A start follows a creation, a removal follows a stop; nothing follows the other two. */
function asksForMore({ type }: { readonly type: string }): boolean {
  return type === "runtime.created" || type === "runtime.stopped";
}

describe("in each state, each event", () => {
  const acts = "publish carryOut call armWaits";
  const everywhere = [
    [{ type: "link.changed", up: true }, "ask"],
    [{ type: "link.changed", up: false }, ""],
    ...replies.map((reply) => [reply, asksForMore(reply) ? "hear call" : "hear"] as const),
    [failed, "hear call"],
  ] as const;
  const rows = [
    ["starting", phaseOver, "listing", "xstate.cancel askForList call armRelist"],
    ["starting", listed, "starting", ""],
    ["starting", notified, "starting", ""],
    ["starting", pods, "starting", "declare publish"],
    ["starting", removed, "starting", "hear call"],
    ["starting", over, "starting", ""],
    ["listing", phaseOver, "listing", ""],
    ["listing", listed, "watching", `adopt publish ${acts}`],
    ["listing", notified, "listing", ""],
    ["listing", pods, "listing", "declare publish"],
    ["listing", removed, "listing", "hear call"],
    ["listing", over, "listing", ""],
    ["watching", phaseOver, "watching", ""],
    ["watching", listed, "watching", ""],
    ["watching", notified, "watching", `fold ${acts}`],
    ["watching", pods, "watching", `declare publish ${acts}`],
    ["watching", removed, "watching", `hear call ${acts}`],
    ["watching", over, "watching", acts],
    ["starting", due, "starting", ""],
    ["listing", due, "listing", ""],
    ["watching", due, "listing", "askForList call armRelist"],
    ...["starting", "listing", "watching"].flatMap((state) =>
      everywhere.map(([event, does]) => [state, event, state, does] as const),
    ),
  ] as const;

  it.each(rows)("%s + $type -> %s", (from, event, to, does) => {
    const context = { memory: new KubeletMemory(), view: new FoldedView(), plan: nothingToDo };
    const snapshot = kubeletEdgeMachine.resolveState({
      value: from,
      context: { ...input, ...context },
    });
    const stepped = step(kubeletEdgeMachine, snapshot, event);
    expect(stepped).toMatchObject({ to, does: does === "" ? [] : does.split(" ") });
  });

  it("reaches every state", () => {
    expect(reachable(kubeletEdgeMachine, input, [phaseOver, listed])).toEqual([
      "listing",
      "starting",
      "watching",
    ]);
  });
});

describe("with every event delivered", () => {
  it("lists once in its life, and acts at the moment of the event", () => {
    const kubelet = started({ behaviour: behaving({ exitAfterMs: 1234, exitCode: 1 }) }, "web");
    kubelet.advanceTo(60_000);
    expect(kubelet.counters.lists).toBe(1);
    expect(decisions(kubelet).slice(0, 3)).toEqual(["0 create", "1.234 crashed", "2.234 recreate"]);
  });

  it("serves the same waits as the level-triggered one: 1, 2, 4, 8, 8 (seed-notes B13)", () => {
    const kubelet = started({ behaviour: behaving({ exitAfterMs: 1, exitCode: 1 }) }, "web");
    kubelet.advanceTo(60_000);
    const waits = kubelet.records.flatMap((told) =>
      told.type === "sync"
        ? told.actions.flatMap((action) => (action.action === "crashed" ? [action.wait] : []))
        : [],
    );
    expect(waits.slice(0, 6)).toEqual([1, 2, 4, 8, 8, 8]);
  });

  it("ends where the level-triggered one ends", () => {
    const [edge, level] = (["edge", "level"] as const).map((observe) => {
      const kubelet = started({ observe }, "web", "worker");
      kubelet.advanceTo(2000);
      kubelet.addContainer(config("stray"));
      kubelet.tellFiles({ type: "file.write", path: "pods.yaml", pods: [declaredPod("web")] });
      kubelet.tellRuntime({ type: "world.kill", id: "c1", exitCode: 1 });
      kubelet.advanceTo(30_000);
      return kubelet.list().map(({ pod, container, state }) => ({ pod, container, state }));
    });
    expect(edge).toEqual([{ pod: "web", container: "app", state: "Running" }]);
    expect(level).toEqual(edge);
  });

  it("adopts what runs when it starts, and removes what nobody declares", () => {
    const kubelet = node({ observe: "edge" });
    kubelet.addContainer(config("web"));
    kubelet.addContainer(config("stray"));
    kubelet.tellFiles({ type: "file.write", path: "a.yaml", pods: [declaredPod("web")] });
    kubelet.startKubelet();
    kubelet.advanceTo(5000);
    expect(kubelet.list()).toMatchObject([{ id: "c1", pod: "web", state: "Running" }]);
    expect(decisions(kubelet)).toEqual(["0 remove"]);
  });

  it("asks both sources at its start, and the API again when the link is back", () => {
    const kubelet = node({ observe: "edge" });
    const api = (name: string) => declaredPod(name, { source: "api" });
    kubelet.tellApi({ type: "link.restore" });
    kubelet.tellApi({ type: "api.declare", pods: [api("web")] });
    kubelet.startKubelet();
    kubelet.advanceTo(1000);
    expect(kubelet.list().map(({ pod }) => pod)).toEqual(["web"]);
    kubelet.tellApi({ type: "link.cut" });
    kubelet.tellApi({ type: "api.declare", pods: [api("worker")] });
    kubelet.advanceTo(2000);
    expect(kubelet.list().map(({ pod }) => pod)).toEqual(["web"]);
    kubelet.tellApi({ type: "link.restore" });
    kubelet.advanceTo(3000);
    expect(kubelet.list().map(({ pod }) => pod)).toEqual(["worker"]);
  });

  it("creates again only when the removal is through, however long the call takes", () => {
    const behaviour = behaving({ exitAfterMs: 500, exitCode: 1 });
    const kubelet = started({ behaviour, latency: { remove: 3500 } }, "web");
    kubelet.advanceTo(4200);
    expect(decisions(kubelet)).toEqual(["0 create", "0.5 crashed", "4 recreate"]);
  });

  it("serves no wait for the kubelet that it followed", () => {
    const kubelet = started({ behaviour: behaving({ exitAfterMs: 100, exitCode: 1 }) }, "web");
    kubelet.advanceTo(8000);
    kubelet.stopKubelet();
    kubelet.advanceTo(60_000);
    expect(kubelet.list()).toEqual([]);
    expect(kubelet.kubeletMemory).toBeUndefined();
  });
});

describe("with one event lost", () => {
  it.each([
    ["edge", ["Exited"]],
    ["level", ["Running"]],
  ] as const)("%s ends with web %j", (observe, states) => {
    const isFirstDeath = ({ type, container }: RuntimeEvent): boolean =>
      type === "ContainerDied" && container.id === "c1";
    const faults = [dropEvents<RuntimeEvent>("lost", isFirstDeath)];
    const kubelet = started({ observe, faults }, "web");
    kubelet.tellRuntime({ type: "world.kill", id: "c1", exitCode: 1 });
    kubelet.advanceTo(3_600_000);
    expect(kubelet.list().map(({ state }) => state)).toEqual(states);
  });
});

function started(options: Partial<NodeOptions> = {}, ...names: readonly string[]): NodeSimulation {
  const kubelet = node({ observe: "edge", ...options });
  const declared = names.map((name) => declaredPod(name));
  kubelet.tellFiles({ type: "file.write", path: "pods.yaml", pods: declared });
  kubelet.startKubelet();
  kubelet.advanceTo(0);
  return kubelet;
}

function decisions({ records }: NodeSimulation): readonly string[] {
  return records.flatMap((told) =>
    told.type === "sync" ? told.actions.map(({ action }) => `${told.t} ${action}`) : [],
  );
}
