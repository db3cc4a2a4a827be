/** The picture that the edge-triggered kubelet folds from a list, events and its own replies. */
import { describe, expect, it } from "vitest";
import { FoldedView } from "../../machines/textbook/folded-view.ts";
import { KubeletMemory } from "../../machines/textbook/memory.ts";
import { joinDeclarations } from "../../src/decide/declarations.ts";
import type { ContainerState, RuntimeEvent } from "../../src/model/runtime.ts";
import { config, declaredPod, record } from "./support.ts";

const { key } = config();
const events: Readonly<Record<string, RuntimeEvent>> = {
  created: { type: "ContainerCreated", container: record("c1") },
  started: { type: "ContainerStarted", container: record("c1", { state: "Running" }) },
  died: { type: "ContainerDied", container: record("c1", { state: "Exited", exitCode: 1 }) },
  removed: { type: "ContainerRemoved", container: record("c1", { state: "Exited" }) },
};

describe("a container that is known as", () => {
  const rows: readonly (readonly [ContainerState | "absent", string, ContainerState | "absent"])[] =
    [
      ["absent", "created", "Creating"],
      ["absent", "started", "Running"],
      ["absent", "died", "Exited"],
      ["absent", "removed", "absent"],
      ["Creating", "created", "Creating"],
      ["Creating", "started", "Running"],
      ["Creating", "died", "Exited"],
      ["Creating", "removed", "absent"],
      ["Running", "created", "Running"],
      ["Running", "started", "Running"],
      ["Running", "died", "Exited"],
      ["Running", "removed", "absent"],
      ["Exited", "created", "Exited"],
      ["Exited", "started", "Exited"],
      ["Exited", "died", "Exited"],
      ["Exited", "removed", "absent"],
    ];

  it.each(rows)("%s, after `%s`, is %s", (before, event, after) => {
    const view = new FoldedView();
    if (before !== "absent") view.adopt([record("c1", { state: before })]);
    const told = events[event];
    if (told) view.fold(told);
    expect(view.of(key)[0]?.state ?? "absent").toBe(after);
    expect(view.list()).toEqual(view.of(key));
  });
});

it("lists by key (bytes), those of one key from old to young", () => {
  const view = new FoldedView();
  const later = record("c3", {}, config("a"));
  view.adopt([record("c1", {}, config("b")), record("c2", {}, config("a")), later]);
  expect(view.list().map(({ id }) => id)).toEqual(["c2", "c3", "c1"]);
  expect(view.of(later.key).map(({ id }) => id)).toEqual(["c2", "c3"]);
});

it("remembers which key the last event was about", () => {
  const view = new FoldedView();
  view.adopt([record("c1"), record("c2", {}, config("worker"))]);
  view.fold({ type: "ContainerRemoved", container: record("c1") });
  expect(view.lastKey).toBe(key);
});

describe("its own replies", () => {
  it("tell of a container as its events would", () => {
    const { view, memory } = creating();
    view.hear({ type: "runtime.created", call: 1, id: "c1" }, memory);
    expect(view.of(key)).toMatchObject([{ id: "c1", state: "Creating", pod: "web" }]);
    view.hear({ type: "runtime.started", call: 2, id: "c1" }, memory);
    expect(view.of(key)).toMatchObject([{ state: "Running" }]);
    view.hear({ type: "runtime.stopped", call: 3, id: "c1" }, memory);
    expect(view.of(key)).toMatchObject([{ state: "Exited" }]);
    view.hear({ type: "runtime.removed", call: 4, id: "c1" }, memory);
    expect(view.list()).toEqual([]);
  });

  it.each(["started", "stopped", "removed"] as const)(
    "`%s` of a container that is not known changes nothing",
    (verb) => {
      const { view, memory } = creating();
      view.hear({ type: `runtime.${verb}`, call: 2, id: "c9" }, memory);
      expect(view.list()).toEqual([]);
    },
  );

  it("that tell of no container change nothing", () => {
    const { view, memory } = creating();
    view.hear({ type: "runtime.created", call: 99, id: "c9" }, memory);
    view.hear({ type: "runtime.listed", call: 1, containers: [record("c9")] }, memory);
    view.hear({ type: "runtime.failed", call: 1, code: "UNAVAILABLE", message: "" }, memory);
    expect(view.list()).toEqual([]);
  });
});

/** A memory whose call 1 is to create web/app. */
function creating(): { readonly view: FoldedView; readonly memory: KubeletMemory } {
  const memory = new KubeletMemory();
  const declaration = joinDeclarations([declaredPod()], []).byKey.get(key);
  if (declaration === undefined) throw new Error("web/app is declared");
  const commands = [{ command: "create", declaration } as const];
  memory.carryOut({ actions: [], commands, backoffs: [] });
  return { view: new FoldedView(), memory };
}
