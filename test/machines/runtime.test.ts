/**
 * The runtime: every call and event for a container in every condition, and its deadlines.
 * Models: kubernetes/cri-api/pkg/apis/runtime/v1/api.proto RuntimeService.
 */
import { describe, expect, it } from "vitest";
import { type RuntimeMachineEvent, runtimeMachine } from "../../machines/world/runtime.ts";
import { PodInstances } from "../../machines/world/pod-instances.ts";
import type { RuntimeRequest } from "../../src/model/runtime.ts";
import { serviceOf } from "../../src/node/node-system.ts";
import { World, behaving, config, node, reachable } from "./support.ts";

type Condition = "absent" | "created" | "starting" | "running" | "stopping" | "exited";
type Told = "start" | "stop" | "stop now" | "remove" | "stop.timeout" | "world.kill";

/** Container c1, slow to end, brought into a condition; what led there is told already. */
function inCondition(condition: Condition): World {
  const world = new World(
    behaving(
      { startupMs: condition === "starting" ? 1000 : 0 },
      { exitAfterMs: 5000, exitCode: 143 },
    ),
  );
  if (condition !== "absent") world.call({ type: "runtime.create", config: config() });
  if (condition !== "absent" && condition !== "created") {
    world.call({ type: "runtime.start", id: "c1" });
  }
  if (condition === "stopping") world.call({ type: "runtime.stop", id: "c1", timeoutMs: 9000 });
  if (condition === "exited") {
    world.node.tellRuntime({ type: "world.kill", id: "c1", exitCode: 1 });
    world.after(0);
  }
  world.news();
  return world;
}

const calls: Readonly<Record<Told, Omit<RuntimeMachineEvent, "call" | "replyTo">>> = {
  start: { type: "runtime.start", id: "c1" } as RuntimeRequest,
  stop: { type: "runtime.stop", id: "c1", timeoutMs: 9000 } as RuntimeRequest,
  "stop now": { type: "runtime.stop", id: "c1", timeoutMs: 0 } as RuntimeRequest,
  remove: { type: "runtime.remove", id: "c1" } as RuntimeRequest,
  "stop.timeout": { type: "stop.timeout", id: "c1" } as RuntimeMachineEvent,
  "world.kill": { type: "world.kill", id: "c1", exitCode: 1 } as RuntimeMachineEvent,
};

/** What is answered at once; what happens; the state after it. */
type Cell = readonly [answers: string, happens: string, after: string | undefined];
const none = "";
const table: Readonly<Record<Condition, Readonly<Record<Told, Cell>>>> = {
  absent: {
    start: ["failed", none, undefined],
    stop: ["stopped", none, undefined],
    "stop now": ["stopped", none, undefined],
    remove: ["removed", none, undefined],
    "stop.timeout": [none, none, undefined],
    "world.kill": [none, none, undefined],
  },
  created: {
    start: ["started", "c1 Running", "Running"],
    stop: ["stopped", "c1 SIGTERM, c1 Exited", "Exited"],
    "stop now": ["stopped", "c1 SIGKILL, c1 Exited", "Exited"],
    remove: ["removed", "c1 SIGKILL, c1 Exited, c1 Removed", undefined],
    "stop.timeout": [none, "c1 SIGKILL, c1 Exited", "Exited"],
    "world.kill": [none, "c1 Exited", "Exited"],
  },
  starting: {
    start: [none, none, "Creating"],
    stop: ["failed stopped", "c1 SIGTERM, c1 Exited", "Exited"],
    "stop now": ["failed stopped", "c1 SIGKILL, c1 Exited", "Exited"],
    remove: ["failed removed", "c1 SIGKILL, c1 Exited, c1 Removed", undefined],
    "stop.timeout": ["failed", "c1 SIGKILL, c1 Exited", "Exited"],
    "world.kill": ["failed", "c1 Exited", "Exited"],
  },
  running: {
    start: ["started", none, "Running"],
    stop: [none, "c1 SIGTERM", "Running"],
    "stop now": ["stopped", "c1 SIGKILL, c1 Exited", "Exited"],
    remove: ["removed", "c1 SIGKILL, c1 Exited, c1 Removed", undefined],
    "stop.timeout": [none, "c1 SIGKILL, c1 Exited", "Exited"],
    "world.kill": [none, "c1 Exited", "Exited"],
  },
  stopping: {
    start: ["started", none, "Running"],
    stop: [none, none, "Running"],
    "stop now": ["stopped stopped", "c1 SIGKILL, c1 Exited", "Exited"],
    remove: ["stopped removed", "c1 SIGKILL, c1 Exited, c1 Removed", undefined],
    "stop.timeout": ["stopped", "c1 SIGKILL, c1 Exited", "Exited"],
    "world.kill": ["stopped", "c1 Exited", "Exited"],
  },
  exited: {
    start: ["failed", none, "Exited"],
    stop: ["stopped", none, "Exited"],
    "stop now": ["stopped", none, "Exited"],
    remove: ["removed", "c1 Removed", undefined],
    "stop.timeout": [none, none, "Exited"],
    "world.kill": [none, none, "Exited"],
  },
};
const cells = Object.entries(table).flatMap(([condition, row]) =>
  Object.entries(row).map(([told, cell]) => [condition, told, ...cell] as const),
);

