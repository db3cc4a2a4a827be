/** What a round decides, case by case: seed-notes B11 to B13 and the promises kept of part A. */
import { describe, expect, it } from "vitest";
import { joinDeclarations, noDeclarations } from "../../src/decide/declarations.ts";
import {
  type Command,
  type Moment,
  type Remembered,
  nothingToDo,
  planKey,
  planRound,
} from "../../src/decide/textbook-plan.ts";
import type { DeclaredPod } from "../../src/model/pod.ts";
import type { ContainerRecord, ContainerState } from "../../src/model/runtime.ts";
import { container, containers, keyOf, moment, nothing, pod, told } from "./support.ts";

const web = keyOf("web");

describe("one declared container", () => {
  const waiting = new Map([[web, { restarts: 2, waitUntilMs: 10_001 }]]);
  const waited = new Map([[web, { restarts: 2, waitUntilMs: 10_000 }]]);
  const rows: readonly (readonly [
    string,
    ContainerState | "missing",
    DeclaredPod["restartPolicy"],
    Partial<Remembered>,
    string,
  ])[] = [
    ["missing", "missing", "Always", {}, "create"],
    ["missing, its wait one millisecond short", "missing", "Always", { backoffs: waiting }, ""],
    ["missing, its wait just over", "missing", "Always", { backoffs: waited }, "recreate"],
    ["missing, being created", "missing", "Always", { creating: new Set([web]) }, ""],
    ["missing, not to be restarted", "missing", "Never", {}, "create"],
    ["Creating, told to start", "Creating", "Always", { starting: new Set(["c1"]) }, ""],
    ["Creating, its create not answered", "Creating", "Always", { creating: new Set([web]) }, ""],
    ["Creating, being removed", "Creating", "Always", { removing: new Set(["c1"]) }, ""],
    ["Creating, told nothing", "Creating", "Always", {}, "start"],
    ["Running", "Running", "Always", {}, ""],
    ["Running, being removed", "Running", "Always", { removing: new Set(["c1"]) }, ""],
    ["Exited", "Exited", "Always", {}, "crashed"],
    ["Exited with 1", "Exited", "OnFailure", {}, "crashed"],
    ["Exited, being removed", "Exited", "Always", { removing: new Set(["c1"]) }, ""],
    ["Exited, not to be restarted", "Exited", "Never", {}, "leave"],
    ["Exited, said to be left", "Exited", "Never", { left: new Set(["c1"]) }, ""],
    ["Exited, left, now to be restarted", "Exited", "Always", { left: new Set(["c1"]) }, "crashed"],
  ];

  it.each(rows)("that is %s (%s, %s)", (_, state, restartPolicy, known, action) => {
    const declarations = joinDeclarations([pod("web", { restartPolicy })], []);
    const view = state === "missing" ? [] : [container("c1", "web", { state, exitCode: 1 })];
    const plan = planRound(declarations, view, { ...nothing, ...known }, moment);
    expect(told(plan)).toEqual(action === "" ? [] : [`${action} web/app`]);
    expect(planKey(web, declarations, view, { ...nothing, ...known }, moment)).toEqual(plan);
  });

  it("that Exited with 0 is left under OnFailure", () => {
    const declarations = joinDeclarations([pod("web", { restartPolicy: "OnFailure" })], []);
    const view = [container("c1", "web", { state: "Exited", exitCode: 0 })];
    expect(told(planRound(declarations, view, nothing, moment))).toEqual(["leave web/app"]);
  });

  it("that crashed is removed, and waits from the round that sees it (seed-notes A3)", () => {
    const view = [container("c1", "web", { state: "Exited", exitCode: 7, finishedAtMs: 9100 })];
    const plan = planRound(joinDeclarations([pod("web")], []), view, nothing, moment);
    expect(plan).toEqual({
      actions: [
        {
          action: "crashed",
          namespace: "default",
          pod: "web",
          container: "app",
          id: "c1",
          exitCode: 7,
          wait: 1,
          waitUntil: 11,
          restarts: 1,
        },
      ],
      commands: [{ command: "remove", container: view[0], graceMs: 0 }],
      backoffs: [[web, { restarts: 1, waitUntilMs: 11_000 }]],
    });
  });
});

describe("what nobody declares", () => {
  it.each(["Creating", "Running", "Exited"] as const)("goes, %s or not", (state) => {
    const view = [container("c1", "stray", { state })];
    const plan = planRound(noDeclarations, view, nothing, moment);
    expect(told(plan)).toEqual(["remove stray/app (undeclared)"]);
    expect(plan.commands).toEqual([{ command: "remove", container: view[0], graceMs: 30_000 }]);
  });

  it("is not removed twice", () => {
    const known = { ...nothing, removing: new Set(["c1"]) };
    expect(planRound(noDeclarations, [container("c1", "stray")], known, moment)).toBe(nothingToDo);
  });

  it("goes from within a declared pod as well (seed-notes A31)", () => {
    const view = [container("c1", "web", running), container("c2", "web/debug", running)];
    const plan = planRound(joinDeclarations([pod("web")], []), view, nothing, moment);
    expect(told(plan)).toEqual(["remove web/debug (undeclared)"]);
  });

  it("is counted as no crash, though it has exited (seed-notes A34)", () => {
    const plan = planRound(noDeclarations, [container("c1", "web", exited)], nothing, moment);
    expect(plan.backoffs).toEqual([]);
  });

  it("has the grace that its deletion left, where it was deleted", () => {
    const declarations = joinDeclarations([], [pod("web", { deletionGraceMs: 5000 })]);
    const plan = planRound(declarations, [container("c1", "web", running)], nothing, moment);
    expect(plan.commands).toMatchObject([{ command: "remove", graceMs: 5000 }]);
  });
});

