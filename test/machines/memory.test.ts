/** What a kubelet keeps between two looks: which calls are under way, and what follows each. */
import { describe, expect, it } from "vitest";
import { KubeletMemory } from "../../machines/textbook/memory.ts";
import { joinDeclarations } from "../../src/decide/declarations.ts";
import type { Command, Plan } from "../../src/decide/textbook-plan.ts";
import type { DeclaredPod } from "../../src/model/pod.ts";
import type { RuntimeReply } from "../../src/model/runtime.ts";
import { config, declaredPod, record } from "./support.ts";

const { key } = config();
const failed = { type: "runtime.failed", code: "NOT_FOUND", message: "gone" } as const;

describe("carrying out a plan", () => {
  it("creates, then starts what was created, and knows both to be under way", () => {
    const memory = carryingOut({ command: "create", declaration: declarationOf() });
    expect(memory.outbox).toMatchObject([{ type: "runtime.create", call: 1, config: { key } }]);
    expect([...memory.creating]).toEqual([key]);
    memory.hear({ type: "runtime.created", call: 1, id: "c1" });
    expect(memory.outbox).toEqual([{ type: "runtime.start", call: 2, id: "c1" }]);
    expect([[...memory.creating], [...memory.starting]]).toEqual([[], ["c1"]]);
    memory.hear({ type: "runtime.started", call: 2, id: "c1" });
    expect([memory.outbox, [...memory.starting]]).toEqual([[], []]);
  });

  it("stops what runs before it removes it", () => {
    const container = record("c1", { state: "Running" });
    const memory = carryingOut({ command: "remove", container, graceMs: 3000 });
    expect(memory.outbox).toEqual([{ type: "runtime.stop", call: 1, id: "c1", timeoutMs: 3000 }]);
    memory.hear({ type: "runtime.stopped", call: 1, id: "c1" });
    expect(memory.outbox).toEqual([{ type: "runtime.remove", call: 2, id: "c1" }]);
    expect([...memory.removing]).toEqual(["c1"]);
    memory.hear({ type: "runtime.removed", call: 2, id: "c1" });
    expect([memory.outbox, [...memory.removing]]).toEqual([[], []]);
  });

  it("removes at once what has exited", () => {
    const container = record("c1", { state: "Exited" });
    const memory = carryingOut({ command: "remove", container, graceMs: 3000 });
    expect(memory.outbox).toEqual([{ type: "runtime.remove", call: 1, id: "c1" }]);
  });

  it("keeps the waits of the plan, and which containers it left", () => {
    const memory = new KubeletMemory();
    const backoff = { restarts: 1, waitUntilMs: 5 };
    const left = { namespace: "default", pod: "web", container: "app", id: "c1", exitCode: 0 };
    const plan: Plan = {
      actions: [{ action: "leave", ...left }],
      commands: [],
      backoffs: [[key, backoff]],
    };
    memory.carryOut(plan);
    expect([memory.backoffs.get(key), [...memory.left], memory.outbox]).toEqual([
      backoff,
      ["c1"],
      [],
    ]);
  });
});

it("forgets that a container was left once it is gone", () => {
  const container = record("c1", { state: "Exited" });
  const memory = carryingOut({ command: "remove", container, graceMs: 0 });
  memory.left.add("c1");
  memory.hear({ type: "runtime.removed", call: 1, id: "c1" });
  expect([...memory.left]).toEqual([]);
});

describe("a call that fails", () => {
  const running = record("c1", { state: "Running" });
  const exited = record("c1", { state: "Exited" });
  it.each([
    ["create", { command: "create", declaration: declarationOf() }],
    ["start", { command: "start", id: "c1" }],
    ["stop", { command: "remove", container: running, graceMs: 1 }],
    ["remove", { command: "remove", container: exited, graceMs: 1 }],
  ] as const)("is under way no longer: %s", (_, command) => {
    const memory = carryingOut(command);
    memory.hear({ ...failed, call: 1 });
    const { creating, starting, removing, outbox } = memory;
    expect([...creating, ...starting, ...removing, ...outbox]).toEqual([]);
  });

  it("nobody made changes nothing", () => {
    const memory = carryingOut({ command: "create", declaration: declarationOf() });
    memory.hear({ type: "runtime.created", call: 7, id: "c1" });
    expect([memory.outbox, [...memory.creating]]).toEqual([[], [key]]);
  });
});

describe("lists", () => {
  it("are told apart by their call: only the last one asked for is waited for", () => {
    const memory = new KubeletMemory();
    memory.askForList();
    const first = answer(memory);
    memory.askForList();
    expect([memory.isListReply(first), memory.isListReply(answer(memory))]).toEqual([false, true]);
  });
});

describe("declarations", () => {
  it("of both sources stand together, each replaced by its own source alone", () => {
    const memory = new KubeletMemory();
    memory.declare(from("file", declaredPod("kube-apiserver")));
    memory.declare(from("api", declaredPod("web", { source: "api" })));
    memory.declare(from("api"));
    expect([...memory.declarations.byKey.values()].map(({ pod }) => pod.name)).toEqual([
      "kube-apiserver",
    ]);
  });

  it("tell what is new: the source, its pods, and each key that is declared twice", () => {
    const memory = new KubeletMemory();
    const position = { file: "pods.yaml", line: 3, column: 1 };
    memory.declare(from("file", declaredPod("web", { position })));
    memory.declare(from("api", declaredPod("web", { source: "api", uid: "other" })));
    expect(memory.news).toMatchObject([
      { type: "source", source: "api", pods: 1 },
      { type: "pod", change: "added", uid: "other" },
      {
        type: "warning",
        message:
          "web/app is declared twice: the one of a file (pods.yaml:3) is in force, " +
          "the one of the API (number 2) is ignored",
      },
    ]);
  });

  it("count the pods that stand, without those under deletion", () => {
    const memory = new KubeletMemory();
    memory.declare(from("api", declaredPod("web"), declaredPod("old", { deletionGraceMs: 1 })));
    expect(memory.news[0]).toMatchObject({ type: "source", pods: 1 });
  });
});

function carryingOut(...commands: readonly Command[]): KubeletMemory {
  const memory = new KubeletMemory();
  memory.carryOut({ actions: [], commands, backoffs: [] });
  return memory;
}

function declarationOf() {
  const declaration = joinDeclarations([declaredPod()], []).byKey.get(key);
  if (declaration === undefined) throw new Error("web/app is declared");
  return declaration;
}

function answer({ outbox: [request] }: KubeletMemory): RuntimeReply {
  return { type: "runtime.listed", call: request?.call ?? 0, containers: [] };
}

function from(source: "file" | "api", ...pods: readonly DeclaredPod[]) {
  return { type: "source.pods", source, pods } as const;
}
