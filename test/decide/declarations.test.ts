/** Two sources, one set of containers: seed-notes B15, A11 to A13 and A35. */
import { describe, expect, it } from "vitest";
import {
  type Declarations,
  joinDeclarations,
  noDeclarations,
  walkOrder,
} from "../../src/decide/declarations.ts";
import { containers, keyOf, pod } from "./support.ts";

const api = { source: "api" } as const;

describe("both sources", () => {
  it("stand together, in the order of the runtime's list", () => {
    const joined = joinDeclarations([pod("b")], [pod("a", api), pod("a-b", api)]);
    expect(namesOf(joined)).toEqual(["a/app api", "a-b/app api", "b/app file"]);
    expect(joined.keys).toEqual([keyOf("a"), keyOf("a-b"), keyOf("b")]);
    expect(joined.duplicates).toEqual([]);
  });

  it("merge where one pod name has different containers in each (seed-notes A12)", () => {
    const joined = joinDeclarations([pod("web")], [pod("web", { ...api, ...containers("side") })]);
    expect(namesOf(joined)).toEqual(["web/app file", "web/side api"]);
  });

  it("declare nothing where both are empty", () => {
    expect(joinDeclarations([], [])).toEqual(noDeclarations);
    expect(joinDeclarations([pod("empty", containers())], [])).toEqual(noDeclarations);
  });
});

describe("a key that is declared twice (seed-notes A13)", () => {
  const twice = pod("web", { restartPolicy: "Never" });
  it.each([
    ["by file and API: the file's stands", [twice], [pod("web", api)], "file"],
    ["by two pods of the API: the first stands", [], [pod("web", api), twice], "api"],
    ["within one pod: the first stands", [pod("web", containers("app", "app"))], [], "file"],
  ] as const)("%s", (_, files, fromApi, source) => {
    const joined = joinDeclarations(files, fromApi);
    expect(namesOf(joined)).toEqual([`web/app ${source}`]);
    expect(joined.duplicates).toHaveLength(1);
    const [duplicate] = joined.duplicates;
    expect(duplicate?.kept).toBe(joined.byKey.get(keyOf("web")));
    expect([duplicate?.kept.order, duplicate?.dropped.order]).toEqual([0, 1]);
  });

  it("is one of two that read alike only if pod and container are the same", () => {
    const joined = joinDeclarations([pod("a/b", containers("c")), pod("a", containers("b/c"))], []);
    expect(joined.byKey.size).toBe(2);
    expect(joined.duplicates).toEqual([]);
  });

  it("is another key in another namespace", () => {
    const joined = joinDeclarations([pod("web"), pod("web", { namespace: "other" })], []);
    expect(joined.byKey.size).toBe(2);
  });
});

describe("a pod under deletion", () => {
  it("is declared no longer; its grace is kept", () => {
    const joined = joinDeclarations([], [pod("web", { ...api, deletionGraceMs: 5000 })]);
    expect(joined.byKey.size).toBe(0);
    expect(joined.withdrawn.get(keyOf("web"))?.pod.deletionGraceMs).toBe(5000);
  });

  it("makes room for the next pod of its name, without a warning", () => {
    const old = pod("web", { ...api, deletionGraceMs: 5000 });
    const joined = joinDeclarations([], [old, pod("web", { ...api, uid: "next" })]);
    expect(joined.byKey.get(keyOf("web"))?.pod.uid).toBe("next");
    expect(joined.duplicates).toEqual([]);
  });
});

describe("pods are walked", () => {
  it("by namespace and name (bytes), files first, and as they came (seed-notes A35)", () => {
    const files = [pod("b", { uid: "1" }), pod("b", { uid: "2" }), pod("alpha-9", { uid: "3" })];
    const fromApi = [
      pod("b", { uid: "4" }),
      pod("alpha-10", { uid: "5" }),
      pod("Z", { uid: "6" }),
      pod("z", { uid: "7", namespace: "a" }),
    ];
    const walked = walkOrder(files, fromApi).map(({ uid }) => uid);
    expect(walked).toEqual(["7", "6", "5", "3", "1", "2", "4"]);
  });

  it("with their containers as declared, which the list sorts by name", () => {
    const joined = joinDeclarations([pod("web", containers("z", "a"))], []);
    expect(namesOf(joined)).toEqual(["web/a file", "web/z file"]);
    expect(joined.inListOrder.map(({ order }) => order)).toEqual([1, 0]);
  });
});

function namesOf({ inListOrder }: Declarations): readonly string[] {
  return inListOrder.map(({ pod: of, container }) => `${of.name}/${container.name} ${of.source}`);
}
