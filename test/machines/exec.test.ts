/**
 * Commands in containers: what each ends with, and when.
 * Models: kubernetes/cri-api/pkg/apis/runtime/v1/api.proto ExecSync.
 */
import { describe, expect, it } from "vitest";
import { createActor, fromTransition } from "xstate";
import { PodInstances } from "../../machines/world/pod-instances.ts";
import { type ArmedExec, RuntimeLedger } from "../../machines/world/runtime-ledger.ts";
import type { ContainerBehaviour } from "../../src/model/behaviour.ts";
import { defaultBehaviour } from "../../src/model/behaviour.ts";
import type { ExecPurpose, ExecReply } from "../../src/model/cri.ts";
import type { RuntimeReply } from "../../src/model/runtime.ts";
import { config, node } from "./support.ts";

const readiness: ExecPurpose = { kind: "probe", probe: "readiness" };
const hook: ExecPurpose = { kind: "hook", hook: "preStop" };

type Heard = ExecReply | RuntimeReply;

/** Container c1 of that behaviour, and who hears the answers. */
class Shell {
  readonly node;
  readonly #heard = createActor(
    fromTransition((heard: readonly Heard[], reply: Heard) => [...heard, reply], []),
  ).start();
  #calls = 0;

  constructor(behaviour: Partial<ContainerBehaviour> = {}, isStarted = true) {
    const rule = { pod: "*", container: "*", behaviour: { ...defaultBehaviour, ...behaviour } };
    this.node = node({ behaviour: [rule] });
    this.node.call({ type: "runtime.create", call: 0, config: config() });
    if (isStarted) this.node.call({ type: "runtime.start", call: 0, id: "c1" });
    this.node.advanceBy(0);
  }

  exec(purpose: ExecPurpose, timeoutMs = 0, id = "c1"): this {
    const call = ++this.#calls;
    const replyTo = this.#heard;
    this.node.tellRuntime({ type: "runtime.exec", call, id, purpose, timeoutMs, replyTo });
    this.node.advanceBy(0);
    return this;
  }

  after(ms: number): this {
    this.node.advanceBy(ms);
    return this;
  }

  kill(): this {
    this.node.tellRuntime({ type: "world.kill", id: "c1", exitCode: 1 });
    return this.after(0);
  }

  /** `1 success`: the number of the call and what it ended with. */
  get heard(): readonly string[] {
    return this.#heard.getSnapshot().context.map((reply) => {
      if (reply.type === "runtime.execEnded") return `${reply.call} ${reply.result}`;
      return `${reply.call} ${reply.type === "runtime.failed" ? reply.code : reply.type}`;
    });
  }
}

describe("a command in a container that is", () => {
  it("absent is not found", () => {
    expect(new Shell().exec(readiness, 0, "c9").heard).toEqual(["1 NOT_FOUND"]);
  });

  it("created and not started cannot be, for no process is there", () => {
    expect(new Shell({}, false).exec(readiness).heard).toEqual(["1 UNKNOWN"]);
  });

  it("exited cannot be, which containerd tells with a code of its own (B4)", () => {
    expect(new Shell().kill().exec(readiness).heard).toEqual(["1 UNKNOWN"]);
  });

  it("running ends at once and well, unless its behaviour says otherwise", () => {
    expect(new Shell().exec(readiness).exec(hook).heard).toEqual(["1 success", "2 success"]);
  });

  it("killed under it ends with that, and its own end changes nothing", () => {
    const shell = new Shell({ preStop: { takesMs: 5000, result: "success" } }).exec(hook);
    expect(shell.after(1000).kill().heard).toEqual(["1 killed"]);
    expect(shell.after(10_000).heard).toEqual(["1 killed"]);
  });

  it("removed under it ends with that, too", () => {
    const shell = new Shell({ preStop: { takesMs: 5000, result: "success" } }).exec(hook);
    shell.node.call({ type: "runtime.remove", call: 0, id: "c1" });
    expect(shell.after(10_000).heard).toEqual(["1 killed"]);
  });
});

describe("a command", () => {
  const slow = {
    readiness: [{ fromMs: 0, toMs: 60_000, result: "failure", takesMs: 3000 }],
  } as const;

  it("takes the time that is told of", () => {
    const shell = new Shell({ probes: slow }).exec(readiness, 10_000);
    expect(shell.after(2999).heard).toEqual([]);
    expect(shell.after(1).heard).toEqual(["1 failure"]);
  });

  it.each([
    [2000, "1 timedOut", 2000],
    [3000, "1 failure", 3000],
    [0, "1 failure", 3000],
  ])("with a limit of %d ms ends as %s after %d ms", (timeoutMs, ending, ms) => {
    const shell = new Shell({ probes: slow }).exec(readiness, timeoutMs);
    expect(shell.after(ms - 1).heard).toEqual([]);
    expect(shell.after(1).heard).toEqual([ending]);
  });

  it("that never ends arms nothing, and ends with its container", () => {
    const shell = new Shell({ preStop: { takesMs: "forever", result: "success" } }).exec(hook);
    expect(shell.node.simulation.clock.pending).toBe(0);
    expect(shell.after(3_600_000).heard).toEqual([]);
    expect(shell.kill().heard).toEqual(["1 killed"]);
  });

  it("goes on beside others, each with its own answer", () => {
    const shell = new Shell({ preStop: { takesMs: 1000, result: "failure" }, probes: slow });
    shell.exec(readiness).exec(hook).exec(readiness);
    expect(shell.after(5000).heard).toEqual(["2 failure", "1 failure", "3 failure"]);
  });

  it("is answered by how far the run is, and by whether it was signalled", () => {
    const shell = new Shell({
      sigterm: "ignored",
      probes: {
        readiness: [
          { fromMs: 0, toMs: 1000, result: "failure" },
          { fromMs: "sigterm", toMs: 60_000, result: "error" },
        ],
      },
    });
    shell.exec(readiness).after(1000).exec(readiness);
    shell.node.call({ type: "runtime.stop", call: 0, id: "c1", timeoutMs: 60_000 });
    shell.after(0).exec(readiness);
    expect(shell.heard).toEqual(["1 failure", "2 success", "3 error"]);
  });

  it("leaves nothing in mind once it has ended", () => {
    const shell = new Shell({ probes: slow }).exec(readiness).exec(readiness);
    shell.after(3000);
    const ledger = new RuntimeLedger(() => 0, new PodInstances());
    expect(ledger.answerExec({ id: "c1", exec: 1, result: "success", output: "" })).toEqual([]);
    expect(shell.node.simulation.clock.pending).toBe(0);
  });

  it("has another output each time where that is asked for", () => {
    const ledger = new RuntimeLedger(() => 0, new PodInstances());
    const unique = { fromMs: 0, toMs: 9, result: "failure", output: "unique" } as const;
    const behaviour = { ...defaultBehaviour, probes: { readiness: [unique] } };
    ledger.admit(config(), [{ pod: "*", container: "*", behaviour }]);
    const to = createActor(fromTransition(() => null, null));
    const begin = (call: number): ArmedExec =>
      ledger.beginExec({ id: "c1", to, call, verb: "exec" }, readiness, 0);
    expect([begin(1), begin(2)].map(({ output }) => output)).toEqual(["output 1", "output 2"]);
  });
});
