/** How messages, timers and causes pass between the actors of a node. */
import { describe, expect, it } from "vitest";
import { type AnyActorRef, type InspectionEvent, createActor } from "xstate";
import { apiLinkMachine } from "../../machines/world/api-link.ts";
import { actorOf, serviceOf } from "../../src/node/node-system.ts";
import { relay } from "../../src/node/relay.ts";
import type { TraceRecord } from "../../src/model/trace.ts";
import { behaving, config, declaredPod, node } from "./support.ts";

describe("a relayed message", () => {
  it("keeps its sender, which the inspector needs for its arrows", () => {
    const world = node();
    const arrows: string[] = [];
    world.root.system.inspect((told: InspectionEvent) => {
      if (told.type !== "@xstate.event" || told.sourceRef === undefined) return;
      const [from, to] = [told.sourceRef as AnyActorRef, told.actorRef as AnyActorRef];
      arrows.push(`${from.id} ${told.event.type} ${to.id}`);
    });
    world.tellFiles({ type: "file.write", path: "a.yaml", pods: [declaredPod()] });
    world.startKubelet();
    world.advanceBy(0);
    expect(arrows.filter((arrow) => !arrow.includes("xstate."))).toEqual([
      "kubelet source.get file-source",
      "kubelet source.get api-link",
      "file-source source.pods kubelet",
      "api-link source.pods kubelet",
      "kubelet runtime.list runtime",
      "runtime runtime.listed kubelet",
      "kubelet runtime.create runtime",
      "runtime runtime.created kubelet",
      "kubelet runtime.start runtime",
      "runtime container.start web/app#1",
      "web/app#1 container.running runtime",
      "runtime runtime.started kubelet",
    ]);
  });

  it("to an actor that is gone is dropped", () => {
    const [from, to] = [createActor(apiLinkMachine).start(), createActor(apiLinkMachine).start()];
    relay(from, to, { type: "link.restore" });
    to.stop();
    relay(from, to, { type: "link.cut" });
    expect(to.getSnapshot()).toMatchObject({ status: "stopped", value: "up" });
  });

  it("is handled in a turn of its own: its sender is through by then", () => {
    const world = node();
    world.startKubelet();
    world.tellFiles({ type: "file.write", path: "a.yaml", pods: [declaredPod()] });
    world.advanceBy(0);
    const kubelet = actorOf(world.root, "kubelet");
    expect(kubelet?.getSnapshot().value).toBe("waiting");
    expect(serviceOf(world.root, "runtime").getSnapshot().context.ledger.counters.creates).toBe(1);
  });
});

describe("causes", () => {
  it("lead from a restart over the lists that showed it to the exit and its start", () => {
    const world = node({ behaviour: behaving({ exitAfterMs: 1500, exitCode: 1 }) });
    world.startKubelet();
    world.tellFiles({ type: "file.write", path: "a.yaml", pods: [declaredPod()] });
    world.advanceBy(4000);
    const restarted = world.records.find((told) => told.type === "container" && told.run === 2);
    expect(chain(world.records, restarted)).toEqual([
      "3 container Creating",
      "3 sync recreate",
      "3 relist",
      "2 container Removed",
      "2 sync crashed",
      "2 relist",
      "1.5 container Exited",
      "0 container Running",
      "0 container Creating",
      "0 sync create",
      "0 relist",
      "0 kubelet",
    ]);
  });

  it("of a container's end are its own start", () => {
    const world = node({ behaviour: behaving({ exitAfterMs: 1500, exitCode: 1 }) });
    world.addContainer(config());
    world.advanceBy(2000);
    const end = world.records.find((told) => told.type === "container" && told.to === "Exited");
    expect(chain(world.records, end)).toEqual(["1.5 container Exited", "0 container Running"]);
  });
});

it("the same input gives the same trace, to the byte", () => {
  const [one, other] = [1, 2].map(() => {
    const world = node({ behaviour: behaving({ startupMs: 300, exitAfterMs: 700, exitCode: 1 }) });
    world.startKubelet();
    const pods = [declaredPod("web"), declaredPod("worker", { restartPolicy: "Never" })];
    world.tellFiles({ type: "file.write", path: "a.yaml", pods });
    world.tellApi({ type: "link.restore" });
    world.advanceBy(30_000);
    return world.records.map((told) => JSON.stringify(told)).join("\n");
  });
  expect(one).toBe(other);
});

/** A record and what led to it, newest first. */
function chain(records: readonly TraceRecord[], last: TraceRecord | undefined): readonly string[] {
  const told: string[] = [];
  for (let at = last; at; at = at.cause === undefined ? undefined : records[at.cause - 1]) {
    told.push(label(at));
  }
  return told;
}

function label(told: TraceRecord): string {
  const detail =
    told.type === "sync"
      ? ` ${told.actions.map(({ action }) => action).join(" ")}`
      : told.type === "container"
        ? ` ${told.to}`
        : "";
  return `${told.t} ${told.type}${detail}`;
}
