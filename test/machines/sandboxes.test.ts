/**
 * The runtime's sandboxes: each call for one in each condition.
 * Models: kubernetes/cri-api/pkg/apis/runtime/v1/api.proto RunPodSandbox, StopPodSandbox:
 * stopping the
 * stopped and removing the absent succeed.
 */
import { describe, expect, it } from "vitest";
import { createActor, fromCallback } from "xstate";
import { sandboxesMachine } from "../../machines/world/sandboxes.ts";
import type { SandboxReply } from "../../src/model/cri.ts";
import { Recorded } from "./recorded.ts";
import { reachable } from "./support.ts";

const replyTo = createActor(fromCallback(() => {}));
const config = (pod = "web", attempt = 0) => ({
  namespace: "default",
  pod,
  podUid: `uid-${pod}`,
  attempt,
  hostNetwork: false,
});
const run = (pod?: string, attempt?: number) => ({
  type: "sandbox.run",
  call: 1,
  config: config(pod, attempt),
  replyTo,
});
const calls = {
  stop: { type: "sandbox.stop", call: 2, id: "s1", replyTo },
  remove: { type: "sandbox.remove", call: 3, id: "s1", replyTo },
  "world.killSandbox": { type: "world.killSandbox", id: "s1" },
} as const;

type Condition = "absent" | "ready" | "stopped";

/** Sandbox s1 in that condition. */
function inCondition(condition: Condition): Recorded {
  const effects = ["reply", "publish", "killContainers"];
  const recorded = new Recorded(sandboxesMachine, { now: () => 5000 }, effects);
  if (condition !== "absent") recorded.send(run());
  if (condition === "stopped") recorded.send(calls.stop);
  return recorded;
}

function list(recorded: Recorded, podUid?: string): readonly string[] {
  const filter = podUid === undefined ? {} : { podUid };
  const [told] = recorded.send({ type: "sandbox.list", call: 9, replyTo, ...filter });
  const reply = (told?.params as { readonly reply: SandboxReply } | undefined)?.reply;
  if (reply?.type !== "sandbox.listed") throw new Error("a list was asked for");
  return reply.sandboxes.map(({ id, state }) => `${id} ${state}`);
}

const table: Readonly<
  Record<Condition, Readonly<Record<keyof typeof calls, readonly [does: string, left: string]>>>
> = {
  absent: {
    stop: ["reply", ""],
    remove: ["reply", ""],
    "world.killSandbox": ["", ""],
  },
  ready: {
    stop: ["killContainers publish reply", "s1 NotReady"],
    remove: ["publish reply", ""],
    "world.killSandbox": ["publish", "s1 NotReady"],
  },
  stopped: {
    stop: ["reply", "s1 NotReady"],
    remove: ["publish reply", ""],
    "world.killSandbox": ["", "s1 NotReady"],
  },
};
const cells = Object.entries(table).flatMap(([condition, row]) =>
  Object.entries(row).map(([call, cell]) => [condition, call, ...cell] as const),
);

describe("a sandbox that is", () => {
  it.each(cells)("%s, told %s: [%s], then [%s]", (condition, call, does, left) => {
    const recorded = inCondition(condition as Condition);
    expect(recorded.names(calls[call as keyof typeof calls]).join(" ")).toBe(does);
    expect(list(recorded).join(", ")).toBe(left);
  });
});

describe("the sandboxes", () => {
  it("are told of as they come and go, with the number of the call in each answer", () => {
    const recorded = inCondition("absent");
    expect(recorded.send(run())).toEqual([
      {
        type: "publish",
        params: {
          type: "sandbox",
          namespace: "default",
          pod: "web",
          uid: "uid-web",
          id: "s1",
          attempt: 0,
          to: "Ready",
        },
      },
      {
        type: "reply",
        params: { to: replyTo, reply: { type: "sandbox.running", call: 1, id: "s1" } },
      },
    ]);
    const stopped = recorded.send(calls.stop);
    expect(stopped.map(({ params }) => params)).toMatchObject([
      "s1",
      { from: "Ready", to: "NotReady" },
      { reply: { type: "sandbox.stopped", call: 2 } },
    ]);
    const removed = recorded.send(calls.remove);
    expect(removed.map(({ params }) => params)).toMatchObject([
      { from: "NotReady", to: "Removed" },
      { reply: { type: "sandbox.removed", call: 3 } },
    ]);
  });

  it("are listed in the order of their creation, all or those of one pod", () => {
    const recorded = inCondition("ready");
    recorded.send(run("db"));
    recorded.send(run("web", 1));
    expect(list(recorded)).toEqual(["s1 Ready", "s2 Ready", "s3 Ready"]);
    expect(list(recorded, "uid-web")).toEqual(["s1 Ready", "s3 Ready"]);
    expect(list(recorded, "uid-none")).toEqual([]);
  });

  it("keep the name of their attempt until they are removed (E5)", () => {
    const recorded = inCondition("stopped");
    const [refusal] = recorded.send(run());
    const name = '"web_default_uid-web_0"';
    expect(refusal?.params).toMatchObject({
      reply: {
        type: "runtime.failed",
        code: "FAILED_PRECONDITION",
        message: `failed to reserve sandbox name ${name}: name ${name} is reserved for "s1"`,
      },
    });
    recorded.send(calls.remove);
    recorded.send(run());
    expect(list(recorded)).toEqual(["s2 Ready"]);
  });

  it("have an address each, and the time of their creation", () => {
    const recorded = inCondition("ready");
    recorded.send(run("db"));
    const { records } = recorded.context as {
      readonly records: ReadonlyMap<string, { readonly ip: string; readonly createdAtMs: number }>;
    };
    const all = [...records.values()];
    expect(new Set(all.map(({ ip }) => ip)).size).toBe(2);
    expect(all.map(({ createdAtMs }) => createdAtMs)).toEqual([5000, 5000]);
  });

  it("reach their one state", () => {
    expect(reachable(sandboxesMachine, { now: () => 0 }, [])).toEqual(["serving"]);
  });
});
