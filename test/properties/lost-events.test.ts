/** What one lost notification does: fixed cases that random scripts with faults came down to. */
import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { dropEvents } from "../../src/bus/deliveries.ts";
import type { RuntimeEvent } from "../../src/model/runtime.ts";
import type { Observe } from "../../src/node/node-options.ts";
import { containerLines, listLines, nodeWith, pod, strayConfig } from "../node/sample-node.ts";
import { Player } from "./textbook-player.ts";
import { scripts } from "./textbook-script.ts";

vi.setConfig({ testTimeout: 60_000 });

/** Loses the notifications of one type. */
function losing(type: RuntimeEvent["type"]) {
  return [dropEvents<RuntimeEvent>("storm", (event) => event.type === type)];
}

/** A pod whose container is killed at 10 s while the notification of it is lost. */
function killed(observe: Observe): string[] {
  const node = nodeWith([pod()], { observe, faults: losing("ContainerDied") });
  node.advanceTo(10_000);
  node.tellRuntime({ type: "world.kill", id: "c1", exitCode: 1 });
  node.advanceTo(3_600_000);
  expect(listLines(node)).toHaveLength(1);
  return [...containerLines(node.records).slice(2), ...listLines(node)];
}

/** A container of nobody's, put there at 10 s while the notification of it is lost. */
function strayed(observe: Observe): string[] {
  const node = nodeWith([], { observe, faults: losing("ContainerCreated") });
  node.advanceTo(10_000);
  node.call({ type: "runtime.create", call: -1, config: strayConfig("stray") });
  node.advanceTo(3_600_000);
  return listLines(node);
}

describe("a death that nobody is told of", () => {
  it("is on the next list", () => {
    expect(killed("level")).toEqual([
      "10 c1 Exited",
      "11 c1 Removed",
      "12 c2 Creating",
      "12 c2 Running",
      "c2 web/app Running",
    ]);
  });

  it("is never noticed by a kubelet that lives by notifications", () => {
    expect(killed("edge")).toEqual(["10 c1 Exited", "c1 web/app Exited"]);
  });

  it("is noticed after at most 300 s by one that also lists now and then", () => {
    const lines = killed("evented");
    expect(lines.slice(0, 2)).toEqual(["10 c1 Exited", "300 c1 Removed"]);
    expect(lines.at(-1)).toBe("c2 web/app Running");
  });

  it("is noticed by it when it starts again, for then it lists", () => {
    const node = nodeWith([pod()], { observe: "edge", faults: losing("ContainerDied") });
    node.advanceTo(10_000);
    node.tellRuntime({ type: "world.kill", id: "c1", exitCode: 1 });
    node.advanceTo(3_600_000);
    node.stopKubelet();
    node.startKubelet();
    node.advanceBy(10_000);
    expect(listLines(node)).toEqual(["c2 web/app Running"]);
  });
});

describe("a creation that nobody is told of", () => {
  it("is on the next list", () => {
    expect(strayed("level")).toEqual([]);
  });

  it("is never noticed by a kubelet that lives by notifications", () => {
    expect(strayed("edge")).toEqual(["c1 stray/app Creating"]);
  });
});

describe("any notifications lost", () => {
  /** Which of the notifications are lost, in their order, over and over. */
  const losses = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });

  it("make no difference to what a kubelet that lists does", () => {
    fc.assert(
      fc.property(scripts, losses, (script, lost) => {
        let seen = 0;
        const faults = [
          dropEvents<RuntimeEvent>("storm", () => lost[seen++ % lost.length] ?? false),
        ];
        const stormy = new Player(script, { observe: "level", faults });
        const calm = new Player(script, { observe: "level" });
        stormy.play(script);
        calm.play(script);
        expect(containerLines(stormy.node.records)).toEqual(containerLines(calm.node.records));
        expect(stormy.agreement()).toEqual(calm.agreement());
      }),
    );
  });

  it("none lost, every way to observe comes to the same containers", () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const ends = (["level", "edge", "evented"] as const).map((observe) => {
          const player = new Player(script, { observe });
          player.play(script);
          return player.agreement();
        });
        expect(ends.map(({ agrees }) => agrees)).toEqual([true, true, true]);
      }),
    );
  });

  it("leave a kubelet that lives by them wrong, in a case of a few steps", () => {
    const faults = losing("ContainerDied");
    const found = fc.check(
      fc.property(scripts, (script) => {
        const player = new Player(script, { observe: "edge", faults });
        player.play(script);
        expect(player.agreement().agrees).toBe(true);
      }),
    );
    expect(found.failed).toBe(true);
    const [script] = found.counterexample ?? [];
    const declared = [...(script?.filePods ?? []), ...(script?.apiPods ?? [])];
    expect(declared.length + (script?.stimuli.length ?? 0)).toBeLessThanOrEqual(3);
  });
});
