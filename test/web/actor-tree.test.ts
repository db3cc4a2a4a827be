/** The actors of a list, each below its parent. */
import { describe, expect, it } from "vitest";
import { treeOf } from "../../src/web/actor-tree.ts";

function life(name: string, parent?: string) {
  const begin = { ms: 0, count: 0 };
  return { name, parent, machine: undefined, states: [], messages: [], begin };
}

const rows = (...lives: readonly ReturnType<typeof life>[]) =>
  treeOf(lives).map((row) => `${"  ".repeat(row.depth)}${row.life.name}`);

describe("a tree of actors", () => {
  it("has each below its parent, in the order of their names", () => {
    const kubelets = [life("n/kubelet (2)", "n"), life("n/kubelet", "n")];
    expect(rows(life("n/kubelet/worker", "n/kubelet"), ...kubelets, life("n"))).toEqual([
      "n",
      "  n/kubelet",
      "    n/kubelet/worker",
      "  n/kubelet (2)",
    ]);
  });

  it("has at its top what is found without its parent", () => {
    expect(rows(life("n/runtime/web", "n/runtime"), life("n/api", "n"))).toEqual([
      "n/api",
      "n/runtime/web",
    ]);
  });
});
