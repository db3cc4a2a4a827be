import { describe, expect, it } from "vitest";
import { compareVariants } from "../../src/compare/compare.ts";
import { plain, textWidth } from "../../src/trace/line.ts";
import { renderComparison } from "../../src/trace/render-compare.ts";
import { exampleInput, exampleNames, view } from "./traces.ts";

const lost = compareVariants(exampleInput("lost-event"));

describe("a comparison", () => {
  it("shows on one screen where two kubelets part, and why", async () => {
    const text = renderComparison(lost, view(), plain);
    expect(text.split("\n").length).toBeLessThanOrEqual(30);
    await expect(text).toMatchFileSnapshot("lost-event-compare.txt");
  });

  it("points at a late parting from the left", () => {
    const partings = lost.partings.map((parting) => ({ ...parting, t: 19 }));
    const text = renderComparison({ ...lost, partings }, view(), plain);
    expect(text).toMatch(/they part at 19s ▲$/m);
  });

  it("says so where nothing differs", () => {
    const text = renderComparison(compareVariants(exampleInput("pod")), view(), plain);
    expect(text).toContain("web/app   both   ▇");
    expect(text).toContain("Both converged: no event was lost that mattered.");
  });
});

it.each(exampleNames.filter((name) => name !== "many-pods"))("%s fits any width", (name) => {
  const comparison = compareVariants(exampleInput(name));
  for (const columns of [40, 60, 80, 140, 200]) {
    const widths = renderComparison(comparison, view(columns), plain).split("\n").map(textWidth);
    expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
  }
});
