/** Which behaviour a container has, and how its runs end. */
import { describe, expect, it } from "vitest";
import {
  behaviourFor,
  exitReason,
  runScript,
  scriptedExit,
} from "../../src/decide/container-script.ts";
import { type ContainerBehaviour, defaultBehaviour } from "../../src/model/behaviour.ts";

const subject = { namespace: "default", pod: "web-1", instance: 1, container: "app" };

describe("the behaviour of a container", () => {
  it.each([
    ["its own name", "web-1", "app", undefined, true],
    ["every pod", "*", "app", undefined, true],
    ["every container", "web-1", "*", undefined, true],
    ["pods that begin so", "web-*", "app", undefined, true],
    ["pods that begin otherwise", "worker-*", "app", undefined, false],
    ["another pod", "web-10", "app", undefined, false],
    ["another container", "web-1", "side", undefined, false],
    ["the first pod of that name", "web-1", "app", 1, true],
    ["the second pod of that name", "web-1", "app", 2, false],
  ] as const)("is that of a rule for %s: %s/%s#%s %s", (_, pod, container, instance, matches) => {
    const behaviour = ofStartup(5);
    const rule = { pod, container, behaviour, ...(instance === undefined ? {} : { instance }) };
    expect(behaviourFor([rule], subject)).toBe(matches ? behaviour : defaultBehaviour);
  });

  it("is that of the first rule that matches", () => {
    const [exact, loose] = [ofStartup(1), ofStartup(2)];
    const table = [
      { pod: "web-1", container: "app", behaviour: exact },
      { pod: "*", container: "*", behaviour: loose },
    ];
    expect(behaviourFor(table, subject)).toBe(exact);
    expect(behaviourFor(table, { ...subject, pod: "other" })).toBe(loose);
  });
});

describe("the script of a run", () => {
  it.each([
    [1, 10],
    [2, 20],
    [3, 20],
    [99, 20],
  ])("run %i starts up in %i ms: the last script repeats", (run, startupMs) => {
    const runs = [10, 20].map((ms) => ({ startupMs: ms, exitCode: 0 }));
    expect(runScript({ ...defaultBehaviour, runs }, run).startupMs).toBe(startupMs);
  });

  it("that nobody wrote starts at once and lasts", () => {
    expect(runScript({ ...defaultBehaviour, runs: [] }, 1)).toEqual({ startupMs: 0, exitCode: 0 });
  });
});

describe("a run ends", () => {
  it.each([
    [
      { startupMs: 0, exitCode: 0 },
      { exitCode: 0, reason: "Completed" },
    ],
    [
      { startupMs: 0, exitCode: 3 },
      { exitCode: 3, reason: "Error" },
    ],
    [
      { startupMs: 0, exitCode: 137, oomKilled: true },
      { exitCode: 137, reason: "OOMKilled" },
    ],
  ])("%j with %j", (script, exit) => {
    expect(scriptedExit(script)).toEqual(exit);
  });

  it.each([
    [0, "Completed"],
    [1, "Error"],
    [143, "Error"],
  ])("%i as %s", (exitCode, reason) => {
    expect(exitReason(exitCode)).toBe(reason);
  });
});

function ofStartup(startupMs: number): ContainerBehaviour {
  return { ...defaultBehaviour, runs: [{ startupMs, exitCode: 0 }] };
}
