/** The container: every event in every state, and its script on virtual time. */
import { describe, expect, it } from "vitest";
import {
  type ContainerContext,
  type ContainerEvent,
  containerMachine,
} from "../../machines/world/container.ts";
import { World, behaving, reachable, step } from "./support.ts";

const machine = containerMachine.provide({
  // Outside a runtime there is no parent to report to.
  actions: { reportRunning: () => {}, reportExited: () => {} },
});

const ran: ContainerContext = {
  id: "c1",
  started: false,
  script: { startupMs: 100, exitAfterMs: 500, exitCode: 7 },
  sigterm: { exitAfterMs: 200, exitCode: 0 },
};
const exit: ContainerEvent = { type: "process.exit", exitCode: 7, reason: "Error" };
const start: ContainerEvent = { type: "container.start" };
const up: ContainerEvent = { type: "process.up" };
const oom: ContainerEvent = { type: "child.oom" };
const term: ContainerEvent = { type: "signal.term" };
const kill: ContainerEvent = { type: "signal.kill" };

interface Row {
  readonly from: "creating" | "running" | "exited";
  readonly with?: Partial<ContainerContext>;
  readonly event: ContainerEvent;
  readonly to: string;
  readonly does: string;
}

const atOnce = { script: { startupMs: 0, exitCode: 0 } };
const hangs = { script: { startupMs: 5, exitCode: 0, startHangs: true } };
const obeys = { sigterm: { exitAfterMs: 0, exitCode: 143 } };
const rows: readonly Row[] = [
  { from: "creating", event: start, to: "creating", does: "arm" },
  { from: "creating", with: { started: true }, event: start, to: "creating", does: "" },
  { from: "creating", with: hangs, event: start, to: "creating", does: "" },
  { from: "creating", with: atOnce, event: start, to: "running", does: "reportRunning arm arm" },
  { from: "creating", event: up, to: "running", does: "reportRunning arm arm" },
  { from: "creating", event: exit, to: "exited", does: "disarm reportExited" },
  { from: "creating", event: term, to: "exited", does: "disarm reportExited" },
  { from: "creating", event: kill, to: "exited", does: "disarm reportExited" },
  { from: "running", event: start, to: "running", does: "" },
  { from: "running", event: up, to: "running", does: "" },
  { from: "running", event: exit, to: "exited", does: "disarm reportExited" },
  { from: "running", event: term, to: "running", does: "arm" },
  { from: "running", with: obeys, event: term, to: "exited", does: "disarm reportExited" },
  { from: "running", with: { sigterm: "ignored" }, event: term, to: "running", does: "" },
  { from: "running", event: kill, to: "exited", does: "disarm reportExited" },
  { from: "running", event: oom, to: "running", does: "" },
  { from: "creating", event: oom, to: "creating", does: "" },
  { from: "exited", event: oom, to: "exited", does: "" },
  { from: "exited", event: start, to: "exited", does: "" },
  { from: "exited", event: up, to: "exited", does: "" },
  { from: "exited", event: exit, to: "exited", does: "" },
  { from: "exited", event: term, to: "exited", does: "" },
  { from: "exited", event: kill, to: "exited", does: "" },
];

describe("in each state, each event", () => {
  it.each(rows)(
    "$from + $event.type with $with -> $to",
    ({ from, with: facts, event, to, does }) => {
      const snapshot = machine.resolveState({ value: from, context: { ...ran, ...facts } });
      const stepped = step(machine, snapshot, event);
      expect(stepped).toMatchObject({ to, does: does === "" ? [] : does.split(" ") });
    },
  );

  it.each([
    ["its own end", "running", exit, {}, 7, "Error"],
    ["SIGTERM before it ran", "creating", term, {}, 143, "Error"],
    ["SIGTERM that it obeys", "running", term, obeys, 143, "Error"],
    ["SIGKILL", "running", kill, {}, 137, "Error"],
    ["SIGKILL before it ran", "creating", kill, {}, 137, "Error"],
  ] as const)("keeps the exit code of %s", (_, value, event, facts, exitCode, reason) => {
    const snapshot = machine.resolveState({ value, context: { ...ran, ...facts } });
    expect(step(machine, snapshot, event).next.context).toMatchObject({ exitCode, reason });
  });

  it("reaches every state", () => {
    const events = [start, up, exit, term, kill];
    expect(reachable(machine, ran, events)).toEqual(Object.keys(machine.states).toSorted());
  });
});

