/** Declared and actual side by side: seed-notes B29 to B31. */
import { describe, expect, it } from "vitest";
import { compareWithDeclared } from "../../src/decide/agreement.ts";
import { joinDeclarations } from "../../src/decide/declarations.ts";
import { container, containers, pod } from "./support.ts";

describe("one declared container", () => {
  it.each([
    ["Always", undefined, undefined, "missing"],
    ["Always", "Creating", undefined, "agrees"],
    ["Always", "Running", undefined, "agrees"],
    ["Always", "Exited", 0, "exited"],
    ["OnFailure", "Exited", 0, "agrees"],
    ["OnFailure", "Exited", 1, "exited"],
    ["Never", "Exited", 1, "agrees"],
    ["Never", undefined, undefined, "missing"],
  ] as const)("under %s, %s with %s: %s", (restartPolicy, state, exitCode, verdict) => {
    const declarations = joinDeclarations([pod("web", { restartPolicy })], []);
    const list = state === undefined ? [] : [container("c1", "web", { state, exitCode })];
    const { rows, agrees } = compareWithDeclared(declarations, list);
    expect(rows).toMatchObject([{ pod: "web", container: "app", source: "file", verdict }]);
    expect(agrees).toBe(verdict === "agrees");
  });
});

describe("several containers", () => {
  const declarations = joinDeclarations(
    [pod("b"), pod("web", containers("a", "z"))],
    [pod("worker", { source: "api" })],
  );
  const running = { state: "Running" } as const;

  it("stand in the order of the list, those that are missing among them", () => {
    const list = [
      container("c1", "a", running),
      container("c2", "web/a", running),
      container("c3", "web/m", running),
      container("c4", "web/z", running),
      container("c5", "web/z", running),
    ];
    const { rows, agrees } = compareWithDeclared(declarations, list);
    expect(rows.map((row) => [`${row.pod}/${row.container}`, row.source, row.verdict])).toEqual([
      ["a/app", undefined, "undeclared"],
      ["b/app", "file", "missing"],
      ["web/a", "file", "agrees"],
      ["web/m", undefined, "undeclared"],
      ["web/z", "file", "agrees"],
      ["web/z", "file", "duplicate"],
      ["worker/app", "api", "missing"],
    ]);
    expect(agrees).toBe(false);
  });

  it("agree where each declared one is there and no other", () => {
    const list = ["b", "web/a", "web/z", "worker"].map((name) => container(name, name, running));
    expect(compareWithDeclared(declarations, list).agrees).toBe(true);
  });

  it("that nobody declares and nobody runs agree", () => {
    const nobody = compareWithDeclared(joinDeclarations([], []), []);
    expect(nobody).toEqual({ rows: [], agrees: true });
  });
});