describe("more than one container of a declared key", () => {
  it("is one too many: the oldest is the one that counts (seed-notes A14)", () => {
    const view = ["c1", "c2", "c3"].map((id) => container(id, "web", running));
    const plan = planRound(joinDeclarations([pod("web")], []), view, nothing, moment);
    expect(told(plan)).toEqual(["remove web/app (duplicate)", "remove web/app (duplicate)"]);
    expect(removedIds(plan.commands)).toEqual(["c2", "c3"]);
  });

  it("does not save the oldest from its crash, nor take its place", () => {
    const view = [container("c1", "web", exited), container("c2", "web", running)];
    const plan = planRound(joinDeclarations([pod("web")], []), view, nothing, moment);
    expect(told(plan)).toEqual(["crashed web/app", "remove web/app (duplicate)"]);
  });
});

describe("the order of decisions", () => {
  const view = [
    container("c1", "alpha-stray", running),
    container("c2", "beta", exited),
    container("c3", "beta", running),
    container("c4", "delta", exited),
    container("c5", "zulu-stray", running),
  ];
  const declared = [
    pod("gamma", containers("z", "a")),
    pod("beta"),
    pod("delta", { restartPolicy: "Never" }),
    pod("alpha"),
  ];

  it("is: declared as walked, then removals as listed (seed-notes A27, A35)", () => {
    const plan = planRound(joinDeclarations(declared, []), view, nothing, moment);
    expect(told(plan)).toEqual([
      "create alpha/app",
      "crashed beta/app",
      "leave delta/app",
      "create gamma/z",
      "create gamma/a",
      "remove alpha-stray/app (undeclared)",
      "remove beta/app (duplicate)",
      "remove zulu-stray/app (undeclared)",
    ]);
    expect(plan.commands.map(({ command }) => command)).toEqual([
      "create",
      "remove",
      "create",
      "create",
      "remove",
      "remove",
      "remove",
    ]);
  });

  it("does not depend on the order of the declarations", () => {
    const plan = planRound(joinDeclarations(declared, []), view, nothing, moment);
    const reversed = planRound(joinDeclarations(declared.toReversed(), []), view, nothing, moment);
    expect(reversed).toEqual(plan);
  });

  it("makes no new plan where there is nothing to do", () => {
    const healthy = [container("c1", "web", running)];
    const declarations = joinDeclarations([pod("web")], []);
    expect(planRound(declarations, healthy, nothing, moment)).toBe(nothingToDo);
  });
});

describe("a slash in a name", () => {
  it("makes no two containers one (seed-notes A11)", () => {
    const one = pod("a/b", containers("c"));
    const other = pod("a", containers("b/c"));
    const plan = planRound(joinDeclarations([one, other], []), [], nothing, moment);
    expect(plan.actions.map((action) => [action.pod, action.container])).toEqual([
      ["a", "b/c"],
      ["a/b", "c"],
    ]);
  });
});

describe("planKey", () => {
  it("decides about its own key alone", () => {
    const declarations = joinDeclarations([pod("web"), pod("worker")], []);
    expect(told(planKey(web, declarations, [], nothing, moment))).toEqual(["create web/app"]);
  });

  it("removes what is not declared, and knows the grace of a deletion", () => {
    const declarations = joinDeclarations([], [pod("web", { deletionGraceMs: 5000 })]);
    const plan = planKey(web, declarations, [container("c1", "web", running)], nothing, moment);
    expect(plan.commands).toMatchObject([{ command: "remove", graceMs: 5000 }]);
  });
});

it("measures waits in periods, whatever their length", () => {
  const slow: Moment = { nowMs: 60_000, periodMs: 20_000 };
  const known = { ...nothing, backoffs: new Map([[web, { restarts: 2, waitUntilMs: 0 }]]) };
  const view = [container("c1", "web", exited)];
  const plan = planRound(joinDeclarations([pod("web")], []), view, known, slow);
  expect(plan.actions).toMatchObject([{ wait: 4, waitUntil: 140, restarts: 3 }]);
});

const running: Partial<ContainerRecord> = { state: "Running", startedAtMs: 0 };
const exited: Partial<ContainerRecord> = { state: "Exited", exitCode: 1 };

function removedIds(commands: readonly Command[]): readonly string[] {
  return commands.flatMap((one) => (one.command === "remove" ? one.container.id : []));
}