describe("on virtual time", () => {
  it("runs once its start-up time is over, not before (seed-notes A33)", () => {
    const world = new World(behaving({ startupMs: 1000 }));
    const id = world.start();
    world.after(999);
    expect(world.find(id)).toMatchObject({ state: "Creating", startedAtMs: undefined });
    expect(world.heard).toEqual(["created"]);
    world.after(1);
    expect(world.find(id)).toMatchObject({ state: "Running", startedAtMs: 1000 });
    expect(world.heard).toEqual(["created", "started"]);
  });

  it("ends by itself a time after it ran, with its code (seed-notes A33)", () => {
    const world = new World(behaving({ startupMs: 1000, exitAfterMs: 500, exitCode: 3 }));
    const id = world.start();
    world.after(1499);
    expect(world.find(id)?.state).toBe("Running");
    world.after(1);
    expect(world.find(id)).toMatchObject({
      state: "Exited",
      exitCode: 3,
      reason: "Error",
      finishedAtMs: 1500,
    });
  });

  it("ends as Completed with code 0", () => {
    const world = new World(behaving({ exitAfterMs: 500, exitCode: 0 }));
    const id = world.start();
    world.after(500);
    expect(world.find(id)).toMatchObject({ exitCode: 0, reason: "Completed" });
  });

  it("is killed by the kernel with the code that its script has, for OOMKilled", () => {
    const world = new World(behaving({ exitAfterMs: 500, exitCode: 137, oomKilled: true }));
    const id = world.start();
    world.after(500);
    expect(world.find(id)).toMatchObject({ exitCode: 137, reason: "OOMKilled" });
  });

  it("stays Creating when its start hangs, until somebody ends it", () => {
    const world = new World(behaving({ startHangs: true }));
    const id = world.start();
    world.after(86_400_000);
    expect(world.find(id)?.state).toBe("Creating");
    expect(world.heard).toEqual(["created"]);
    world.call({ type: "runtime.stop", id, timeoutMs: 30_000 });
    expect(world.find(id)).toMatchObject({ state: "Exited", exitCode: 143 });
    expect(world.heard).toEqual(["created", "failed", "stopped"]);
  });

  it("obeys SIGTERM in its own time and with its own code", () => {
    const world = new World(behaving({}, { exitAfterMs: 2000, exitCode: 5 }));
    const id = world.start();
    world.call({ type: "runtime.stop", id, timeoutMs: 30_000 });
    world.after(1999);
    expect(world.find(id)?.state).toBe("Running");
    world.after(1);
    expect(world.find(id)).toMatchObject({ state: "Exited", exitCode: 5, finishedAtMs: 2000 });
  });

  it("forgets its scripted end once it was killed", () => {
    const world = new World(behaving({ exitAfterMs: 500, exitCode: 3 }));
    const id = world.start();
    world.node.tellRuntime({ type: "world.kill", id, exitCode: 9 });
    world.after(1000);
    expect(world.find(id)).toMatchObject({ exitCode: 9, finishedAtMs: 0 });
    expect(world.node.simulation.clock.pending).toBe(0);
  });

  it("plays one script for each run, and the last for all that follow", () => {
    const runs = [
      { startupMs: 0, exitAfterMs: 100, exitCode: 1 },
      { startupMs: 0, exitAfterMs: 200, exitCode: 2 },
    ];
    const sigterm = { exitAfterMs: 0, exitCode: 143 };
    const world = new World([{ pod: "*", container: "*", behaviour: { runs, sigterm } }]);
    const ids = [world.start(), world.start(), world.start()];
    world.after(200);
    expect(ids.map((id) => world.find(id))).toMatchObject([
      { run: 1, exitCode: 1, finishedAtMs: 100 },
      { run: 2, exitCode: 2, finishedAtMs: 200 },
      { run: 3, exitCode: 2, finishedAtMs: 200 },
    ]);
  });
});
