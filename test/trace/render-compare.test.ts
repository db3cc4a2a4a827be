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

  it("tells of containers that part in one way once, and counts what was lost", () => {
    const [parting] = lost.partings;
    const first = parting?.lost;
    if (parting === undefined || first === undefined) throw new Error("an event is lost");
    const other = { ...first, pod: "other", t: 9.5 };
    const partings = [parting, { ...parting, name: "other/app", lost: other }];
    const { edge, level } = lost.variants;
    const variants = { level, edge: { ...edge, records: [...edge.records, other] } };
    const text = renderComparison({ variants, partings }, view(), plain);
    expect(text).toContain("lost   ContainerDied of web/app at 8.5s, other/app at 9.5s (glitch)\n");
    expect(text.match(/^edge {3}was never told/gm)).toHaveLength(1);
    expect(text).toContain("2 lost events left the\nedge-triggered one behind.");
  });

  it("says of what is gone that it is removed", () => {
    const partings = lost.partings.map(({ healedAt: _, ...parting }) => ({
      ...parting,
      end: { ...parting.end, level: undefined },
    }));
    const text = renderComparison({ ...lost, partings }, view(), plain);
    expect(text).toContain("level  its list of 9s shows what is, and it is removed\n");
  });

  it("says why neither has converged", () => {
    const text = renderComparison(
      compareVariants(exampleInput("crash-loop-textbook")),
      view(),
      plain,
    );
    expect(text).toContain("Neither has converged at the end: web/app missing (in back-off).");
  });

  it("marks a cell that is cut", () => {
    expect(renderComparison(lost, view(40), plain)).toContain("✗ exited (1…\n");
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
