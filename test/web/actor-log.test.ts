/** What the page tells of actors, against the actors themselves. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SimulatedNode } from "../../src/library/simulated-node.ts";
import { prepareTexts } from "../../src/scenario/input-texts.ts";
import { messageText, pathsOf, stateAt, valueText } from "../../src/web/actor-log.ts";
import { ActorReplay } from "../../src/web/actor-replay.ts";

function inputOf(file: string) {
  const sources = [{ file, text: readFileSync(file, "utf8") }];
  return prepareTexts({ sources, named: {}, overrides: { durationMs: 30_000 } });
}

const examples = ["lost-event", "graceful-stop", "crash-loop"].map(
  (name) => `docs/examples/${name}.yaml`,
);

describe("a run that is played once more", () => {
  it.each(examples)("has the actors of the node, in their states: %s", (file) => {
    const input = inputOf(file);
    const replay = new ActorReplay(input);
    const node = new SimulatedNode(input);
    const prefix = `${input.scenario.nodes[0]?.name ?? "node-1"}/`;
    for (const seconds of [0, 3, 8.7, 20]) {
      node.advanceTo(seconds);
      replay.advanceTo(seconds * 1000, []);
      const point = { ms: seconds * 1000, count: node.trace.length };
      for (const [path, actor] of node.actors) {
        const { value } = actor.getSnapshot() as { readonly value?: string };
        if (value === undefined) continue;
        const lives = [...replay.actors.values()].filter(({ name }) =>
          [path, `${path} (2)`].includes(name.slice(prefix.length)),
        );
        expect([path, lives.map((life) => stateAt(life, point))]).toEqual([
          path,
          expect.arrayContaining([value]),
        ]);
      }
    }
  });

  it("tells who sent what to whom, and when", () => {
    const replay = new ActorReplay(inputOf("docs/examples/lost-event.yaml"));
    replay.advanceTo(9000, []);
    const told = replay.messages.map(({ ms, from = "-", to, type }) => [ms, from, to, type].join());
    expect(told).toContain("0,node-1/kubelet,node-1/runtime,runtime.list");
    expect(told).toContain("0,node-1/runtime,node-1/kubelet,runtime.listed");
    expect(told).toContain("8500,-,node-1/runtime,world.kill");
    const own = replay.actors.get("node-1/kubelet")?.messages ?? [];
    expect(new Set(own.map((index) => replay.messages[index]?.to))).toEqual(
      new Set(["node-1/kubelet"]),
    );
  });

  it("knows a state at each place, before, while and after an actor is there", () => {
    const replay = new ActorReplay(inputOf("docs/examples/lost-event.yaml"));
    replay.advanceTo(20_000, []);
    const web = replay.actors.get("node-1/runtime/web/app#1");
    if (web === undefined) throw new Error("web has been there");
    const at = (ms: number) => stateAt(web, { ms, count: Infinity });
    expect([at(2000), at(3500), at(6000), at(8600), at(12_000)]).toEqual([
      undefined,
      "creating",
      "running",
      "exited",
      undefined,
    ]);
  });

  it("goes on with what was done since, and no other way back than from its start", () => {
    const input = inputOf("docs/examples/lost-event.yaml");
    const replay = new ActorReplay(input);
    const kill = { atMs: 7000, entry: { action: "killContainer", of: "worker/app#1" } };
    replay.advanceTo(6000, []);
    expect(replay.isBefore([kill], 8000)).toBe(true);
    replay.advanceTo(8000, [kill]);
    const worker = replay.actors.get("node-1/runtime/worker/app#1");
    expect(worker?.states.at(-1)).toMatchObject({ ms: 7000, value: "exited" });
    expect(replay.isBefore([kill], 7500)).toBe(false);
    expect(replay.isBefore([], 9000)).toBe(false);
    expect(replay.isBefore([{ ...kill, atMs: 6500 }], 9000)).toBe(false);
  });
});

describe("texts", () => {
  it.each([
    ["xstate.after.period.kubelet.waiting", "after period"],
    ["xstate.done.actor.default/web/sync", "default/web/sync done"],
    ["xstate.error.actor.a.b", "a.b failed"],
    ["runtime.listed", "runtime.listed"],
  ])("%s is %s", (type, text) => {
    expect(messageText(type)).toBe(text);
  });

  it("name the innermost states that are active", () => {
    expect(valueText("waiting")).toBe("waiting");
    expect(pathsOf({ serving: { up: {} }, loop: "free" })).toEqual(["serving.up", "loop.free"]);
  });
});