describe("a container that is", () => {
  it.each(cells)(
    "%s, told %s: answers [%s], [%s], then %s",
    (...[is, told, answers, happens, to]) => {
      const world = inCondition(is as Condition);
      const before = world.heard.length;
      world.call(calls[told as Told] as Parameters<World["call"]>[0]);
      expect(world.heard.slice(before).join(" ")).toBe(answers);
      expect(world.news().join(", ")).toBe(happens);
      expect(world.find("c1")?.state).toBe(to);
    },
  );

  it.each([
    ["absent", "NOT_FOUND"],
    ["exited", "FAILED_PRECONDITION"],
  ] as const)("%s cannot be started: %s", (condition, code) => {
    const world = inCondition(condition);
    world.call({ type: "runtime.start", id: "c1" });
    expect(world.replies.at(-1)).toMatchObject({ type: "runtime.failed", code });
  });
});

describe("stopping", () => {
  it("ends with SIGKILL and 137 exactly when the timeout is over", () => {
    const world = new World(behaving({}, "ignored"));
    const id = world.start();
    world.call({ type: "runtime.stop", id, timeoutMs: 30_000 });
    world.after(29_999);
    expect(world.find(id)?.state).toBe("Running");
    expect(world.heard).toEqual(["created", "started"]);
    world.after(1);
    expect(world.find(id)).toMatchObject({ state: "Exited", exitCode: 137, finishedAtMs: 30_000 });
    expect(world.heard).toEqual(["created", "started", "stopped"]);
    expect(world.news()).toEqual([
      "c1 Creating",
      "c1 Running",
      "c1 SIGTERM",
      "c1 SIGKILL",
      "c1 Exited",
    ]);
  });

  it("ends with 143 where SIGTERM is obeyed, and no SIGKILL follows", () => {
    const world = new World(behaving());
    const id = world.start();
    world.call({ type: "runtime.stop", id, timeoutMs: 30_000 });
    expect(world.find(id)).toMatchObject({ state: "Exited", exitCode: 143, finishedAtMs: 0 });
    expect(world.node.simulation.clock.pending).toBe(0);
    world.after(60_000);
    expect(world.news().filter((what) => what.includes("SIG"))).toEqual(["c1 SIGTERM"]);
  });

  it("twice sends one SIGTERM, and a shorter timeout brings SIGKILL nearer", () => {
    const world = new World(behaving({}, "ignored"));
    const id = world.start();
    world.call({ type: "runtime.stop", id, timeoutMs: 30_000 });
    world.after(1000);
    world.call({ type: "runtime.stop", id, timeoutMs: 2000 });
    world.after(1999);
    expect(world.find(id)?.state).toBe("Running");
    world.after(1);
    expect(world.find(id)).toMatchObject({ exitCode: 137, finishedAtMs: 3000 });
    expect(world.heard).toEqual(["created", "started", "stopped", "stopped"]);
    expect(world.news().filter((what) => what.includes("SIG"))).toEqual([
      "c1 SIGTERM",
      "c1 SIGKILL",
    ]);
  });

  it("leaves the timeout of a container that is gone without effect", () => {
    const world = new World(behaving({}, "ignored"));
    const id = world.start();
    world.call({ type: "runtime.stop", id, timeoutMs: 30_000 });
    world.call({ type: "runtime.remove", id });
    world.news();
    world.after(60_000);
    expect(world.news()).toEqual([]);
  });
});

describe("the list", () => {
  it("is sorted by pod and container (bytes), then by creation (seed-notes B9, A35)", () => {
    const world = new World();
    for (const pod of ["beta", "alpha-9", "alpha-10", "Alpha", "alpha"]) world.start(config(pod));
    world.start(config("alpha", "Z"));
    world.start(config("alpha"));
    world.call({ type: "runtime.list" });
    const reply = world.replies.at(-1);
    const listed = reply?.type === "runtime.listed" ? reply.containers : [];
    expect(listed.map(({ pod, container, id }) => `${pod}/${container} ${id}`)).toEqual([
      "Alpha/app c4",
      "alpha/Z c6",
      "alpha/app c5",
      "alpha/app c7",
      "alpha-10/app c3",
      "alpha-9/app c2",
      "beta/app c1",
    ]);
  });

  it("is a picture of its moment and does not change afterwards", () => {
    const world = new World();
    world.start();
    const before = world.node.list();
    world.call({ type: "runtime.remove", id: "c1" });
    expect(before).toMatchObject([{ id: "c1", state: "Running" }]);
    expect(world.node.list()).toEqual([]);
  });

  it("counts calls, not looks; a removal counts when something was removed (A24, A25)", () => {
    const world = new World();
    const id = world.start();
    world.node.list();
    world.call({ type: "runtime.list" });
    world.call({ type: "runtime.remove", id: "c99" });
    expect(world.node.counters).toEqual({ lists: 1, creates: 1, removes: 0 });
    world.call({ type: "runtime.remove", id });
    world.call({ type: "runtime.remove", id });
    expect(world.node.counters).toEqual({ lists: 1, creates: 1, removes: 1 });
  });
});

describe("its containers", () => {
  it("behave as was said when they were created, whatever is said later", () => {
    const world = new World(behaving({ exitAfterMs: 1000, exitCode: 1 }));
    const old = world.start();
    world.node.tellRuntime({ type: "world.behave", behaviour: behaving() });
    world.after(0);
    const young = world.start(config("worker"));
    world.after(1000);
    expect([world.find(old)?.state, world.find(young)?.state]).toEqual(["Exited", "Running"]);
  });

  it("count their runs by key and pod UID", () => {
    const world = new World();
    const ids = [world.start(), world.start(), world.start({ ...config(), podUid: "another" })];
    expect(ids.map((id) => world.find(id)?.run)).toEqual([1, 2, 1]);
  });

  it("keep no call in mind once it is answered", () => {
    const world = new World(behaving({ startupMs: 1000 }));
    const id = world.start();
    const { ledger } = serviceOf(world.node.root, "runtime").getSnapshot().context;
    expect(ledger.slot(id).starts).toHaveLength(1);
    world.call({ type: "runtime.stop", id, timeoutMs: 1 });
    expect(ledger.slot(id)).toMatchObject({ starts: undefined, ends: undefined });
  });

  it("follow the behaviour of the first or second pod of their name", () => {
    const behaviour = behaving({ startupMs: 5000 }).map((rule) => ({ ...rule, instance: 2 }));
    const world = new World(behaviour);
    const ids = [world.start(), world.start({ ...config(), podUid: "another" })];
    expect(ids.map((id) => world.find(id)?.state)).toEqual(["Running", "Creating"]);
  });

  it.each(["Running", "Exited"])(
    "run as actors outside its snapshot until removed: %s",
    (state) => {
      const world = new World();
      const runtime = serviceOf(world.node.root, "runtime");
      const id = world.start();
      if (state === "Exited") world.call({ type: "runtime.stop", id, timeoutMs: 1 });
      expect(world.find(id)?.state).toBe(state);
      const actor = runtime.getSnapshot().context.ledger.actor(id);
      expect(Object.keys(runtime.getSnapshot().children)).toEqual([]);
      expect(actor.system).toBe(runtime.system);
      expect(actor.id).toBe("web/app#1");
      expect(actor.getSnapshot().status).toBe("active");
      world.call({ type: "runtime.remove", id });
      expect(actor.getSnapshot().status).toBe("stopped");
    },
  );
});

describe("a runtime", () => {
  it("stops the run when a container's actor fails, and says which", () => {
    const world = node();
    const error = new Error("no such process");
    serviceOf(world.root, "runtime").send({
      type: "xstate.error.actor.web/app#1",
      actorId: "web/app#1",
      error,
    });
    expect(() => world.advanceBy(0)).toThrow('container "web/app#1" failed: no such process');
  });

  it("is up or down", () => {
    const input = { behaviour: [], now: () => 0, instances: new PodInstances() };
    const events = [{ type: "world.runtimeDown" }, { type: "world.runtimeUp" }] as const;
    const states = reachable(runtimeMachine, input, events);
    expect(states).toEqual(['{"serving":"down"}', '{"serving":"up"}']);
  });
});
